"""A figure of other data speaks of them: their columns on the axes, their classes in legends, none of ours."""

import re
from collections import defaultdict
from typing import Any

import pandas as pd
import pytest

from mlcore.datasets import Dataset
from mlcore.lectures import all_figures
from mlcore.plots.figure import Figure
from mlcore.show.marks import flat
from tests.course.wine import GRAPES, wine_for, wines
from tests.fixtures.pictures import decode
from tests.moves import at_start, values_of

OURS = re.compile(
    r"\b(petals?|sepals?|setosa|versicolor|virginica|iris|flowers?|benign|malignant|tumours?|patients?|people|person"
    r"|wom[ae]n|m[ae]n|cm|kg|mm|bmi|diabetes|texture|concave|mails?|spam|ham|rings?|discs?|ice creams?|digits?)\b"
)
NAMELESS = {"x", "y", "$x_1$", "$x_2$", "$x_{1}$", "$x_{2}$"}  # on axes, where the data have names
THEIRS = re.compile("|".join([*GRAPES, *map(re.escape, wines().columns), "wines"]))
with_data = {name: figure for name, figure in all_figures().items() if figure.default() is not None}
takes_wine = {name: figure for name, figure in with_data.items() if wine_for(figure) is not None}
each = pytest.mark.parametrize("figure", takes_wine.values(), ids=list(takes_wine))


def said_by(live: Any) -> dict[str, set[str]]:
    """All words of a figure at its start and at each entry of its menus, by where they stand."""
    said = defaultdict(set)
    menus = {name: values_of(control) for name, control in live.controls.items() if hasattr(control, "options")}
    for values in [{}, *({name: value} for name, entries in menus.items() for value in entries)]:
        picture = live.picture_at(**values)
        said["description"].add(picture.description)
        for panel in flat(picture.panels):
            said["axes"] |= {panel.xlabel, panel.ylabel, *ticks_of(panel)}
            said["titles"].add(panel.title)
            said["legends"] |= {mark.label for mark in panel.marks}
            said["words"] |= {word for mark in panel.marks for word in getattr(mark, "words", [])}
    for control in live.controls.values():
        options = [str(label) for label, _ in getattr(control, "_options_full", ())]
        said["controls"] |= {getattr(control, "description", ""), *options}
    return said


def ticks_of(panel) -> list[str]:
    return [str(label) for ticks in (panel.xticks, panel.yticks) if ticks for label in ticks[1]]


def names_in(data: Dataset | dict) -> set[str]:
    """The names of columns and classes of a figure's own data, without units; formulas and numbers are no names."""
    tables = data.values() if isinstance(data, dict) else [data]
    names = {name for table in tables for name in (*table.feature_names, *table.target_names)}
    names |= set(data) if isinstance(data, dict) else set()
    short = {name.split(" (")[0] for name in names} - {"height", "weight"}  # a curve has heights, a method weights
    return {name for name in names | short if re.search("[A-Za-z]{2}", name)}


def naming(said: dict[str, set[str]], pattern: re.Pattern) -> set[str]:
    """The places where one of these words stands."""
    return {place for place, texts in said.items() if any(pattern.search(text) for text in texts)}


@each
def test_names_are_those_of_the_data(figure: Figure):
    ours, theirs = said_by(at_start(figure.name)), said_by(figure(*(wine_for(figure) or ())))
    assert not [text for texts in theirs.values() for text in texts if OURS.search(text)]
    assert not theirs["axes"] & NAMELESS
    names = names_in(figure.default())
    generic = figure.default().feature_names[0][0] == "$" if isinstance(figure.default(), Dataset) else True
    of_ours = re.compile("|".join(map(re.escape, [*names, *(["$x_1$", "$x_2$"] if generic else [])])) or "(?!)")
    missing = naming(ours, of_ours) - naming(theirs, THEIRS)
    assert not missing, {place: theirs[place] for place in missing}


def with_money(given: tuple) -> tuple:
    """The same wines, their columns priced: what matplotlib would take for the beginning of a formula."""

    def priced(part: Any) -> Any:
        if isinstance(part, pd.DataFrame):
            return part.rename(columns={name: f"{name} (US$, A$)" for name in part.columns if name != "grape"})
        return {name: priced(table) for name, table in part.items()} if isinstance(part, dict) else part

    return tuple(map(priced, given))


@pytest.mark.all
@each
def test_it_is_drawn_whatever_the_columns_are_called(figure: Figure):
    live = figure(*with_money(wine_for(figure) or ()))
    assert decode(live.image).std() > 0.02


@pytest.mark.all
@pytest.mark.parametrize("figure", all_figures().values(), ids=list(all_figures()))
def test_it_is_drawn_on_other_data_of_its_kind(figure: Figure):
    given = next(iter(figure.kind.others().values()), ())
    assert decode(figure(*given).image).std() > 0.02


def test_every_figure_of_tables_and_points_was_asked():
    kinds_left = {figure.kind.words for name, figure in with_data.items() if name not in takes_wine}
    assert len(kinds_left) == 4, kinds_left  # images, words in mails, coin flips, waiting times
