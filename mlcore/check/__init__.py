"""Exercises that answer: `check` an attempt, look at a `solution`, list your `progress`."""

from mlcore.check import lecture_02, lecture_10, lecture_11, lecture_12, lecture_13, lecture_17, lecture_18  # noqa: F401 - importing a lecture registers its exercises
from mlcore.check.claims import claims
from mlcore.check.exercise import EXERCISES, Exercise, Mistake
from mlcore.check.verdict import Verdict, check, progress, solution

__all__ = ["EXERCISES", "Exercise", "Mistake", "Verdict", "check", "claims", "progress", "solution"]
