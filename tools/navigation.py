"""What the notebooks say of each other, written from the table of lectures: python -m tools.navigation.

The line of links at the top and at the end of each lecture, and the map in notebook 00.
"""

import re

from mlcore.lectures import BY_NUMBER, LECTURES, Lecture
from tools.notebooks import NOTEBOOKS

TEXTS = NOTEBOOKS / "text"
LINKS = re.compile(r"^\[← .+\.ipynb\).*$", re.M)
MAP = re.compile(r"<!-- map -->\n.*?<!-- end of map -->", re.S)


def exists(lecture: Lecture) -> bool:
    return (TEXTS / f"{lecture.name}.md").exists()


def navigation(lecture: Lecture) -> str:
    """The links to the start and to the neighbours; those that are not there yet are called planned."""
    words = ["[← 00 Start here](00_start_here.ipynb)"]
    for number, before in ((lecture.number - 1, True), (lecture.number + 1, False)):
        other = BY_NUMBER.get(number)
        if other is None:
            continue
        name = f"{other.number:02} {other.title}"
        if exists(other):
            words.append(f"[{f'← {name}' if before else f'{name} →'}]({other.name}.ipynb)")
        else:
            words.append(f"{'before' if before else 'next'}: {name} (planned)")
    return " · ".join(words)


def course_map() -> str:
    """The lectures that are here as a table, and the planned ones folded."""
    here, planned = [], []
    for lecture in LECTURES:
        title = f"[{lecture.title}]({lecture.name}.ipynb)" if exists(lecture) else lecture.title
        needs = ", ".join(f"{number:02}" for number in lecture.needs) or "–"
        row = f"| {lecture.number:02} | {title} | {lecture.question} | {lecture.moves} | {needs} |"
        (here if exists(lecture) else planned).append(row)
    head = ["| no. | lecture | question | you move | needs |", "|---|---|---|---|---|"]
    fold = ["", f"<details><summary>Planned lectures ({len(planned)})</summary>", "", *head, *planned, "", "</details>"]
    return "\n".join([*head, *here, *(fold if planned else [])])


def current(name: str, text: str) -> str:
    """The text of a notebook with its links and its map as they should be."""
    if name == "00_start_here":
        return MAP.sub(lambda _: f"<!-- map -->\n{course_map()}\n<!-- end of map -->", text)
    if name[:2].isdigit():
        links = navigation(BY_NUMBER[int(name[:2])])
        return LINKS.sub(lambda _: links, text)
    return text


if __name__ == "__main__":
    for path in sorted(TEXTS.glob("*.md")):
        before = path.read_text(encoding="utf-8")
        after = current(path.stem, before)
        if after != before:
            path.write_text(after, encoding="utf-8")
            print(path.name)
