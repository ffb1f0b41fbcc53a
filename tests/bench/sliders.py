"""From a slider's key to new pixels: a bare round trip, `interact` with inline matplotlib, and ours.

All three in one run, in a real browser. Without a name: one slider of each sweep that the course is known for;
python -m tests.bench.sliders kmeans.elbow measures every slider of this figure, kmeans.elbow:K that one.
"""

import pathlib
import sys
import tempfile
from statistics import median
from time import perf_counter, sleep

import ipywidgets

from mlcore.lectures import all_figures
from mlcore.plots.figure import FIGURES
from tests.browser.jupyter import Notebook, browser, open_context, server, write_notebook

SWEEPS = [
    "decisions.bells:t",
    "linear_regression.descent:lr", "linear_regression.race:lr", "logistic_regression.surface:lr",
    "complexity.local:tau", "neighbours_perceptron.both:K", "neighbours_perceptron.race:gap",
    "maximum_margin.scales:c", "soft_margin.street:C", "smo.steps:C", "kernels.machine:sigma", "trees.depths:depth",
    "generalisation.labelings:rho", "ensembles.forest:B", "pca.turned:angle", "kmeans.elbow:K",
    "kmeans.images:step", "mixtures.plane:K", "families.tangent:t",
    "generative.boundary:share",
]  # fmt: skip
SHARE = 1 / 6  # of interact's time, at most
KEYS = 15
FIGURE = """
import ipywidgets as widgets
from mlcore.lectures import MODULE
live = MODULE.NAME()
live
"""
BARE = """
control = live.controls[CONTROL]
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
from mlcore.show.marks import flat

def redraw(**values):
    state = live.view.state_of(values)
    panels = state.draw()
    with style.rc():
        figure = render.make_figure(panels, live.size)
        figure.set_dpi(style.CSS_DPI * RATIO)
        for ax, panel in zip(figure.axes, flat(panels), strict=True):
            for order, mark in enumerate(panel.marks):
                render.draw_mark(ax, mark, 1 + order / len(panel.marks))
        display(figure)
    print(state.caption)

same = {k: getattr(control, k) for k in ("value", "min", "max", "step", "base", "options") if control.has_trait(k)}
others = {k: widgets.fixed(v) for k, v in live.values.items() if k != CONTROL}
usual = widgets.interactive(redraw, **{CONTROL: type(control)(**same)}, **others)
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


def sliders_of(figure: str) -> list[str]:
    """figure:control for every slider of the figure; one that is named in full is that one. ValueError if none is."""
    figure, _, only = figure.partition(":")
    all_figures()
    kinds = (ipywidgets.IntSlider, ipywidgets.FloatSlider, ipywidgets.FloatLogSlider, ipywidgets.SelectionSlider)
    found = {name: getattr(c, "slider", c) for name, c in FIGURES[figure]().controls.items()}
    names = [name for name, control in found.items() if isinstance(control, kinds) and only in ("", name)]
    if not names:
        raise ValueError(f"{figure} has no slider {only}: it has {', '.join(found) or 'none'}.")
    return [f"{figure}:{name}" for name in names]


def write(folder: pathlib.Path, sweep: str, ratio: int) -> str:
    """The figure, then its two rivals."""
    figure, _, control = sweep.partition(":")
    module, function = figure.split(".")
    settings = f"RATIO, CONTROL = {ratio}, {control!r}"
    name = f"bench_{module}_{function}_{control}_{ratio}.ipynb"
    made = FIGURE.replace("MODULE", module).replace("NAME", function)
    write_notebook(folder / name, made, settings + BARE, INTERACT)
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


def measure(chrome, url: str, name: str, sweep: str, ratio: int) -> bool:
    """One slider on one screen; whether it keeps the budget."""
    notebook = Notebook(open_context(chrome, ratio).new_page(), url, name)
    notebook.run_all()
    print(f"{sweep}, key to new pixels, {ratio} device pixel(s) per CSS pixel")
    roots = {"floor": ".bench-floor", "interact": ".bench-interact", "ours": ".mlcore-live:has(.bench-ours)"}
    medians, answered = {}, True
    for kind, selector in roots.items():
        root = notebook.page.locator(selector)
        handle = root.locator(".bench-ours [role=slider]" if kind == "ours" else "[role=slider]").first
        times = press_keys(notebook, kind, root, handle)
        medians[kind] = report(kind, times)
        answered = None not in times
    share = medians["ours"] / medians["interact"]
    kept = share <= SHARE and answered
    print(f"  ours / interact = {share:.3f}   at most {SHARE:.3f}: {'yes' if kept else 'NO'}")
    moves, frames, late = drag(notebook, root, handle)
    print(f"  dragged for a second: {moves} moves, {frames} frames painted, the last {late:.0f} ms after release")
    notebook.page.context.close()
    return kept


def main(figures: list[str] | None = None) -> bool:
    """Measure the sliders of these figures, or the sweeps; True if all keep the budget."""
    sweeps = [sweep for figure in figures or SWEEPS for sweep in sliders_of(figure)]
    with tempfile.TemporaryDirectory() as folder, browser() as chrome:
        names = {(sweep, ratio): write(pathlib.Path(folder), sweep, ratio) for sweep in sweeps for ratio in (1, 2)}
        with server(pathlib.Path(folder)) as url:
            kept = [measure(chrome, url, name, sweep, ratio) for (sweep, ratio), name in names.items()]
    print(f"{sum(kept)} of {len(kept)} within the budget")
    return all(kept)


if __name__ == "__main__":
    sys.exit(0 if main(sys.argv[1:]) else 1)
