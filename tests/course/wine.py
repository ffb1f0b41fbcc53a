"""What a teacher might put in: wines by a chemist, as a DataFrame with classes by name, cut for each kind of data."""

from typing import Any

import pandas as pd
from sklearn.datasets import load_wine

from mlcore.plots import kinds
from mlcore.plots.figure import Figure

COLUMNS = ["alcohol", "proline"]
GRAPES = ("Barbera", "Barolo", "Grignolino")


def wines() -> pd.DataFrame:
    """178 wines, 13 measurements, and the grape of each under "grape"; rows bear names, not numbers."""
    bunch: Any = load_wine(as_frame=True)
    frame = bunch.frame
    grapes = frame.pop("target").map({0: "Barolo", 1: "Grignolino", 2: "Barbera"})
    return frame.assign(grape=grapes).set_index("wine " + frame.index.astype(str))


def wine_for(figure: Figure) -> tuple | None:
    """The wines as what this figure takes; None where wine makes no sense: images, words, flips, waits, formulas."""
    table = wines()
    pair, whole = table[table.grape != "Barbera"], table.drop(columns="grape")
    if figure.kind is kinds.TABLE and figure.default().target_names == ("progression",):
        return whole[["ash", "flavanoids"]], table.proline
    by_kind = {
        kinds.POINTS: (table[COLUMNS],),
        kinds.CLASSES: (pair[[*COLUMNS, "grape"]], "grape"),
        kinds.CLASSES_ON_A_LINE: (pair[["alcohol"]], pair.grape),
        kinds.GROUPS: (table[COLUMNS], table.grape),
        kinds.LINE: (table.alcohol, table.proline),
        kinds.NUMBERS: (table.alcohol,),
        kinds.TABLE: (whole, table.grape.astype("category")),
        kinds.CLASS_TABLE: (whole.loc[pair.index], pair.grape),
        kinds.TABLES: ({"wines": table[COLUMNS]},),
    }
    targets = (table[["alcohol"]], table.proline) if figure.kind.words.startswith("one input, and targets") else None
    return next((given for kind, given in by_kind.items() if kind is figure.kind), targets)
