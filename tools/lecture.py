"""The skeleton of a lecture: python -m tools.lecture STEM writes what is not there yet, and says what is missing.

What it lays passes the tests of order and of cells; its one figure and its one exercise are there to be replaced.
"""

import pathlib
import sys

from mlcore.lectures import BY_STEM, Lecture
from tools import form
from tools.navigation import navigation
from tools.notebooks import NOTEBOOKS, build

ROOT = NOTEBOOKS.parent

FIGURES = '''"""The figures of lecture {number}, {title}."""

from dataclasses import dataclass

import numpy as np

from mlcore import datasets, show
from mlcore.datasets import Dataset
from mlcore.figures.frame import figure
from mlcore.figures.kinds import POINTS
from mlcore.show import Live, Panel


@dataclass(frozen=True)
class Idea:
    """The points within a radius of the middle."""

    data: Dataset
    inside: np.ndarray


def draw_idea(s: Idea) -> list[Panel]:
    looks = (~s.inside, show.GREY, "o", "outside"), (s.inside, show.BLUE, "s", "inside")
    marks = [show.Points(s.data.X[k], color=color, marker=marker, label=label) for k, color, marker, label in looks]
    names = s.data.feature_names
    return [Panel(marks, **show.window(s.data.X), xlabel=names[0], ylabel=names[1])]


def describe_idea(s: Idea) -> str:
    return f"{{int(s.inside.sum())}} of {{len(s.inside)}} points are inside."


@figure(POINTS, datasets.clouds, most=600)
def idea(data: Dataset) -> Live:
    """To be replaced by the lecture's idea."""
    away = np.sqrt((((data.X - data.X.mean(axis=0)) / data.X.std(axis=0)) ** 2).sum(axis=1))

    def compute(radius: float) -> Idea:
        return Idea(data, away <= radius)

    return Live(compute, draw_idea, describe_idea, controls={{"radius": show.slider("radius", 1.0, 0.0, 2.5, 0.1)}})
'''

EXERCISES = '''"""Exercises of lecture {number}: {title}."""

from mlcore.check import Mistake, exercises_of

exercise = exercises_of("{stem}")


def _numbers(rng):
    yield (1.0,)
    for _ in range(9):
        yield (float(rng.normal()),)


@exercise(
    "{stem}-1",
    "to be replaced",
    problems=_numbers,
    hint="Twice the number.",
    worked=[((3,), 6)],
    mistakes=[Mistake(lambda x: x * x, "That is the square.")],
)
def twice(x):
    """2x."""
    return 2 * x
'''

TEXT = """---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  display_name: Python 3
  language: python
  name: python3
---

# {number} · {title}

**The question.** {question}

**Afterwards you can** …

**You need** {needs}
**Time** … minutes for the main path, … more for the sections marked *Further*, and the exercises.

{navigation}

+++

Four ingredients, as in every lecture. **Data**: … **Model**: … **Cost**: … **Minimiser**: …

```{{code-cell}} ipython3
from mlcore import datasets, show
from mlcore.figures import {stem} as figures
```

```{{code-cell}} ipython3
# your own data go here: two columns
data = datasets.clouds()
X = data.X
```

## 1 · The idea in one picture

…

<div class="alert alert-info">

**Before you move it.** …?

(Nothing moves? *Run ▸ Run All Cells*, then come back up here.)

</div>

```{{code-cell}} ipython3
live = figures.idea(data)
live
```

**What to see.** At radius 0 no point is inside.

```{{code-cell}} ipython3
---
jupyter:
  source_hidden: true
---
# checked: no point at the left end
from mlcore.check import claims

with claims():
    assert live.at(radius=0.0).inside.sum() == 0
```

## 2 · The derivation

$$1+1=2 \\tag{{{plain}.1}}$$

## 3 · The code

…

## 4 · Real data

…

## 5 · It is checked

…

## 6 · Where it fails

…

## Summary

…

## Exercises

```{{code-cell}} ipython3
from mlcore.check import check, progress, solution
```

**{stem}-1 · …** (to derive, to predict, or a bug to find)

```{{code-cell}} ipython3
def twice(x):
    ...


check("{stem}-1", twice)
```

```{{code-cell}} ipython3
progress()
```

Stuck? Each solution is one click away.

```{{code-cell}} ipython3
solution("{stem}-1")
```

## Corrections to the notes

{opening} You need none of them.

| where | printed | right | what it does |
|---|---|---|---|

## Sources

…

{navigation}
"""


def skeleton(lecture: Lecture) -> dict[pathlib.Path, str]:
    """The three files of a lecture, and what to put into them."""
    needs = ", ".join(f"lecture {number:02}" for number in lecture.needs) or "no earlier lecture"
    words = dict(number=f"{lecture.number:02}", plain=lecture.number, stem=lecture.stem, title=lecture.title,
                 question=lecture.question, needs=needs + ".", navigation=navigation(lecture),
                 opening=form.OPENING)  # fmt: skip
    return {
        ROOT / "mlcore" / "figures" / f"{lecture.stem}.py": FIGURES.format(**words),
        ROOT / "mlcore" / "exercises" / f"{lecture.stem}.py": EXERCISES.format(**words),
        NOTEBOOKS / "text" / f"{lecture.name}.md": TEXT.format(**words),
    }


def main(stem: str) -> None:
    if stem not in BY_STEM:
        raise SystemExit(f"There is no lecture {stem!r}: take one of {', '.join(BY_STEM)} (mlcore/lectures.py).")
    lecture = BY_STEM[stem]
    for path, text in skeleton(lecture).items():
        if not path.exists():
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.relative_to(ROOT)}")
    if not (NOTEBOOKS / f"{lecture.name}.ipynb").exists():
        build(lecture.name)
    print(form.counts(lecture.name))
    for fault in form.faults(lecture.name):
        print(f"missing: {fault}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
