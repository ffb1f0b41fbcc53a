"""Trees, ensembles and PCA against scikit-learn's: a fit each on breast cancer, in turn, processor time, one thread."""

from statistics import median

from sklearn import ensemble as theirs
from sklearn.decomposition import PCA as TheirPCA
from sklearn.tree import DecisionTreeClassifier as TheirTree
from threadpoolctl import threadpool_limits

from mlcore import ensemble as ours
from mlcore.datasets import breast_cancer
from mlcore.pca import PCA
from mlcore.tree import DecisionTreeClassifier
from tests.bench.solvers import cpu_seconds, verdict

PAIRS = {  # ours, theirs, and how much of their time ours may take
    "PCA": (PCA(), TheirPCA(), 2),
    "a tree": (DecisionTreeClassifier(), TheirTree(random_state=0), 3),
    "a forest of 50": (
        ours.RandomForestClassifier(50, random_state=0), theirs.RandomForestClassifier(50, random_state=0), 3,
    ),
    "AdaBoost, 50 stumps": (ours.AdaBoostClassifier(50), theirs.AdaBoostClassifier(n_estimators=50), 1),
    "boosting, 50 of depth 3": (
        ours.GradientBoostingClassifier(n_estimators=50), theirs.GradientBoostingClassifier(n_estimators=50), 1,
    ),
}  # fmt: skip


def main(repeats: int = 11) -> None:
    data = breast_cancer()
    print("Trees, ensembles and PCA against scikit-learn: one fit, breast cancer, processor time")
    for name, (mine, other, most) in PAIRS.items():
        with threadpool_limits(1):
            times = [[cpu_seconds(lambda m=m: m.fit(data.X, data.y)) for m in (mine, other)] for _ in range(repeats)]
        a, b = (median(column) for column in zip(*times[1:], strict=True))
        ratio = f"{a * 1e3:6.1f} ms / {b * 1e3:6.1f} ms = {a / b:4.2f}"
        print(f"  {name:24} {ratio}   at most {most}: {verdict(a / b <= most)}", flush=True)


if __name__ == "__main__":
    main()
