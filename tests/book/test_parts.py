"""The parts of the book's build: positions, recorded drags, frames in few bytes, pictures for a narrow screen."""

import base64
import json
import math
import pathlib
import re
import zlib

import numpy as np
import pytest
from docutils import nodes
from docutils.utils import new_document

from mlcore import show
from mlcore.lectures import all_figures, neighbours_perceptron, pca, soft_margin
from mlcore.show import style
from mlcore.show.marks import Lines, Panel, Points, flat
from mlcore.show.render import make_figure
from tests.moves import at_start
from tests.views import live_of
from tools.book import __main__ as build
from tools.book.bundle import LEVELS, WINDOW, Bundle, quantised, shortest
from tools.book.drag import STEPS, path, recorded_drag
from tools.book.front import DOCS, with_links
from tools.book.grid import CAP, DRAG, FEWEST, SPARSE, Positions, fitted, frames, positions_of
from tools.book.pages import addresses, folded, views_of
from tools.book.record import NARROW, TALL, narrow, record
from tools.book.search import passages_of


def axis(label, count, start=0, kind="slider"):
    return Positions(label, kind, [{label: k} for k in range(count)], [str(k) for k in range(count)], start)


# -- positions --


@pytest.mark.parametrize("count, start, most", [(61, 0, 7), (61, 60, 7), (61, 29, 7), (100, 98, 3), (5, 1, 3)])
def test_a_thinned_axis_keeps_its_start_and_its_ends(count, start, most):
    thin = axis("C", count, start).thinned(most)
    assert thin.values[0] == {"C": 0}
    assert thin.values[-1] == {"C": count - 1}
    assert thin.values[thin.start] == {"C": start}
    assert thin.labels[thin.start] == str(start)
    assert len(thin.values) <= most
    assert thin.left_out == count - len(thin.values)


def test_what_plays_and_menus_stay_whole():
    axes = [axis("eta", 43, 20), axis("t", 401, kind="steps"), axis("gradient", 2, kind="menu")]
    eta, t, gradient = fitted(axes, CAP)
    assert (len(t.values), len(gradient.values)) == (401, 2)
    assert len(eta.values) == 3
    assert eta.left_out == 40


