"""What of a notebook is stored: pictures and words, but no widget views, which die with their kernel."""

_VIEW = "application/vnd.jupyter.widget-view+json"


def drop_widget_views(notebook: dict) -> None:
    """Remove, in place, the widget views that have a picture beside them, and the state of all widgets.

    A notebook opened without its kernel then shows the picture instead of "model not found".
    """
    notebook.get("metadata", {}).pop("widgets", None)
    for cell in notebook.get("cells", []):
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "image/png" in data:
                data.pop(_VIEW, None)
