"""What the notebooks say of each other, written from the table of lectures: python -m tools.navigation.

The line of links at the top and at the end of each lecture, the map in notebook 00, and the rooms in docs/map.md.
"""

import re
from functools import partial

from mlcore.course import BY_NUMBER, LECTURES, Lecture
from tools.notebooks import NOTEBOOKS

TEXTS = NOTEBOOKS / "text"
LINKS = re.compile(r"^\[← .+\.ipynb\).*$", re.M)
MAP = re.compile(r"<!-- map -->\n.*?<!-- end of map -->", re.S)
ROOMS = re.compile(r"<!-- rooms -->\n.*?<!-- end of rooms -->", re.S)
MAP_OF_ROOMS = NOTEBOOKS.parent / "docs" / "map.md"


def navigation(lecture: Lecture) -> str:
    """The links to the start and to the neighbours."""
    words = ["[← 00 Start here](00_start_here.ipynb)"]
    if before := BY_NUMBER.get(lecture.number - 1):
        words.append(f"[← {before.number:02} {before.title}]({before.name}.ipynb)")
    if after := BY_NUMBER.get(lecture.number + 1):
        words.append(f"[{after.number:02} {after.title} →]({after.name}.ipynb)")
    return " · ".join(words)


def course_map() -> str:
    """The lectures as a table."""
    rows = ["| no. | lecture | question | you move | needs |", "|---|---|---|---|---|"]
    for lecture in LECTURES:
        needs = ", ".join(f"{number:02}" for number in lecture.needs) or "–"
        title = f"[{lecture.title}]({lecture.name}.ipynb)"
        rows.append(f"| {lecture.number:02} | {title} | {lecture.question} | {lecture.moves} | {needs} |")
    return "\n".join(rows)


def rooms() -> str:
    """Each lecture's room and its algorithms, as a table."""
    rows = ["| lecture | room | algorithms |", "|---|---|---|"]
    for lecture in LECTURES:
        algorithms = ", ".join(f"`mlcore.{name}`" for name in lecture.algorithms)
        rows.append(f"| {lecture.number:02} {lecture.title} | `mlcore/lectures/{lecture.stem}/` | {algorithms} |")
    return "\n".join(rows)


def with_rooms(text: str) -> str:
    """The text of docs/map.md with the table of rooms as it should be."""
    return ROOMS.sub(lambda _: f"<!-- rooms -->\n{rooms()}\n<!-- end of rooms -->", text)


def current(name: str, text: str) -> str:
    """The text of a notebook with its links and its map as they should be."""
    if name == "00_start_here":
        return MAP.sub(lambda _: f"<!-- map -->\n{course_map()}\n<!-- end of map -->", text)
    if name[:2].isdigit():
        links = navigation(BY_NUMBER[int(name[:2])])
        return LINKS.sub(lambda _: links, text)
    return text


if __name__ == "__main__":
    texts = {path: partial(current, path.stem) for path in sorted(TEXTS.glob("*.md"))}
    for path, written in (texts | {MAP_OF_ROOMS: with_rooms}).items():
        before = path.read_text(encoding="utf-8")
        after = written(before)
        if after != before:
            path.write_text(after, encoding="utf-8")
            print(path.name)
