"""What every figure draws, says and offers, before a change and after it.

python -m tools.compare_figures record FILE [STEM ...]     writes what the figures of this checkout do
python -m tools.compare_figures diff BEFORE AFTER          says where two such files differ

Of each figure: its controls and pointers; at its start, at both ends of each control (every entry of a menu), at five
random places, with the first point of each group moved, with a point added and one removed, with each of its settings
changed, on the other data of its kind, and on data that do not fit: size, panels, caption, and a hash of the marks.
A menu's labels and the numbers of sliders count, too. Only `_figures` knows how the two checkouts name their modules.
"""

import hashlib
import inspect
import pickle
import random
import re
import sys
import time

import numpy as np

STEMS = [
    "decisions", "linear_regression", "complexity", "neighbours_perceptron", "generalisation", "logistic_regression",
    "families", "generative", "constraints", "maximum_margin", "soft_margin", "smo", "kernels", "trees", "ensembles",
    "pca", "kmeans", "mixtures", "start_here",
]  # fmt: skip
# By figure: names of controls and pointers as they are now, and as they were.
RENAMED: dict[str, dict[str, str]] = {
    "trees.question": {"handle": "at"},
    "generalisation.failures": {"rules": "size"},
    "linear_regression.race": {"batch": "size"},
}


def _figures():
    try:
        from mlcore.figures.frame import all_figures
    except ImportError:
        from mlcore.lectures import all_figures
    for name, figure in all_figures().items():
        module, _, own = name.rpartition(".")
        stem = max((s for s in STEMS if module == s or module.startswith(f"{s}_")), key=len)
        yield f"{stem}.{own}", figure


def _hash(thing) -> str:
    return hashlib.sha1(thing if isinstance(thing, bytes) else repr(thing).encode()).hexdigest()[:16]


def _drawn(panels, description, size) -> dict:
    from mlcore.show.marks import flat, rows_of
    from mlcore.show.pack import pack

    packed = pack(panels)
    looks = [{k: v for k, v in mark.items() if k not in ("at", "counts")} for mark in packed["marks"]]
    still = [(dict(vars(panel), marks=None), panel.legend) for panel in flat(panels)]
    numbers = np.frombuffer(packed["data"], np.float32)
    return dict(
        caption=description, size=tuple(size), rows=[len(row) for row in rows_of(panels)], panels=_plain(repr(still)),
        marks=[_plain(repr(look)) for look in looks], counts=[mark["counts"] for mark in packed["marks"]],
        data=_hash(packed["data"]), few=[float(f"{v:.4g}") for v in numbers[:40]],
    )  # fmt: skip


def _plain(text: str) -> str:
    """Numbers as numbers, whichever type of float they are, to ten digits."""
    text = re.sub(r"np\.(?:float64|float32|int64|str_|bool)\(([^()]*)\)", r"\1", text)
    return re.sub(r"-?\d+\.\d{9,}(?:e-?\d+)?", lambda found: f"{float(found[0]):.10g}", text)


def _seen(live, values) -> dict:
    try:
        picture = live.picture_at(**values)
    except Exception as error:
        return dict(error=f"{type(error).__name__}: {error}")
    return _drawn(picture.panels, picture.description, picture.size)


def _options(control):
    return [value for _, value in control._options_full]


def _offers(live) -> dict:
    def of(control):
        names = ("description", "value", "min", "max", "step", "base", "readout_format", "_options_full")
        parts = {n: _plain(repr(getattr(control, n))) for n in names if hasattr(control, n)}
        if (play := getattr(control, "play", None)) is not None:
            parts |= {"play": (play.min, play.max, play.value, play.interval, play.description)}
        return type(control).__name__.replace("PlaySlider", "StepSlider"), parts

    return dict(
        controls={name: of(control) for name, control in live.controls.items()},
        pointers=[
            (_plain(repr(g.spec)), g.parameters, _plain(repr(p)))
            for g, p in zip(live.pointers, live.canvas.points, strict=True)
        ],
    )


def _values(control) -> list:
    if hasattr(control, "options"):
        return _options(control)
    if not hasattr(control, "min"):
        return [False, True]
    low, high = control.min, control.max
    if hasattr(control, "base"):
        return [float(control.base**x) for x in np.linspace(low, high, 5)]
    if isinstance(control.value, int):
        return sorted({round(x) for x in np.linspace(low, high, 5)})
    step = getattr(control, "step", 1)
    return [min(float(low + step * round((x - low) / step)), float(high)) for x in np.linspace(low, high, 5)]


def _ends(control) -> list:
    values = _values(control)
    return values if hasattr(control, "options") else [values[0], values[-1]]


def _moves(live):
    controls = live.controls
    for name, control in controls.items():
        for value in _ends(control):
            yield f"{name}={_plain(repr(value))}"[:60], {name: value}
    rng = random.Random(1)
    if len(controls) > 0:
        for k in range(5):
            yield f"place {k}", {name: rng.choice(_values(control)) for name, control in controls.items()}
    for group in live.pointers:
        yield from _points(live, group)


def _points(live, group):
    X = np.array(group.X, float).reshape(-1, 2)
    if not len(X):
        return
    panel = live.panels[group.panel]
    for share in (0.25, 0.8):
        moved = X.copy()
        moved[0] = [low + share * (high - low) for low, high in (panel.xlim, panel.ylim)]
        yield f"{group.name} moved to {share}", {group.name: moved}
    if not group.editable or group.kind == "ellipse":
        return
    labels = {} if group.y is None else {group.labels: np.asarray(group.y)}
    middle = [[np.mean(panel.xlim), np.mean(panel.ylim)]]
    yield (
        f"{group.name} added",
        {group.name: np.vstack([X, middle])} | {k: np.append(y, y[0]) for k, y in labels.items()},
    )
    yield f"{group.name} removed", {group.name: X[1:]} | {k: y[1:] for k, y in labels.items()}
    yield f"{group.name} none", {group.name: X[:0]} | {k: y[:0] for k, y in labels.items()}


