"""From a slider's key to new pixels: a bare round trip, `interact` with inline matplotlib, and ours.

All three in one run, in a real browser, for one slider of each sweep that the course is known for.
python -m tests.bench.sliders NAME ... measures these lectures only.
"""

import pathlib
import re
import sys
import tempfile
from statistics import median
from time import perf_counter, sleep

from tests.browser.jupyter import Notebook, browser, open_context, server, write_notebook
from tools.notebooks import NOTEBOOKS, read_text

# The control that is measured, as compute's parameter, and the key of the figure that it belongs to.
SWEEPS = {
    "02_linear_regression": "lr", "10_maximum_margin": "eta", "11_soft_margin": "C", "12_smo": "C",
    "13_kernels": "sigma", "17_kmeans": "K", "18_mixtures": "K",
}  # fmt: skip
KEYS = 15
BARE = """
import ipywidgets as widgets
live = Out[max(Out)]  # not `_`: a lecture may use that name
control = live.controls[NAME]
control = getattr(control, "slider", control)
control.add_class("bench-ours")
bare, echo = widgets.IntSlider(max=1000), widgets.Label()
bare.observe(lambda change: setattr(echo, "value", str(change.new)), "value")
floor = widgets.VBox([bare, echo])
floor.add_class("bench-floor")
floor
"""
INTERACT = """
%matplotlib inline
from IPython.display import display
from mlcore.show import render, style

def redraw(**values):
    result = live._compute(**values)
    panels = live._draw(result)
    with style.rc():
        figure = render.make_figure(panels, live.size)
        figure.set_dpi(style.CSS_DPI * RATIO)
        for ax, panel in zip(figure.axes, panels, strict=True):
            for order, mark in enumerate(panel.marks):
                render.draw_mark(ax, mark, 1 + order / len(panel.marks))
        display(figure)
    print(live._describe(result))

same = {k: getattr(control, k) for k in ("value", "min", "max", "step", "base") if control.has_trait(k)}
others = {k: widgets.fixed(v) for k, v in live.values.items() if k != NAME}
usual = widgets.interactive(redraw, **{NAME: type(control)(**same)}, **others)
usual.add_class("bench-interact")
usual
"""
# Answers come back through `window.answer`: milliseconds from the key to the frame after the new pixels.
WATCH = """([root, kind]) => {
    const now = () => root.querySelector('canvas')?.toDataURL() ?? root.querySelector('img')?.src
                      ?? root.lastElementChild.textContent;
    const before = now();
    window.answer = new Promise((resolve) => {
        let start = 0;
        const onKey = (event) => { start = performance.now(); };
        document.addEventListener('keydown', onKey, { capture: true, once: true });
        const seen = new MutationObserver(async () => {
            const image = kind === 'interact' && root.querySelector('img');
            if (kind === 'interact' && (!image || image.src === before)) return;
            if (image) await image.decode();
            seen.disconnect();
            requestAnimationFrame(() => {
                const spent = performance.now() - start;
                resolve(now() === before ? null : spent);
            });
        });
        const painted = { subtree: true, attributes: true, attributeFilter: ['data-frame'] };
        const replaced = { subtree: true, childList: true, characterData: true };
        if (kind === 'ours') seen.observe(root, painted);
        else seen.observe(kind === 'floor' ? root.lastElementChild : root, replaced);
        setTimeout(() => { seen.disconnect(); resolve(null); }, 5000);
    });
}"""
COUNT = """(root) => {
    window.frames_ = []; window.released = 0;
    document.addEventListener('mouseup', () => { window.released = performance.now(); }, { capture: true, once: true });
    new MutationObserver(() => window.frames_.push(performance.now()))
        .observe(root, { subtree: true, attributes: true, attributeFilter: ['data-frame'] });
}"""


def write(folder: pathlib.Path, lecture: str, ratio: int) -> str:
    """The lecture up to the live figure that has the control, then the two rivals."""
    code = [cell.source for cell in read_text(lecture).cells if cell.cell_type == "code"]
    control = re.compile(rf'"{SWEEPS[lecture]}": show\.\w*slider\(')
    last = next(number for number, source in enumerate(code) if control.search(source))
    settings = f"RATIO, NAME = {ratio}, {SWEEPS[lecture]!r}"
    name = f"bench_{lecture}_{ratio}.ipynb"
    write_notebook(folder / name, *code[: last + 1], settings + BARE, INTERACT)
    return name


