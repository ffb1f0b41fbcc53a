"""Points that a reader drags, adds and removes: their state on its way to the browser and back.

What a group of points means is said here; pointer.js only moves them. A group is a Pointer; a figure may have several.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from mlcore.show.numbers import with_minus
from mlcore.show.style import BLACK, class_look

_MOVE = "Drag a point. By keys: Tab to a point, or type its number"
_EDIT = "Drag a point; double-click adds one or removes it. By keys: Tab to a point, or type its number"
_HANDLES = ("centre", "end of an axis")


@dataclass(frozen=True, eq=False)
class Pointer:
    """The points X (n, 2) that can be moved in a panel, and their labels y (n,), whole numbers, or None.

    compute is called with X under `name`, and with y under `labels` if there are labels.
    editable: points can be added and removed too. names: what to call the classes, in rising order of their labels,
    or a point. classes: all labels there can be, if not all occur in y. looks: by label, colour and marker.
    along: "x" or "y" if only this coordinate moves, or a polyline (m, 2) to which the points keep.
    kind: "points", or "ellipse": X is then `ellipse_handles(means, covariances)`, and `ellipses` leads back.
    """

    X: Any
    y: Any = None
    panel: int = 0
    editable: bool = True
    names: Sequence[str] = ()
    name: str = "X"
    labels: str = "y"
    classes: Sequence[int] = ()
    looks: dict[int, dict] | None = None
    along: Any = None
    kind: str = "points"

    def __post_init__(self):
        if self.kind not in ("points", "ellipse"):
            raise ValueError(f"kind is {self.kind!r}: take 'points' or 'ellipse'.")
        if self.along is not None and not isinstance(self.along, str):
            _check_plane("along", self.along, at_least=2)
        elif self.along not in (None, "x", "y"):
            raise ValueError(f"along is {self.along!r}: take 'x', 'y' or a polyline (m, 2).")
        if self.names and len(self.names) != len(self._labels):
            raise ValueError(f"names has {len(self.names)} words for {len(self._labels)} classes: one for each.")
        self.checked({self.name: self.X, self.labels: self.y})

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of compute's parameters that these points give."""
        return (self.name,) if self.y is None else (self.name, self.labels)

    @cached_property
    def _labels(self) -> list[int]:
        """All labels that a point can have, in rising order; a centre has 0 and the ends of axes 1."""
        if self.kind == "ellipse":
            return [0, 1]
        if self.y is None:
            return [0]
        labels = {int(label) for label in (*self.classes, *self.y)}
        return sorted({-1, 1} if labels <= {-1, 1} else labels)

    @property
    def _words(self) -> list[str]:
        if self.names:
            return [str(name) for name in self.names]
        if self.kind == "ellipse":
            return list(_HANDLES)
        signed = "+d" if self._labels == [-1, 1] else "d"
        return ["point"] if self.y is None else [with_minus(f"class {c:{signed}}") for c in self._labels]

    def pack(self, X, y=None) -> dict:
        """The synced state: plain numbers."""
        xy = np.asarray(X, float).reshape(-1, 2).tolist()
        if self.kind == "ellipse":
            return {"xy": xy, "labels": [int(k % 3 > 0) for k in range(len(xy))]}
        return {"xy": xy, "labels": [0] * len(xy) if y is None else [int(label) for label in y]}

    def unpack(self, points: dict) -> dict[str, np.ndarray]:
        """compute's arguments for this state."""
        X = np.array(points["xy"], float).reshape(-1, 2)
        if self.y is None:
            return {self.name: X}
        return {self.name: X, self.labels: np.array(points["labels"], np.asarray(self.y).dtype)}

    def checked(self, values: dict) -> dict[str, np.ndarray]:
        """compute's arguments for points and labels that a program gives. ValueError if they are none."""
        X = _check_plane(self.name, values[self.name])
        y = None if self.y is None else values[self.labels]
        if self.kind == "ellipse" and len(X) % 3:
            raise ValueError(f"{self.name} has {len(X)} points: an ellipse has three handles, see ellipse_handles.")
        if y is not None and len(y) != len(X):
            raise ValueError(
                f"{self.name} has {len(X)} points and {self.labels} {len(y)} labels: give both, one label a point."
            )
        if y is not None and not set(np.asarray(y).tolist()) <= set(self._labels):
            raise ValueError(f"{self.labels} has other labels than {self._labels}: name them all in `classes`.")
        return self.unpack(self.pack(self._bound(X), y))

    def pack_values(self, values: dict) -> dict:
        """The synced state for compute's arguments."""
        return self.pack(*(values[name] for name in self.parameters))

    def _bound(self, X: np.ndarray) -> np.ndarray:
        """The points, each at the nearest place of the polyline that binds them."""
        if self.along is None or isinstance(self.along, str):
            return X
        line = np.asarray(self.along, float)
        start = line[:-1]
        step = np.diff(line, axis=0)
        length = np.maximum((step**2).sum(1), np.finfo(float).tiny)
        share = np.clip(((X[:, None] - start) * step).sum(2) / length, 0, 1)  # (n, m - 1): where on each piece
        places = start + share[..., None] * step
        nearest = ((X[:, None] - places) ** 2).sum(2).argmin(1)
        return places[np.arange(len(X)), nearest]

    @property
    def spec(self) -> dict:
        """What pointer.js needs to know."""
        labels = self._labels
        editable = self.editable and self.kind == "points"
        plain = dict(color=BLACK, marker="o")
        looks = {
            label: (plain if self.y is None else class_look(label)) | (self.looks or {}).get(label, {})
            for label in labels
        }
        line = self.along if self.along is None or isinstance(self.along, str) else np.asarray(self.along).tolist()
        return {
            "panel": self.panel, "editable": editable, "kind": self.kind, "along": line, "labels": labels,
            "looks": {str(label): look for label, look in looks.items()},
            "names": dict(zip(map(str, labels), self._words, strict=True)),
            "help": f"{_EDIT if editable else _MOVE}.",
        }  # fmt: skip


