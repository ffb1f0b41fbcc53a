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


# What a row of the curriculum asks for: F a figure, X a checked exercise, A an algorithm that a cell calls.
LETTERS = {
    "F": """
        FND-04 BAY-02 BAY-05 BAY-06 BAY-09 BAY-11 PAC-02 PAC-05 PAC-09 PAC-12 PAC-14 LIN-06 LIN-08 LIN-10
        LIN-11 LIN-12 LIN-13 LIN-14 LIN-15 LIN-18 GRD-01 GRD-02 GRD-03 GRD-04 GRD-08 GRD-12 GRD-13 CLS-04
        CLS-07 CLS-09 CLS-11 CLS-16 CLS-17 CLS-18 CLS-19 GLM-01 GEN-02 GEN-03 GEN-08 GEN-14 GEN-16 NNB-01
        NNB-02 LAG-01 LAG-04 LAG-07 SVM-01 SVM-11 SVM-12 SVM-14 SVM-17 SVM-18 SVM-20 SVM-21 KER-01 KER-06
        KER-11 KER-14 KER-16 TRE-01 TRE-07 TRE-08 ENS-03 ENS-06 ENS-08 ENS-09 PCA-02 PCA-04 KMN-02 KMN-04
        KMN-05 KMN-06 KMN-07 EMX-01 EMX-04 EMX-07 EMX-09 EMX-10 EMX-11
    """,
    "X": """
        FND-04 FND-08 FND-09 BAY-10 PAC-05 PAC-06 PAC-10 PAC-11 PAC-13 LIN-03 LIN-04 LIN-05 LIN-11 LIN-16
        LIN-17 GRD-09 GRD-11 CLS-01 CLS-13 CLS-17 GLM-02 GLM-03 GLM-07 GEN-03 GEN-06 GEN-07 GEN-10 GEN-12
        LAG-03 LAG-08 LAG-10 SVM-09 SVM-15 SVM-16 KER-03 KER-04 KER-05 KER-10 KER-12 TRE-02 TRE-03 TRE-04
        TRE-09 ENS-04 PCA-04 KMN-09 EMX-06
    """,
    "A": """
        BAY-03 BAY-06 PAC-10 PAC-13 LIN-01 LIN-04 LIN-09 LIN-13 LIN-15 LIN-17 GRD-02 GRD-03 GRD-06 GRD-08
        GRD-10 GRD-12 CLS-04 CLS-10 CLS-13 CLS-16 GLM-09 GEN-04 GEN-14 GEN-15 GEN-16 NNB-01 NNB-02 LAG-09
        LAG-10 SVM-06 SVM-08 SVM-10 SVM-11 SVM-14 SVM-17 SVM-19 KER-02 KER-08 KER-09 KER-10 KER-12 KER-14
        TRE-03 TRE-04 TRE-05 TRE-06 TRE-07 ENS-03 ENS-06 ENS-08 ENS-09 PCA-01 PCA-03 KMN-02 KMN-08 EMX-05
        EMX-07 EMX-09
    """,
}
STARS = """
    BAY-10 LIN-03 LIN-11 LIN-16 LIN-17 GRD-09 GRD-11 GRD-12 CLS-17 GEN-06 GEN-07 GEN-10 GEN-12 LAG-03
    EMX-06
"""  # exercises that the notes themselves state


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
ASKED = {letter: set(ids.split()) for letter, ids in LETTERS.items()}
ASKED["X"] |= set(STARS.split())
