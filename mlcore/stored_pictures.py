"""What of a notebook is stored and exported: pictures and words, but no widget views, which die with their kernel.

The Jupyter server imports this module: it needs nothing but Python.
"""

import html

_VIEW = "application/vnd.jupyter.widget-view+json"


def drop_widget_views(notebook: dict) -> None:
    """Remove, in place, the widget views that have a picture beside them, and the state of all widgets.

    A notebook opened without its kernel then shows the picture instead of "model not found".
    """
    notebook.get("metadata", {}).pop("widgets", None)
    for output in _outputs_with_pictures(notebook):
        output["data"].pop(_VIEW, None)


def describe_pictures(notebook: dict) -> None:
    """Give, in place, each picture that has a description its alternative text, as HTML pages know it.

    For what is exported only: the picture becomes an <img>, which a stored notebook would hold a second time.
    """
    for output in _outputs_with_pictures(notebook):
        data = output["data"]
        description = "".join(data.get("text/plain", ""))
        if description and not description.startswith("<"):  # "<Figure size 640x480 …>" describes nothing
            width = output.get("metadata", {}).get("image/png", {}).get("width")
            size = f' width="{width}"' if width else ""
            png = "".join(data.pop("image/png")).replace("\n", "")
            alt = html.escape(description)
            data["text/html"] = f'<img alt="{alt}" src="data:image/png;base64,{png}"{size} style="max-width: 100%">'


def _outputs_with_pictures(notebook: dict) -> list[dict]:
    outputs = [output for cell in notebook.get("cells", []) for output in cell.get("outputs", [])]
    return [output for output in outputs if "image/png" in output.get("data", {})]
