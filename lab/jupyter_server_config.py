"""Settings of the course's JupyterLab; the Makefile puts this file into the virtual environment."""

import os

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection

from mlcore.stored_pictures import drop_widget_views


class PromptConnection(ZMQChannelsWebsocketConnection):
    """Sends each message of a kernel at once: TCP would hold a short one back until the one before is acknowledged.

    The browser may take 40 ms for that, and every second move of a slider would come so much later.
    """

    def connect(self):
        self.websocket_handler.set_nodelay(True)
        return super().connect()


def store_pictures(model, **_):
    """Saving keeps the picture of each live figure and drops the widget, which dies with its kernel."""
    if model["type"] == "notebook" and model["content"]:
        drop_widget_views(model["content"])


# The kernels inherit it: what was solved is kept in this file, in the folder of the notebook (mlcore/check/kept.py).
os.environ.setdefault("MLCORE_PROGRESS", "my_progress.json")

c = get_config()  # noqa: F821 - Jupyter provides it
c.ServerApp.allow_root = True  # containers run as root
c.ServerApp.kernel_websocket_connection_class = PromptConnection
c.FileContentsManager.pre_save_hook = store_pictures
