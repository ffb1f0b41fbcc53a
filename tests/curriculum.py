"""What each lecture covers: topic ids of the curriculum, and errata of the notes that it discusses."""

import re

SIZES = {
    "FND": 11, "BAY": 12, "PAC": 15, "LIN": 19, "GRD": 13, "CLS": 19, "GLM": 9, "GEN": 16, "NNB": 6, "LAG": 10,
    "SVM": 24, "KER": 17, "TRE": 9, "ENS": 11, "PCA": 5, "KMN": 9, "EMX": 11, "DAT": 13, "TOL": 10, "FIG": 15,
}  # fmt: skip

# Wrong mathematics or a wrong algorithm; errata of other kinds are named only where a lecture has a box for them.
KIND_M = """
    E000-3 E001-10 E002-30 E002-37..38 E002-48 E003-9 E003-13 E003-21..23 E003-26 E003-29 E003-31..32 E003-35..36
    E003-38 E003-47..48 E003-51..52 E003-60 E004-10 E004-12 E004-19 E004-23 E004-28 E004-33 E004-39 E004-52
"""

LECTURES = {
    1: "FND-01..04 FND-06..07 FND-09..11 BAY-01..12 DAT-13 E003-3 E003-5",
    2: "FND-05 DAT-01 LIN-01..08 LIN-19 GRD-01..07 GRD-13 TOL-08 E002-3 E002-6 E003-20",
    3: "LIN-09..17 DAT-02 FIG-08 E002-8..9 E001-6",
    4: "NNB-01..05 CLS-03..09 FND-02 CLS-15 FIG-03 E004-6 E001-3..4 E003-23",
    5: "PAC-01..14 FIG-04 E003-8..9 E003-13",
    6: """CLS-01..02 CLS-11..14 CLS-16..19 LIN-18 GRD-08..12 DAT-12 TOL-02 TOL-07 FIG-09 FIG-11
          E003-24 E003-26 E003-29""",
    7: "GLM-01..09 E002-18 E002-21",
    8: "GEN-01..16 FND-08 DAT-03..04 DAT-09 FIG-10 E002-25 E002-27 E002-30 E002-32",
    9: "LAG-01..10 TOL-01 TOL-10 FIG-12 E002-42 E003-33",
    10: """SVM-01..11 SVM-24 CLS-09 TOL-01 FIG-01 FIG-05 FIG-07
           E001-1 E002-37..38 E002-48 E003-31..32 E003-35""",
    11: """SVM-12..16 SVM-20..23 PAC-15 CLS-10 DAT-06 FIG-06 FIG-13
           E000-3 E000-7 E001-10 E003-21..22 E003-36..37 E004-18..19""",
    12: "SVM-17..19 TOL-03..06 FIG-14 E002-51 E002-53",
    13: "KER-01..17 NNB-06 CLS-10 DAT-10 FIG-02 E000-9 E003-38 E004-39 E004-42 E004-45",
    14: "TRE-01..09 DAT-05 TOL-09 FIG-15 E003-40..41 E004-28..29",
    15: "ENS-01..11 E003-42 E003-44 E004-10 E004-12 E004-33..34",
    16: "PCA-01..05 DAT-07 E004-21 E004-23",
    17: "KMN-01..09 FND-09 E003-47..48",
    18: "EMX-01..11 DAT-08 DAT-11 E000-14 E003-51..52 E003-60 E004-52",
}


def expand(ranges: str) -> list[str]:
    """The ids in "SVM-12..14 E003-21": SVM-12, SVM-13, SVM-14, E003-21."""
    ids = []
    for word in ranges.split():
        area, first, last = re.fullmatch(r"(\w+)-(\d+)(?:\.\.(\d+))?", word).groups()
        ids += [f"{area}-{number:0{len(first)}}" for number in range(int(first), int(last or first) + 1)]
    return ids


def is_erratum(tag: str) -> bool:
    """Whether this tag names an erratum."""
    return re.fullmatch(r"E00\d-\d+", tag) is not None


def is_curriculum(tag: str) -> bool:
    """Whether this tag names a topic or an erratum."""
    return re.fullmatch(r"[A-Z]{3}-\d\d|E00\d-\d+", tag) is not None


TOPICS = {f"{area}-{number:02}" for area, size in SIZES.items() for number in range(1, size + 1)}
M_ERRATA = set(expand(KIND_M))
ROWS = {number: set(expand(ranges)) for number, ranges in LECTURES.items()}