@pytest.mark.parametrize("counts", [(61, 61, 61, 13, 21), (161, 29), (97, 73, 46, 25), (41, 112, 112, 41)])
def test_the_combinations_fit_and_the_main_slider_keeps_the_most(counts):
    axes = fitted([axis(str(k), n, n // 2) for k, n in enumerate(counts)], CAP)
    assert math.prod(len(a.values) for a in axes) <= 2 * CAP
    assert len(axes[0].values) == max(len(a.values) for a in axes)
    assert all(len(a.values) >= 3 for a in axes)


def test_nothing_is_left_out_where_all_fits():
    assert [a.left_out for a in fitted([axis("a", 50), axis("b", 50)], 2500)] == [0, 0]


def test_labels_are_what_compute_gets():
    live = soft_margin.street()
    C, drag = positions_of(live.view)
    assert [float(word.replace("−", "-")) for word in C.labels] == pytest.approx([v["C"] for v in C.values], rel=5e-3)
    assert C.values[C.start]["C"] == live.controls["C"].value
    assert len(drag.values) >= DRAG


# -- recorded drags --


@pytest.mark.parametrize("made", [neighbours_perceptron.never, pca.turned], ids=["examples", "points"])
def test_a_recorded_drag_begins_and_ends_at_the_start_and_moves_one_point(made):
    live = made()
    drag, group = recorded_drag(live.view), live.pointers[0]
    start = np.asarray(group.X, float)
    moved = [np.abs(v[group.name] - start).max(axis=1) > 0 for v in drag.values]
    assert not moved[0].any()
    assert not moved[STEPS].any()
    assert len(drag.values) == STEPS + 1
    assert {int(np.flatnonzero(m)[0]) for m in moved[1:-1] if m.any()} == {int(np.flatnonzero(moved[1])[0])}
    xlim, ylim = live.panels[group.panel].xlim, live.panels[group.panel].ylim
    for values in drag.values[1:-1]:
        X = values[group.name][moved[1]]
        assert (X - (xlim[0], ylim[0])).min() > 0
        assert (X - (xlim[1], ylim[1])).max() < 0


@pytest.mark.parametrize("along", ["x", "y"])
def test_a_bound_point_keeps_to_its_coordinate(along):
    group, panel = show.Pointer([[1.0, 1.0]], along=along), Panel([], (-2, 2), (-2, 2))
    way = path(group, np.array([1.0, 1.0]), panel)
    still = way[:, 1 if along == "x" else 0]
    assert np.allclose(still, 1)
    assert np.ptp(way) > 0.5


def test_a_point_on_a_curve_stays_on_it():
    turn = np.linspace(0, np.pi, 50)
    curve = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    way = path(show.Pointer([[0.0, 1.0]], along=curve), np.array([0.0, 1.0]), Panel([], (-2, 2), (-2, 2)))
    assert np.abs(np.hypot(*way.T) - 1).max() < 1e-2
    assert np.ptp(way[:, 0]) > 0.9


# -- frames --

WIDE = [-1.0, 3.0, 0.01, 100.0, 0.0, 1.0]  # y is logarithmic


def back(order, steps, limits):
    """What player.js makes of the stored numbers."""
    whole = (steps.astype(int) >> 1) ^ -(steps.astype(int) & 1)
    whole = whole.reshape(-1, 2)
    for _ in range(order):
        whole = np.cumsum(whole, axis=0)
    whole %= LEVELS + 1
    out = np.empty(whole.shape)
    for j, (a, b, log) in enumerate(((*limits[:2], limits[4]), (*limits[2:4], limits[5]))):
        a, b = (math.log(a), math.log(b)) if log else (a, b)
        out[:, j] = (a + b) / 2 + (whole[:, j] / LEVELS - 0.5) * WINDOW * (b - a)
        out[:, j] = np.exp(out[:, j]) if log else out[:, j]
    return out


@pytest.mark.parametrize("seed", range(5))
def test_stored_coordinates_are_right_to_a_fifth_of_a_pixel(seed):
    rng = np.random.default_rng(seed)
    xy = np.stack([rng.uniform(-50, 60, 200), np.exp(rng.uniform(-60, 60, 200))], axis=1).astype(np.float32)
    found = back(*shortest(quantised(xy.ravel(), WIDE)), WIDE)
    assert np.abs(found[:, 0] - xy[:, 0]).max() / 4 * 400 < 0.2  # on an axis of 400 pixels
    assert np.abs(np.log(found[:, 1] / xy[:, 1])).max() / math.log(1e4) * 400 < 0.2


def test_a_smooth_curve_costs_next_to_nothing():
    x = np.linspace(-1, 3, 400)
    curve = np.stack([x, 10 ** np.sin(x)], axis=1).astype(np.float32)
    order, steps = shortest(quantised(curve.ravel(), WIDE))
    assert order == 2
    assert np.median(steps) <= 2


def test_the_same_numbers_in_another_window_are_another_array():
    """What is quantised counts from the lower end of its panel: one array for both would be drawn in a wrong place."""
    xy, bundle = np.array([[0.5, 0.5], [0.7, 0.2]], np.float32), Bundle()
    near, wide = (Panel([Lines([xy])], (0, high), (0, high)) for high in (1, 10))
    bundle.add(0, [near, wide], "twice")
    bundle.add(0, [near, wide], "and again")
    assert len(bundle.arrays) == 2
    for (_, size, at, window, order), panel in zip(bundle.arrays, (near, wide), strict=True):
        steps = np.concatenate(bundle._streams[0])[at : at + size]
        assert np.allclose(back(order, steps, bundle.limits[window]), xy, atol=1e-3 * panel.xlim[1])


@pytest.mark.parametrize("far", [(1e9, 1.0), (0.0, 0.0), (0.0, np.inf)])
def test_what_lies_too_far_out_is_not_clamped_but_kept_as_it_is(far):
    xy = np.array([[0.0, 1.0], far], np.float32)
    assert quantised(xy.ravel(), WIDE) is None
    bundle, panel = Bundle(), Panel([Lines([xy])], (-1, 3), (0.01, 100), logy=True)
    bundle.add(0, [panel], "far out")
    assert bundle.arrays == [[1, 4, 0, -1, 0]]
    assert (bundle._streams[1][0] == xy.ravel()).all()


def unpacked(script):
    name, packed = json.loads(f"[{script.removeprefix('mlcoreBook(').removesuffix(');' + chr(10))}]")
    blob = zlib.decompress(base64.b64decode(packed))
    length = int.from_bytes(blob[:4], "little")
    return name, json.loads(blob[4 : 4 + length])


def test_a_recording_has_each_combination_and_each_distinct_mark_once():
    live = live_of(
        lambda a, b: (a, b),
        lambda r: [Panel([Points(np.array([[r[0], r[1]]])), Points(np.zeros((1, 2)))], (-1, 5), (-1, 5))],
        lambda r: f"{r[0]} and {r[1]}",
        controls={"a": show.Slider("a", 1, 0, 3, 1), "b": show.Choice("b", [0, 1])},
    )
    name, film = unpacked(record(live.view, "it").script)
    assert name == "it"
    assert [film["texts"][f[1]] for f in film["frames"]] == [f"{a} and {b}" for a in range(4) for b in range(2)]
    assert len(film["marks"]) == 8  # (0, 0) is the resting point, too
    assert [(c["label"], c["start"]) for c in film["controls"]] == [("a", 1), ("b", 0)]
    assert len(film["axes"]) == 1
    assert set(film["axes"][0]) == {"wide", "narrow"}


def test_a_recording_has_no_more_frames_than_asked_for():
    live = live_of(
        lambda a: a,
        lambda a: [Panel([Points(np.array([[a, a]]))], (-1, 99), (-1, 99))],
        str,
        controls={"a": show.Slider("a", 30, 0, 98, 1)},
    )
    _, film = unpacked((few := record(live.view, "it", 25)).script)
    assert (few.frames, few.cap) == (25, 25)
    assert film["controls"][0]["left_out"] == 99 - 25
    assert film["texts"][film["frames"][film["controls"][0]["start"]][1]] == "30"


def test_a_sparse_recording_has_ends_start_and_every_entry_of_a_menu():
    live = live_of(
        lambda **values: values,
        lambda _: [Panel([], (0, 1), (0, 1))],
        lambda values: f"{values['a']} {values['t']} {values['b']}",
        controls={
            "a": show.Slider("a", 30, 0, 98, 1), "t": show.StepSlider("t", 40), "b": show.Choice("b", [0, 1, 2, 3, 4]),
        },
    )  # fmt: skip
    a, t, b = positions_of(live.view, SPARSE)
    assert (len(a.values), a.values[0], a.values[-1], a.values[a.start]) == (5, {"a": 0}, {"a": 98}, {"a": 30})
    assert (len(t.values), t.values[0], t.values[-1], t.start) == (5, {"t": 0}, {"t": 40}, 0)
    assert len(b.values) == 5
    assert record(live.view, "it", SPARSE).frames == 5 * 5 * 5


@pytest.mark.parametrize("name", sorted(all_figures()))
def test_a_sparse_recording_is_never_larger_than_the_whole_one(name):
    view = at_start(name).view
    whole = positions_of(view)
    ends_and_start = math.prod(min(3, len(axis.values)) for axis in whole)
    assert frames(positions_of(view, SPARSE)) <= min(frames(whole), max(FEWEST, ends_and_start))


def test_a_book_too_heavy_to_mail_is_refused(monkeypatch, tmp_path):
    monkeypatch.setattr(build, "ROOT", tmp_path)
    frames = tmp_path / "build" / "book" / "frames"
    frames.mkdir(parents=True)
    (frames / "figure.js").write_bytes(bytes(2_000_000))
    build.require_light(tmp_path / "build" / "book", 2e6)
    with pytest.raises(ValueError, match=r"build/book is 2\.0 MB, more than 1\.9 MB: lower CAP"):
        build.require_light(tmp_path / "build" / "book", 1.9e6)


def test_a_book_is_weighed_when_it_is_there(monkeypatch, tmp_path, capsys):
    book = tmp_path / "build" / "book"
    monkeypatch.setattr(build, "ROOT", tmp_path)
    monkeypatch.setattr(build, "BOOK", book)
    for step in ("lectures", "front_pages", "files"):
        monkeypatch.setattr(build, step, lambda *_: None)

    def sphinx(arguments):
        book.mkdir()
        (book / "index.html").write_bytes(bytes(2_000_000))
        return 0

    monkeypatch.setattr(build, "build_main", sphinx)
    assert build.main([]) == 0
    monkeypatch.setattr(build, "MOST", 1.9e6)
    assert build.main([]) == 1
    assert (book / "index.html").exists()
    assert "build/book is 2.0 MB" in capsys.readouterr().err


# -- links to figures --


def test_every_figure_has_its_address():
    assert sorted(addresses()) == sorted(all_figures())


def test_an_address_is_that_of_the_figure_on_its_page():
    views = views_of("14_trees")
    for name, address in addresses().items():
        page, _, number = address.partition(".html#figure-")
        if page == "14_trees":
            assert isinstance(views[int(number)], all_figures()[name].cls)


def test_a_sheet_leads_to_each_of_its_figures():
    places = addresses()
    for file in sorted((DOCS / "teaching").glob("*.md")):
        sheet = file.read_text(encoding="utf-8")
        linked, names = with_links(sheet, places), re.findall(r"^### `(\w+\.\w+)`$", sheet, re.MULTILINE)
        assert len(names) >= 3
        for name in names:
            assert linked.count(f'<a href="../{places[name]}">') >= 2, f"{file.stem}: {name}"


def test_a_position_that_cannot_be_drawn_has_its_sentence():
    def compute(a):
        if a > 1:
            raise ValueError("a is too large: take 1 or less.")
        return a

    live = live_of(compute, lambda a: [Panel([], (0, 1), (0, 1))], str, controls={"a": show.Slider("a", 0, 0, 3, 1)})
    _, film = unpacked(record(live.view, "it").script)
    assert [frame[0] for frame in film["frames"]] == [0, 0, -1, -1]
    assert film["texts"][film["frames"][3][1]] == "a is too large: take 1 or less."


# -- pages --


def test_each_page_of_words_is_there_and_in_the_contents():
    front = (pathlib.Path(build.__file__).parent / "front.md").read_text(encoding="utf-8")
    contents = front.split("```{toctree}")[-1]
    for name in build.WORDS:
        assert (pathlib.Path(build.__file__).parent / f"{name}.md").exists()
        assert re.search(rf"^{name}$|<{name}>$", contents, re.M)


@pytest.mark.parametrize("name", sorted(all_figures()))
def test_on_a_telephone_no_title_label_or_legend_is_cut(name):
    made = at_start(name)
    rows, size = narrow(made.rows)
    assert size[0] == NARROW
    assert size[1] < TALL * 5
    with style.rc():
        figure = make_figure(rows, size)
        figure.set_dpi(style.CSS_DPI)
        figure.draw_without_rendering()  # puts the labels of the axes in their places
        renderer, width = figure.canvas.get_renderer(), size[0] * style.CSS_DPI
        for ax, panel in zip(figure.axes, flat(rows), strict=True):
            parts = [ax.get_legend(), ax.title, ax._left_title, ax.xaxis.label, ax.yaxis.label]
            for part in parts:
                if part is None or (hasattr(part, "get_text") and not part.get_text().strip()):
                    continue
                box = part.get_window_extent(renderer)
                assert (box.x0 > -1) & (box.x1 < width + 1), f"{panel.title or panel.xlabel}: {part}"
                assert box.y0 > -1
                assert box.y1 < size[1] * style.CSS_DPI + 1


def test_a_checked_cell_is_folded_under_its_first_line():
    text = folded("# checked: 1 < 2, always\nwith claims():\n    assert 1 < 2")
    assert "<summary>checked: 1 &lt; 2, always</summary>" in text
    assert "    assert 1 < 2\n```" in text
    assert "# checked" not in text


def test_the_lines_of_a_page_stand_in_their_sections_with_their_formulas():
    document, formula = new_document("page"), nodes.math("", r"\xi_i")
    price = nodes.paragraph("", "A price of ", formula, nodes.Text(" for each point"))
    document += [nodes.paragraph("", "Above all of the sections."), nodes.section("", price, ids=["price"])]
    document += nodes.paragraph("", "Short.")
    assert passages_of(document, {r"\xi_i": "ξi"}.get) == [
        ("", "Above all of the sections."),
        ("price", "A price of ξi for each point"),
    ]


def test_the_player_is_live_js_itself():
    text = build.player()
    assert "export" not in text.split("const mlcoreBook")[1].split("WINDOW")[0]
    assert "function paint(canvas" in text
    assert "return { render };" in text
    assert "= LIVE" not in text
    assert f"WINDOW = {WINDOW}, LEVELS = {LEVELS}," in text


@pytest.mark.parametrize("name", sorted(all_figures()))
def test_every_label_is_true_and_names_one_position(name):
    made = at_start(name)
    for control, part in zip(made.controls, positions_of(made.view), strict=False):
        assert len(set(part.labels)) == len(part.labels), part.label
        values = [v[control] for v in part.values]
        if part.kind == "menu" or not isinstance(values[0], (int, float)) or hasattr(made.controls[control], "options"):
            continue
        said = [float(word.replace("−", "-")) for word in part.labels]
        rel = 5e-3 if hasattr(made.controls[control], "base") else 0  # three digits on a logarithmic slider
        assert said == pytest.approx(values, rel=rel, abs=1e-9), part.label
