"""What `make lecture` lays: it has the form, it runs, and it says what is missing."""

import dataclasses

import nbformat
import pytest

from mlcore.lectures import BY_STEM
from tools import form, lecture, notebooks

KMEANS = dataclasses.replace(BY_STEM["kmeans"], number=17, stem="kmeans")


def test_a_skeleton_has_the_order_and_the_cells(tmp_path, monkeypatch):
    (tmp_path / "text").mkdir()
    text = next(text for path, text in lecture.skeleton(KMEANS).items() if path.suffix == ".md")
    (tmp_path / "text" / "17_kmeans.md").write_text(text, encoding="utf-8")
    monkeypatch.setattr(notebooks, "NOTEBOOKS", tmp_path)
    monkeypatch.setattr(form, "NOTEBOOKS", tmp_path)
    nbformat.write(notebooks.read_text("17_kmeans"), tmp_path / "17_kmeans.ipynb")
    assert form.faults("17_kmeans") == []


def test_its_python_is_python_and_its_navigation_leads_on():
    for path, text in lecture.skeleton(BY_STEM["smo"]).items():
        if path.suffix == ".py":
            compile(text, path.name, "exec")
        else:
            assert "[13 Kernels →](13_kernels.ipynb)" in text


def test_an_unknown_stem_is_told_the_known_ones():
    with pytest.raises(SystemExit, match=r"There is no lecture 'forest': take one of decisions, .*mixtures"):
        lecture.main("forest")
