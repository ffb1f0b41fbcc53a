"""What of a notebook is stored and exported: each picture, with its words."""

import ast
import copy
import os
import pathlib
import re
import shutil
import subprocess
import sys
from types import SimpleNamespace

import pytest
from bs4 import BeautifulSoup
from traitlets.config.loader import PyFileConfigLoader

from mlcore.stored_pictures import describe_pictures, drop_widget_views
from tests.browser.jupyter import SEES_TESTS, write_notebook

VIEW = "application/vnd.jupyter.widget-view+json"
ROOT = pathlib.Path(__file__).parent.parent
FIGURE = """
import numpy as np
from mlcore.show import Panel, Picture, Points, Slider
from tests.views import live_of

frame = [Panel([Points(np.zeros((1, 2)))], (-1, 1), (-1, 1))]
words = 'live: x = 1 < 2 & "quoted"'
live_of(lambda x: x, lambda x: frame, lambda x: words, controls={"x": Slider("x", 1, 0, 4, 1)})
"""
STILL = 'Picture(frame, "a picture that stands still")'


@pytest.fixture
def notebook():
    with_picture = {"data": {VIEW: {}, "image/png": "…", "text/plain": "x = 1"}, "output_type": "display_data"}
    alone = {"data": {VIEW: {}, "text/plain": "IntSlider()"}, "output_type": "display_data"}
    cells = [{"cell_type": "markdown"}, {"outputs": [with_picture, {"output_type": "stream"}]}, {"outputs": [alone]}]
    return {"metadata": {"widgets": {"state": {}}, "kernelspec": {}}, "cells": cells}


def test_stored_pictures_replace_their_widgets(notebook):
    drop_widget_views(notebook)
    assert notebook["cells"][1]["outputs"][0]["data"] == {"image/png": "…", "text/plain": "x = 1"}
    assert notebook["metadata"] == {"kernelspec": {}}


def test_a_widget_without_a_picture_stays(notebook):
    before = copy.deepcopy(notebook["cells"][2])
    drop_widget_views(notebook)
    assert notebook["cells"][2] == before


def test_storing_nothing():
    empty = {}
    drop_widget_views(empty)
    assert empty == {}


def test_pictures_get_their_alternative_text():
    outputs = [
        {"data": {"image/png": "iVBO\n", "text/plain": words}, "metadata": {}} for words in ('a < "b"', "<Figure>")
    ]
    outputs[0]["metadata"] = {"image/png": {"width": 844}}
    notebook = {"cells": [{"outputs": outputs}]}
    describe_pictures(notebook)
    image = BeautifulSoup(outputs[0]["data"]["text/html"], "html.parser").img
    assert (image["alt"], image["src"], image["width"]) == ('a < "b"', "data:image/png;base64,iVBO", "844")
    assert "image/png" not in outputs[0]["data"]
    assert outputs[1]["data"].keys() == {"image/png", "text/plain"}  # a stranger's figure, without words


def test_an_executed_export_has_every_picture_with_its_words(tmp_path):
    write_notebook(tmp_path / "figures.ipynb", FIGURE, STILL)
    shutil.copytree(ROOT / "lab", tmp_path / "lab")  # Jupyter writes into the folder of its settings
    places = {name: str(tmp_path / name) for name in ("JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")}
    command = [sys.executable, "-m", "nbconvert", "--execute", "--to", "html", "figures.ipynb"]
    environment = {**os.environ, **places, **SEES_TESTS, "JUPYTER_CONFIG_DIR": str(tmp_path / "lab")}
    subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True, timeout=120)
    page = BeautifulSoup((tmp_path / "figures.html").read_text(encoding="utf-8"), "html.parser")
    images = page.select(".jp-OutputArea img")
    assert [image["alt"] for image in images] == ['live: x = 1 < 2 & "quoted"', "a picture that stands still"]
    assert all(image["src"].startswith("data:image/png;base64,iVBO") for image in images)


def test_what_the_server_imports_loads_nothing_else():
    code = "import sys; import mlcore.stored_pictures; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    loaded = {name.partition(".")[0] for name in run.stdout.split()}
    assert loaded.isdisjoint({"matplotlib", "cvxopt", "sklearn", "scipy", "numpy", "ipywidgets", "IPython"})
    assert [name for name in run.stdout.split() if name.startswith("mlcore")] == ["mlcore", "mlcore.stored_pictures"]


def test_files_are_read_as_utf8_whatever_the_machine_thinks():
    """On Chinese, Korean and Taiwanese Windows the default is another encoding."""
    code = "import mlcore.show, mlcore.check, mlcore.plots.figure, tools.notebooks"
    command = [sys.executable, "-X", "warn_default_encoding", "-c", code]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    warned = [line for line in run.stderr.splitlines() if "EncodingWarning" in line]
    assert [line for line in warned if "site-packages" not in line and f"{ROOT}" in line] == []


def is_without_encoding(call: ast.AST) -> bool:
    """A call that reads or writes text in the machine's own encoding. (ruff sees `open` alone.)"""
    if not isinstance(call, ast.Call):
        return False
    given = {keyword.arg for keyword in call.keywords}
    method = getattr(call.func, "attr", getattr(call.func, "id", ""))
    before = {"read_text": 0, "write_text": 1}.get(method, -1)  # arguments before the encoding
    modes = [
        arg.value for arg in call.args if isinstance(arg, ast.Constant) and re.fullmatch("[rwax+t]+", str(arg.value))
    ]
    opens = method in ("open", "fdopen", "NamedTemporaryFile", "TemporaryFile") and bool(modes)
    return "encoding" not in given and (
        len(call.args) == before or opens or bool(given & {"text", "universal_newlines"})
    )


@pytest.mark.parametrize(
    "call", ["path.read_text()", "path.write_text(a)", "path.open('w')", "os.fdopen(1, 'w')", "NamedTemporaryFile('a')"]
)
def test_what_has_no_encoding_is_seen(call):
    assert is_without_encoding(ast.parse(call).body[0].value)
    assert not is_without_encoding(ast.parse(f"{call[:-1]}, encoding='utf-8')".replace("(,", "(")).body[0].value)
    assert not is_without_encoding(ast.parse("path.open('wb')").body[0].value)


def test_every_file_is_read_and_written_as_utf8():
    files = [path for folder in ("mlcore", "tools", "tests", "lab") for path in sorted((ROOT / folder).rglob("*.py"))]
    files.append(ROOT / "start.py")
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in files}
    found = [
        f"{path.name}:{n.lineno}" for path, tree in trees.items() for n in ast.walk(tree) if is_without_encoding(n)
    ]
    assert found == []


def test_the_server_holds_no_message_back(monkeypatch):
    config = PyFileConfigLoader("jupyter_server_config.py", path=str(ROOT / "lab")).load_config()
    kind, said = config.ServerApp.kernel_websocket_connection_class, []
    monkeypatch.setattr(kind, "websocket_handler", SimpleNamespace(set_nodelay=said.append))
    monkeypatch.setattr(kind.__mro__[1], "connect", lambda self: said.append("connected"))
    kind.connect(kind.__new__(kind))
    assert said == [True, "connected"]
