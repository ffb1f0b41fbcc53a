"""Whether what does not hold is to stop a notebook. For a reader it says so and goes on; for the tests it stops."""

import os

SWITCH = "MLCORE_CLAIMS"


def raising() -> bool:
    """Whether MLCORE_CLAIMS is "raise": in the tests, and when the notebooks are made."""
    return os.environ.get(SWITCH) == "raise"
