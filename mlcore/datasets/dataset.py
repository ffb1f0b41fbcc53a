"""What every data set is: a table of inputs, what belongs to each row, and the names."""

from dataclasses import dataclass, field, replace

import numpy as np
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import StandardScaler


@dataclass(frozen=True)
class Dataset:
    """Inputs X (n, d), labels or targets y (n,), and the names of the columns and of the classes.

    is_own: these are a reader's data, made by `datasets.own`, and not the course's.
    """

    X: np.ndarray
    y: np.ndarray
    feature_names: tuple[str, ...]
    target_names: tuple[str, ...]
    is_own: bool = field(default=False, repr=False, compare=False)

    @property
    def target_name(self) -> str:
        """What the axis of the targets is called: their name, or y."""
        return self.target_names[0] if len(self.target_names) == 1 else "y"

    def columns(self, *names: str) -> "Dataset":
        """The same points with only these features. Raises ValueError for a name that is not there."""
        missing = set(names) - set(self.feature_names)
        if missing:
            raise ValueError(f"No feature {sorted(missing)}; there are {list(self.feature_names)}.")
        where = [self.feature_names.index(name) for name in names]
        return replace(self, X=self.X[:, where], feature_names=names)

    def standardised(self) -> "Dataset":
        """Each feature with mean 0 and variance 1 over these points; its name says so, as it has no unit any more."""
        names = tuple(f"{name} (std.)" for name in self.feature_names)
        return replace(self, X=StandardScaler().fit_transform(self.X), feature_names=names)

    def sample(self, n: int, seed: int = 0) -> "Dataset":
        """n of the points, classes in proportion, drawn with this seed."""
        X, _, y, _ = train_test_split(self.X, self.y, train_size=n, stratify=self.y, random_state=seed)
        return replace(self, X=X, y=y)