def _one(make) -> dict:
    """A figure that is made so, at its start and wherever it can be moved."""
    try:
        live = make()
    except Exception as error:
        return {"": dict(error=f"{type(error).__name__}: {error}")}
    if not hasattr(live, "controls"):
        return {"": _drawn(live.panels, live.description, live.size)}
    found = {"": _offers(live) | _drawn(live.rows, live.description, live.size)}
    for where, values in _moves(live):
        found[where] = _seen(live, values)
    live.close()
    return found


def _settings(name, call) -> list[dict]:
    """Each setting with another value than its own."""
    old = RENAMED.get(name, {})
    found = []
    for parameter in inspect.signature(inspect.unwrap(call)).parameters.values():
        value = parameter.default
        if isinstance(value, bool) or not isinstance(value, (int, float)) or parameter.name in ("limit",):
            continue
        others = (value + 1, max(value - 1, 1)) if isinstance(value, int) else (value * 1.25,)
        found += [{old.get(parameter.name, parameter.name): other} for other in others]
    return found


def of_figure(name, figure, settings) -> dict:
    call = getattr(figure, "call", figure)
    found = dict(_one(call))
    for given in settings:
        found |= {f"with {given}: {where}": parts for where, parts in _one(lambda g=given: call(**g)).items()}
    for words, data in figure.kind.others().items():
        found |= {f"on {words}: {where}": parts for where, parts in _one(lambda d=data: call(*d)).items()}
    for words, data in figure.kind.misfits().items():
        found |= {f"misfit {words}: {where}": parts for where, parts in _one(lambda d=data: call(*d)).items()}
    return found


def record(out, stems, settings=None) -> None:
    found, asked = {}, {}
    if settings:
        with open(settings, "rb") as file:
            asked = pickle.load(file)["settings"]
    for name, figure in _figures():
        if stems and name.split(".")[0] not in stems:
            continue
        start = time.perf_counter()
        assert name not in found, name
        if name not in asked:
            asked[name] = _settings(name, figure.call)
        found[name] = of_figure(name, figure, asked[name])
        print(f"{name:45} {len(found[name]):4} {time.perf_counter() - start:6.1f} s", flush=True)
    with open(out, "wb") as file:
        pickle.dump({"figures": found, "settings": asked}, file)


def near(a, b) -> str:
    """Where two long words begin to differ."""
    a, b = str(a), str(b)
    k = next((k for k, (u, v) in enumerate(zip(a, b, strict=False)) if u != v), min(len(a), len(b)))
    return ("…" if k > 80 else "") + a[max(0, k - 80) : k + 160]


def with_minus(value):
    return re.sub(r"(?<![\w'#])-(?=[\d.∞i])|(?<=\de)-(?=\d)", "−", str(value)) if value is not None else None


def renamed(name, found):
    words = RENAMED.get(name, {})
    for new, old in words.items():
        found = {re.sub(rf"\b{new}(?= moved| added| removed| none|=)", old, where): p for where, p in found.items()}
        for parts in found.values():
            if "pointers" in parts:
                parts["pointers"] = [(s, tuple(words.get(n, n) for n in names), p) for s, names, p in parts["pointers"]]
            if "controls" in parts:
                parts["controls"] = {words.get(n, n): c for n, c in parts["controls"].items()}
    return found


def loaded(path) -> dict:
    with open(path, "rb") as file:
        return {name: renamed(name, found) for name, found in pickle.load(file)["figures"].items()}


def diff(a, b) -> int:
    """Print each difference of the figures in b, at most five a figure; returns how many there are."""
    before, after = loaded(a), loaded(b)
    bad, minus, places = 0, {}, 0
    for name in after:
        told = 0
        if missing := before[name].keys() ^ after[name].keys():
            bad += 1
            print(name, "positions differ:", sorted(missing)[:8])
        for where in (w for w in before[name] if w in after[name]):
            places += 1
            x, y = before[name][where], after[name][where]
            for part in sorted(x.keys() | y.keys()):
                old, new = x.get(part), y.get(part)
                if _plain(str(old)) == _plain(str(new)):
                    continue
                seen = f"{name} [{where}] {part}\n   - {near(old, new)}\n   + {near(new, old)}"
                if with_minus(old) == with_minus(new):
                    minus.setdefault(name, seen)
                    continue
                bad += 1
                told += 1
                if told <= 5:
                    print(seen)
        if told > 5:
            print(f"{name}: {told} differences")
    print(*(f"minus: {seen}" for seen in minus.values()), sep="\n")
    gone = {n for n in before if n not in after and any(n.split(".")[0] == m.split(".")[0] for m in after)}
    print(f"{len(after)} figures, {places} places: {bad} differences, {len(minus)} with a minus; gone: {sorted(gone)}")
    return bad + len(gone)


if __name__ == "__main__":
    if sys.argv[1] == "record":
        named = [word for word in sys.argv[3:] if not word.startswith("--settings=")]
        given = next((word.partition("=")[2] for word in sys.argv[3:] if word.startswith("--settings=")), None)
        record(sys.argv[2], named, given)
    else:
        sys.exit(bool(diff(*sys.argv[2:4])))
