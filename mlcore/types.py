"""The one alias for an array; docstrings give its shape."""

from typing import Any

from numpy.typing import NDArray

Array = NDArray[Any]