def specs_of(pointers: Sequence[Pointer]) -> list[dict]:
    """What pointer.js needs to know of all groups; its help line tells of added points if any group takes them."""
    specs = [group.spec for group in pointers]
    editable = next((spec["help"] for spec in specs if spec["editable"]), None)
    return [spec | {"help": editable or spec["help"]} for spec in specs]


def _check_plane(name: str, points, at_least: int = 0) -> np.ndarray:
    X = np.asarray(points, float)
    if X.size == 0 and not at_least:
        return X.reshape(0, 2)
    if X.ndim != 2 or X.shape[1] != 2 or len(X) < at_least or not np.isfinite(X).all():
        raise ValueError(f"{name} has to be finite points in the plane, shape (n, 2): its shape is {X.shape}.")
    return X


def ellipse_handles(means, covariances, radius: float = 1.0) -> np.ndarray:
    """Three points for each ellipse: its centre and an end of either axis, `radius` standard deviations out.

    means (K, 2), covariances (K, 2, 2), or one of each; returns (3K, 2). The way back is `ellipses`.
    """
    means = np.reshape(means, (-1, 2))
    covariances = np.reshape(covariances, (-1, 2, 2))
    variances, axes = np.linalg.eigh(covariances)  # axes as columns, the shorter one first
    ends = radius * np.sqrt(np.maximum(variances, 0))[:, :, None] * axes.transpose(0, 2, 1)
    return np.stack([means, means + ends[:, 1], means + ends[:, 0]], axis=1).reshape(-1, 2)


def ellipses(handles, radius: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """Means (K, 2) and covariances (K, 2, 2) of the ellipses with these handles (3K, 2)."""
    centre, *ends = np.reshape(handles, (-1, 3, 2)).transpose(1, 0, 2)
    arms = np.stack([end - centre for end in ends], axis=1) / radius
    return centre, np.einsum("kai,kaj->kij", arms, arms)
