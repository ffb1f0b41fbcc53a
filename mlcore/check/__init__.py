"""Exercises that answer: `check` an attempt, look at a `solution`, list your `progress`. And `claims` of the text."""

import mlcore.base.packages  # noqa: F401  # first, as it says what to do where the others cannot be imported
from mlcore.check.claims import claims
from mlcore.check.exercise import Exercise, Mistake
from mlcore.check.kept import forget
from mlcore.check.progress import progress
from mlcore.check.references import faults
from mlcore.check.registry import exercise, exercises, exercises_of
from mlcore.check.verdict import Verdict, check, solution

__all__ = [
    "Exercise", "Mistake", "Verdict", "check", "claims", "exercise", "exercises", "exercises_of", "faults", "forget",
    "progress", "solution",
]  # fmt: skip
