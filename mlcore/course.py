"""The lectures in one table: from it come the navigation, the map in notebook 00, marking and the tests."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Lecture:
    """A lecture: its number, and its one stem, by which its notebook and its room are called.

    moves: what a reader moves in it. algorithms: the modules of `mlcore` that it is about. needs: the numbers of the
    lectures that it stands on.
    """

    number: int
    stem: str
    title: str
    question: str
    moves: str
    algorithms: tuple[str, ...]
    needs: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        """The notebook's name without its ending, as 17_kmeans."""
        return f"{self.number:02}_{self.stem}"


LECTURES: tuple[Lecture, ...] = (
    Lecture(1, "decisions", "Decisions, priors and estimates",
            "What is the best guess when guesses have a price?",
            "costs, priors, number of observations", ("decision",)),
    Lecture(2, "linear_regression", "Linear regression and gradient descent",
            "Which line is best, and how does a program get there?",
            "learning rate, batch size", ("linear",)),
    Lecture(3, "complexity", "Too simple, too flexible: polynomials, ridge, local regression",
            "How flexible should a model be?",
            "degree, penalty, bandwidth", ("linear",), (2,)),
    Lecture(4, "neighbours_perceptron", "Neighbours and the perceptron",
            "What do the nearest examples know, and what does one line know?",
            "number of neighbours, gap between the classes", ("neighbors", "perceptron", "separable"), (2,)),
    Lecture(5, "generalisation", "When does learning generalise? PAC and VC",
            "When does what was learnt hold for what was not seen?",
            "accuracy, confidence, points of your own", ("pac",), (4,)),
    Lecture(6, "logistic_regression", "Logistic regression, Newton, softmax",
            "How sure is the line?",
            "learning rate, kind of step", ("logistic",), (2,)),
    Lecture(7, "families", "One recipe: exponential families and GLMs",
            "What do least squares, logistic and Poisson regression share?",
            "natural parameter, family", ("glm",), (2, 6)),
    Lecture(8, "generative", "Generative classifiers: Gaussians and naive Bayes",
            "Model the classes, or the boundary?",
            "means, spreads, correlation", ("generative",), (1, 6)),
    Lecture(9, "constraints", "Constrained optimisation: Lagrange, duality, KKT, QP",
            "How does one minimise when not everything is allowed?",
            "multiplier, place of the constraint", ("duality",)),
    Lecture(10, "maximum_margin", "Maximum margin",
            "If many lines separate two classes, which one should we take?",
            "any example, step size", ("svm", "separable"), (4, 9)),
    Lecture(11, "soft_margin", "Soft margin and hinge loss",
            "What should it cost a point to stand in the way?",
            "the price of slack, C", ("svm",), (10,)),
    Lecture(12, "smo", "Coordinate ascent and SMO",
            "How can the dual be solved with a few lines of arithmetic, two unknowns at a time?",
            "pair and step of the solver, C", ("svm",), (10, 11)),
    Lecture(13, "kernels", "Kernels",
            "How can a method that draws only straight lines cut a ring from its middle?",
            "bandwidth, C, degree", ("kernels", "svm"), (11,)),
    Lecture(14, "trees", "Decision trees",
            "Which question is worth asking first?",
            "depth, size of a leaf, the threshold", ("tree",)),
    Lecture(15, "ensembles", "Ensembles: bagging, forests, boosting",
            "Why are many bad guesses better than one?",
            "number of trees, rounds, shrinkage", ("ensemble",), (14,)),
    Lecture(16, "pca", "PCA",
            "Which direction keeps most?",
            "direction, number of components", ("pca",)),
    Lecture(17, "kmeans", "k-means",
            "How can points without labels be split into groups of near neighbours?",
            "number of clusters, steps", ("cluster",)),
    Lecture(18, "mixtures", "EM and Gaussian mixtures",
            "How can we fit the sources of the points when nobody wrote down which made which?",
            "number of components, steps, starts", ("mixture",), (17,)),
)  # fmt: skip

BY_STEM = {lecture.stem: lecture for lecture in LECTURES}
BY_NUMBER = {lecture.number: lecture for lecture in LECTURES}
