"""Each exercise "to derive" has a rubric in its lecture's sheet: `check` sees the result, and not the way to it."""

import re
from dataclasses import dataclass

import pytest

from tests.course.sheets import NAMES, sheet, to_derive
from tools.book import front

SECTION = "## What a derivation must have"
POINTS = 5
HEAD = re.compile(r"^\*\*`([\w-]+)`\*\* \((\d+) points\)$")
LINE = re.compile(r"^- (\d+): (.+)$")


@dataclass(frozen=True)
class Rubric:
    """What a sheet says of one derivation: its points, remarks above the list, and (points, what earns them)."""

    id: str
    points: int
    remarks: list[str]
    lines: list[tuple[int, str]]


def rubrics(text: str) -> list[Rubric]:
    """The rubrics of a sheet, in their order. What is neither a head nor a line of points is a remark."""
    section = text.partition(f"\n{SECTION}\n")[2].partition("\n## ")[0]
    found: list[Rubric] = []
    for row in filter(None, section.splitlines()):
        if head := HEAD.match(row):
            found.append(Rubric(head[1], int(head[2]), [], []))
        elif found and (line := LINE.match(row)):
            found[-1].lines.append((int(line[1]), line[2]))
        elif found:
            found[-1].remarks.append(row)
    return found


RUBRICS = {name: rubrics(sheet(name)) for name in NAMES}
each_rubric = pytest.mark.parametrize("rubric", [r for found in RUBRICS.values() for r in found], ids=lambda r: r.id)


@pytest.mark.parametrize("name", NAMES)
def test_every_exercise_to_derive_has_a_rubric_and_no_other_has_one(name):
    assert [rubric.id for rubric in RUBRICS[name]] == to_derive(name)


def test_there_are_exercises_to_derive_in_every_lecture():
    assert all(to_derive(name) for name in NAMES)  # or the test above would compare nothing with nothing


@each_rubric
def test_its_points_add_up(rubric):
    assert 3 <= len(rubric.lines) <= 5
    assert all(points > 0 for points, _ in rubric.lines)
    assert sum(points for points, _ in rubric.lines) == rubric.points == POINTS


@each_rubric
def test_only_another_way_stands_beside_the_points(rubric):
    assert len(rubric.remarks) <= 1  # a line of points that is written in another form would be a remark, too
    assert all("as well" in remark for remark in rubric.remarks)


@pytest.mark.parametrize("name", NAMES)
def test_it_stands_before_the_homework(name):
    sections = re.findall(r"^## .+$", sheet(name), re.M)
    assert sections.index(SECTION) + 1 == sections.index("## Homework")


def test_the_published_book_leaves_the_rubrics_out(tmp_path):
    published, teachers = tmp_path / "published", tmp_path / "teachers"
    for folder, solutions in ((published, False), (teachers, True)):
        folder.mkdir()
        front.teaching(folder, solutions)
    for name in NAMES:
        student, teacher = (
            (folder / "teaching" / f"{name}.md").read_text(encoding="utf-8") for folder in (published, teachers)
        )
        assert rubrics(teacher) == RUBRICS[name]
        assert rubrics(student) == []
        for rubric in RUBRICS[name]:
            assert all(words not in student for _, words in rubric.lines)
        assert student.partition("## Homework")[2] == teacher.partition("## Homework")[2]  # nothing else is lost
        assert student.partition(SECTION)[0] == teacher.partition(SECTION)[0]
