"""The two aliases of every signature; docstrings give the shapes."""

from typing import Any, TypeAlias

from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]

# What NumPy makes an array of: lists, tuples, numbers, arrays. It is not NumPy's own alias, as a function that checks
# its argument goes on under the same name, `X = validation.points(X)`, and only Any can become an array on the way.
ArrayLike: TypeAlias = Any
