#!/bin/sh
# A student's server in JupyterHub. What the course has and the student has not is copied first; a file that is there
# stays as it is, and says at its top if the course has changed it since.
set -e
course=$(dirname "$(dirname "$(readlink -f "$0")")")
"$course/.venv/bin/python" "$course/start.py" --copy-to "$HOME/my_notebooks"
exec "$course/.venv/bin/jupyterhub-singleuser" "$@"
