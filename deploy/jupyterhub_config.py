"""JupyterHub on one machine, for a class whose students have accounts there: see docs/running_a_class.md.

    configurable-http-proxy --ip 127.0.0.1 --port 8000 --api-port 8001 --default-target http://127.0.0.1:8081
    jupyterhub --config jupyterhub_config.py

with the same CONFIGPROXY_AUTH_TOKEN for both. The proxy is a process of its own, and the hub leaves it and the
students' servers running when it stops: so the hub can be restarted and updated while a class works.
"""

import os
import sys

COURSE = os.environ.get("COURSE", "/opt/course")  # the unpacked hand-out, set up with `python3 start.py --packages`
STATE = os.environ.get("HUB_STATE", "/srv/jupyterhub")  # what the hub remembers: keep it, and back it up
PORT, API_PORT, HUB_PORT = (int(port) for port in os.environ.get("HUB_PORTS", "8000,8001,8081").split(","))

c = get_config()  # noqa: F821 - JupyterHub provides it

# Who: the accounts of the machine. Another authenticator of JupyterHub's, such as your university's, goes here.
c.JupyterHub.authenticator_class = "pam"
c.Authenticator.allow_all = True
c.Authenticator.admin_users = {"teacher"}

# What a student gets. "localprocess" starts servers as the student's account, and sets no limit of memory: where one
# student must not take it all, jupyterhub-systemdspawner has mem_limit.
c.JupyterHub.spawner_class = "localprocess"
c.Spawner.cmd = ["sh", f"{COURSE}/lab/singleuser.sh"]
c.Spawner.default_url = "/lab/tree/my_notebooks/00_start_here.ipynb"
c.Spawner.environment = {"OPENBLAS_NUM_THREADS": "1"}  # threads of one student would fight those of all others
c.Spawner.start_timeout = c.Spawner.http_timeout = 180  # when all of a class come at once, a server takes long

# Where: everything on this machine. What speaks to the world is a web server with a certificate, before port 8000.
c.JupyterHub.bind_url = f"http://127.0.0.1:{PORT}"
c.JupyterHub.hub_bind_url = f"http://127.0.0.1:{HUB_PORT}"
c.JupyterHub.db_url = f"sqlite:///{STATE}/jupyterhub.sqlite"
c.JupyterHub.cookie_secret_file = f"{STATE}/cookie_secret"
c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{API_PORT}"
c.ConfigurableHTTPProxy.auth_token = os.environ["CONFIGPROXY_AUTH_TOKEN"]

# Restarted under a class without loss.
c.ConfigurableHTTPProxy.should_start = False
c.JupyterHub.cleanup_servers = False
c.JupyterHub.concurrent_spawn_limit = 0  # of 100 by default: a class is not turned away

# Servers that nobody has used for an hour end, and give their memory back. Notebooks are saved; variables are gone.
c.JupyterHub.services = [
    {"name": "idle-culler", "command": [sys.executable, "-m", "jupyterhub_idle_culler", "--timeout=3600"]}
]
c.JupyterHub.load_roles = [
    {
        "name": "idle-culler",
        "services": ["idle-culler"],
        "scopes": ["list:users", "read:users:activity", "read:servers", "delete:servers"],
    }
]
