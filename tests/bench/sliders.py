"""From a slider's key to new pixels: a bare round trip, `interact` with inline matplotlib, and ours.

All three in one run, in a real browser, on the first live figure of lecture 11.
"""

import pathlib
import tempfile
from statistics import median
from time import perf_counter, sleep

from tests.browser.jupyter import Notebook, browser, open_context, server, write_notebook
from tools.notebooks import read_text

LECTURE = "11_soft_margin"
KEYS = 15
BARE = """
import ipywidgets as widgets
live = _
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

usual = widgets.interactive(redraw, C=show.log_slider("C", 1.0, -3, 3))
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


def write(folder: pathlib.Path, ratio: int) -> str:
    """The lecture up to its first live figure, then the two rivals."""
    code = [cell.source for cell in read_text(LECTURE).cells if cell.cell_type == "code"]
    first = next(number for number, source in enumerate(code) if "show.Live(" in source)
    write_notebook(folder / f"bench_{ratio}.ipynb", *code[: first + 1], BARE, f"RATIO = {ratio}", INTERACT)
    return f"bench_{ratio}.ipynb"


def press_keys(notebook: Notebook, kind: str, selector: str, key: str) -> list[float | None]:
    """Milliseconds for each of the keys, each waited for; None: not answered."""
    root = notebook.page.locator(selector).first
    root.scroll_into_view_if_needed()
    handle = root.get_by_role("slider").first
    handle.focus()
    times = []
    for _ in range(KEYS):
        notebook.page.wait_for_timeout(120)
        notebook.page.evaluate(WATCH, [root.element_handle(), kind])
        notebook.page.keyboard.press(key)
        times.append(notebook.page.evaluate("() => window.answer"))
    return times


def drag(notebook: Notebook) -> tuple[int, int, float]:
    """Moves and painted frames while C is dragged for a second; milliseconds from release to the last frame."""
    root, mouse = notebook.lives.first, notebook.page.mouse
    root.scroll_into_view_if_needed()
    box = root.get_by_role("slider").first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse.move(x, y)
    mouse.down()
    notebook.page.evaluate(COUNT, root.element_handle())
    start, moves = perf_counter(), 0
    while (elapsed := perf_counter() - start) < 1:
        moves += 1
        mouse.move(x + 90 * elapsed, y)
        sleep(max(0, start + moves / 60 - perf_counter()))
    mouse.up()
    notebook.page.wait_for_timeout(1500)
    frames, released = notebook.page.evaluate("() => [window.frames_, window.released]")
    return moves, len(frames), frames[-1] - released


def report(name: str, times: list[float | None]) -> float:
    """Print a line; returns the median."""
    answered = [t for t in times if t is not None]
    middle = median(answered)
    print(f"  {name:34} {middle:6.1f} ms  ({min(answered):.0f} to {max(answered):.0f}), "
          f"{len(answered)} of {len(times)} keys answered")  # fmt: skip
    return middle


def measure(chrome, url: str, name: str, ratio: int) -> None:
    """One screen."""
    notebook = Notebook(open_context(chrome, ratio).new_page(), url, name)
    notebook.run_all()
    print(f"Lecture 11, C slider, key to new pixels, {ratio} device pixel{'s' * (ratio > 1)} per CSS pixel")
    report("bare round trip, the floor", press_keys(notebook, "floor", ".bench-floor", "ArrowRight"))
    theirs = report("interact and inline matplotlib", press_keys(notebook, "interact", ".bench-interact", "ArrowLeft"))
    ours = report("ours", press_keys(notebook, "ours", ".mlcore-live", "ArrowLeft"))
    print(f"  ours / interact = {ours / theirs:.3f}   at most 1/4: {'yes' if ours <= theirs / 4 else 'NO'}")
    moves, frames, late = drag(notebook)
    print(f"  dragged for a second: {moves} moves, {frames} frames painted, the last {late:.0f} ms after release")
    notebook.page.context.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        names = {ratio: write(pathlib.Path(folder), ratio) for ratio in (1, 2)}
        with server(pathlib.Path(folder)) as url, browser() as chrome:
            for ratio, name in names.items():
                measure(chrome, url, name, ratio)


if __name__ == "__main__":
    main()