def reach(handle) -> list[float]:
    """Lowest, highest and present position of a slider."""
    return [float(handle.get_attribute(f"aria-value{name}")) for name in ("min", "max", "now")]


def press_keys(notebook: Notebook, kind: str, root, handle) -> list[float | None]:
    """Milliseconds for each of the keys, all in one direction, each waited for; None: not answered."""
    root.scroll_into_view_if_needed()
    handle.focus()
    low, high, now = reach(handle)
    key, times = "ArrowLeft" if now - low > high - now else "ArrowRight", []
    for _ in range(KEYS):
        notebook.page.wait_for_timeout(120)
        if float(handle.get_attribute("aria-valuenow")) == (low if key == "ArrowLeft" else high):
            break  # a short slider: fewer new values
        notebook.page.evaluate(WATCH, [root.element_handle(), kind])
        notebook.page.keyboard.press(key)
        times.append(notebook.page.evaluate("() => window.answer"))
    return times


def drag(notebook: Notebook, root, handle) -> tuple[int, int, float]:
    """Moves and painted frames while it is dragged for a second; milliseconds from release to the last frame."""
    mouse = notebook.page.mouse
    root.scroll_into_view_if_needed()
    box, (low, high, now) = handle.bounding_box(), reach(handle)
    pace = -90 if now - low > high - now else 90  # pixels a second, to where there is room
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse.move(x, y)
    mouse.down()
    notebook.page.evaluate(COUNT, root.element_handle())
    start, moves = perf_counter(), 0
    while (elapsed := perf_counter() - start) < 1:
        moves += 1
        mouse.move(x + pace * elapsed, y)
        sleep(max(0, start + moves / 60 - perf_counter()))
    mouse.up()
    notebook.page.wait_for_timeout(1500)
    frames, released = notebook.page.evaluate("() => [window.frames_, window.released]")
    return moves, len(frames), frames[-1] - released


def report(name: str, times: list[float | None]) -> float:
    """Print a line; returns the median."""
    answered = [t for t in times if t is not None]
    middle = median(answered)
    print(f"  {name:10} {middle:6.1f} ms  ({min(answered):.0f} to {max(answered):.0f}), "
          f"{len(answered)} of {len(times)} keys answered")  # fmt: skip
    return middle


def measure(chrome, url: str, name: str, lecture: str, ratio: int) -> None:
    """One figure on one screen."""
    notebook = Notebook(open_context(chrome, ratio).new_page(), url, name)
    notebook.run_all()
    print(f"Lecture {lecture[:2]}, slider {SWEEPS[lecture]}, key to new pixels, {ratio} device pixel(s) per CSS pixel")
    roots = {"floor": ".bench-floor", "interact": ".bench-interact", "ours": ".mlcore-live:has(.bench-ours)"}
    medians = {}
    for kind, selector in roots.items():
        root = notebook.page.locator(selector)
        handle = root.locator(".bench-ours [role=slider]" if kind == "ours" else "[role=slider]").first
        medians[kind] = report(kind, press_keys(notebook, kind, root, handle))
    share = medians["ours"] / medians["interact"]
    print(f"  ours / interact = {share:.3f}   at most 1/4: {'yes' if share <= 1 / 4 else 'NO'}")
    moves, frames, late = drag(notebook, root, handle)
    print(f"  dragged for a second: {moves} moves, {frames} frames painted, the last {late:.0f} ms after release")
    notebook.page.context.close()


def main(lectures: list[str] | None = None) -> None:
    """Measure these lectures, or all that exist."""
    there = [name for name in lectures or SWEEPS if (NOTEBOOKS / f"{name}.ipynb").is_file()]
    with tempfile.TemporaryDirectory() as folder, browser() as chrome:
        names = {(name, ratio): write(pathlib.Path(folder), name, ratio) for name in there for ratio in (1, 2)}
        with server(pathlib.Path(folder)) as url:
            for (lecture, ratio), name in names.items():
                measure(chrome, url, name, lecture, ratio)


if __name__ == "__main__":
    main(sys.argv[1:])
