"""The lectures in one table: from it come the navigation, the map in notebook 00, marking and the tests."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Lecture:
    """A lecture: its number, and its one stem, by which its notebook and its room are called.

    moves: what a reader moves in it. algorithms: the modules of `mlcore` that it is about. needs: the numbers of the
    lectures that it stands on. homework: the exercises that its teacher's sheet sets for home. in_notes: False for the
    last one, which compares what the others have taught and no topic of the notes: it has no row of the curriculum, and
    no corrections.
    """

    number: int
    stem: str
    title: str
    question: str
    moves: str
    algorithms: tuple[str, ...]
    needs: tuple[int, ...] = ()
    homework: tuple[str, ...] = ()
    in_notes: bool = True

    @property
    def name(self) -> str:
        """The notebook's name without its ending, as 17_kmeans."""
        return f"{self.number:02}_{self.stem}"


LECTURES: tuple[Lecture, ...] = (
    Lecture(1, "decisions", "Decisions, priors and estimates",
            "What is the best guess when guesses have a price?",
            "costs, priors, number of observations", ("decision",),
            homework=("bay-04", "bay-06", "bay-09")),
    Lecture(2, "linear_regression", "Linear regression and gradient descent",
            "Which line is best, and how does a program get there?",
            "learning rate, batch size", ("linear",),
            homework=("lin-03", "grd-05", "grd-03")),
    Lecture(3, "complexity", "Too simple, too flexible: polynomials, ridge, local regression",
            "How flexible should a model be?",
            "degree, penalty, bandwidth", ("linear",), (2,),
            homework=("lin-11b", "lin-13", "lin-13b")),
    Lecture(4, "neighbours_perceptron", "Neighbours and the perceptron",
            "What do the nearest examples know, and what does one line know?",
            "number of neighbours, gap between the classes", ("neighbors", "perceptron", "separable"), (2,),
            homework=("nnb-02", "nnb-04", "cls-07")),
    Lecture(5, "generalisation", "When does learning generalise? PAC and VC",
            "When does what was learnt hold for what was not seen?",
            "accuracy, confidence, points of your own", ("pac",), (4,),
            homework=("pac-11", "pac-09", "pac-06")),
    Lecture(6, "logistic_regression", "Logistic regression, Newton, softmax",
            "How sure is the line?",
            "learning rate, kind of step", ("logistic",), (2,),
            homework=("cls-13", "cls-14", "grd-12b")),
    Lecture(7, "families", "One recipe: exponential families and GLMs",
            "What do least squares, logistic and Poisson regression share?",
            "natural parameter, family", ("glm",), (2, 6),
            homework=("glm-07", "glm-09", "glm-09b")),
    Lecture(8, "generative", "Generative classifiers: Gaussians and naive Bayes",
            "Model the classes, or the boundary?",
            "means, spreads, correlation", ("generative",), (1, 6),
            homework=("gen-03", "gen-10", "gen-15")),
    Lecture(9, "constraints", "Constrained optimisation: Lagrange, duality, KKT, QP",
            "How does one minimise when not everything is allowed?",
            "multiplier, place of the constraint", ("duality",),
            homework=("lag-03", "lag-04", "lag-02")),
    Lecture(10, "maximum_margin", "Maximum margin",
            "If many lines separate two classes, which one should we take?",
            "any example, step size", ("svm", "separable"), (4, 9),
            homework=("svm-02", "svm-06", "svm-04")),
    Lecture(11, "soft_margin", "Soft margin and hinge loss",
            "What should it cost a point to stand in the way?",
            "the price of slack, C", ("svm",), (10,),
            homework=("svm-13", "svm-16", "svm-20")),
    Lecture(12, "smo", "Coordinate ascent and SMO",
            "How can the dual be solved with a few lines of arithmetic, two unknowns at a time?",
            "pair and step of the solver, C", ("svm",), (10, 11),
            homework=("svm-18", "svm-19b", "svm-19c")),
    Lecture(13, "kernels", "Kernels",
            "How can a method that draws only straight lines cut a ring from its middle?",
            "bandwidth, C, degree", ("kernels", "svm"), (11,),
            homework=("ker-12", "ker-06", "ker-03")),
    Lecture(14, "trees", "Decision trees",
            "Which question is worth asking first?",
            "depth, size of a leaf, the threshold", ("tree",),
            homework=("tre-03", "tre-09", "tre-08")),
    Lecture(15, "ensembles", "Ensembles: bagging, forests, boosting",
            "Why are many bad guesses better than one?",
            "number of trees, rounds, shrinkage", ("ensemble",), (14,),
            homework=("ens-02", "ens-05", "ens-10")),
    Lecture(16, "pca", "PCA",
            "Which direction keeps most?",
            "direction, number of components", ("pca",),
            homework=("pca-02", "pca-04b", "pca-01")),
    Lecture(17, "kmeans", "k-means",
            "How can points without labels be split into groups of near neighbours?",
            "number of clusters, steps", ("cluster",),
            homework=("kmn-03", "kmn-02", "fnd-09")),
    Lecture(18, "mixtures", "EM and Gaussian mixtures",
            "How can we fit the sources of the points when nobody wrote down which made which?",
            "number of components, steps, starts", ("mixture",), (17,),
            homework=("emx-08", "emx-07", "emx-09")),
    Lecture(19, "which_one", "Which one? All classifiers side by side",
            "Which classifier should one take for a table of one's own?",
            "table, number of examples, wrong labels",
            ("perceptron", "neighbors", "logistic", "generative", "svm", "tree", "ensemble"), (6, 11, 14),
            homework=("cmp-02", "cmp-03", "cmp-05"), in_notes=False),
)  # fmt: skip

BY_STEM = {lecture.stem: lecture for lecture in LECTURES}
BY_NUMBER = {lecture.number: lecture for lecture in LECTURES}
