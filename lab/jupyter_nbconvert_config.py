"""Settings of `jupyter nbconvert`; the Makefile puts this file into the virtual environment.

An export shows the picture of each live figure with its description, where the widget would need a kernel.
"""

from mlcore.stored_pictures import describe_pictures, drop_widget_views


def keep_pictures(notebook, resources):
    """Views of widgets give way to their pictures, in all formats."""
    drop_widget_views(notebook)
    return notebook, resources


def keep_descriptions(notebook, resources):
    """Pictures have their alternative text, in HTML."""
    describe_pictures(notebook)
    return notebook, resources


c = get_config()  # noqa: F821 - Jupyter provides it
c.Exporter.preprocessors = [keep_pictures]
c.HTMLExporter.preprocessors = [keep_pictures, keep_descriptions]
