"""Every lecture in a real JupyterLab, the first part: see lectures.py."""

from tests.browser.lectures import *  # noqa: F403
from tests.browser.lectures import names

NAMES = names(1)
