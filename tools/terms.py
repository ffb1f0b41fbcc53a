"""The index of terms in notebook A0: each with the lecture and the section in which it is explained.

python -m tools.terms prints the index; --write puts it into notebooks/text/A0_notation.md. The terms are chosen here;
the section is the first one of the lecture that has the term in bold or italics.
"""

import re
import sys

from mlcore.course import LECTURES, Lecture
from tools.notebooks import NOTEBOOKS

TEXT = NOTEBOOKS / "text"
PAGE = TEXT / "A0_notation.md"
BEGIN, END = "<!-- terms -->", "<!-- end of terms -->"
TERMS = {
    1: "area under the ROC curve, asymptotically efficient, Bayes estimator, biased, calibrated, "
    "classification, conditional risk, conditionally independent, conjugate, Cramér-Rao bound, decision "
    "problem, hit rate, hypothesis space, label shift, likelihood, likelihood ratio, log-likelihood, MAP, "
    "maximum likelihood, minimax, posterior, prior, prior shift, recall, regression, risk, ROC curve, "
    "sensitivity, supervised, unsupervised",
    2: "batch, condition number, design matrix, epoch, Gauss–Markov theorem, gradient descent, hat matrix, "
    "Hessian, learning rate, mean squared error, mini-batch, multicollinearity, normal equations, "
    "ordinary least squares, orthogonal projection, positive semidefinite, pseudo-inverse, residuals, "
    "standardise, stochastic, unbiased",
    3: "cross-validation, degrees of freedom, extrapolation, generalisation error, irreducible error, "
    "Jensen's inequality, leave-one-out, locally weighted regression, non-parametric, overfit, pipeline, "
    "regularisation, ridge regression, selection bias, singular value decomposition, test set, underfits, "
    "validation set, weighted least squares, winner's curse",
    4: "Bayes rate, consistent, curse of dimensionality, decision boundary, Euclidean distance, exclusive "
    "or, hyperparameter, lazy learner, linearly separable, norm, perceptron, perceptron convergence "
    "theorem, pocket algorithm, triangle inequality, Voronoi cells",
    5: "agnostically PAC-learnable, concept class, dichotomies, empirical risk, empirical risk minimiser, "
    "growth function, Hoeffding's inequality, PAC-learnable, realisable, sample complexity, Sauer's "
    "bound, shattered, uniform convergence, union bound, VC dimension",
    6: "binary classification, convex, cross-entropy, log loss, log-odds, logit, one-vs-rest, quadratic "
    "convergence, reliability diagram, score, sigmoid, softmax",
    7: "beta, categorical, Dirichlet, dispersion, exponential family, gamma, generalised linear model, "
    "iteratively reweighted least squares, link, log partition function, multinomial, natural parameter, "
    "Poisson, sufficient statistic, variance function",
    8: "Cholesky factor, conditional independence, correlation, covariance, discriminative, evidence, "
    "generative, Laplace smoothing, linear discriminant analysis, Mahalanobis distance, naive Bayes, "
    "pseudo-count",
    9: "bordered Hessian, complementary slackness, dual function, dual problem, duality gap, feasible, "
    "interior-point method, KKT, Lagrange multiplier, Lagrangian, objective, primal problem, quadratic "
    "programme, shadow price, Slater's condition, strong duality, weak duality",
    10: "canonical, convex hull, functional margin, geometric margin, Gram matrix, hard margin, hyperplane, "
    "margin lines, support vector machine, support vectors",
    11: "box constraint, calibration, class weights, grid search, hinge loss, Pegasos, regularised empirical "
    "risk minimisation, slack variable, soft margin, subgradient, surrogate loss",
    12: "coordinate ascent, KKT gap, sequential minimal optimisation, violating pair, working set",
    13: "bandwidth, conditionally positive definite, feature map, kernel, kernel ridge regression, kernel "
    "trick, Mercer's condition, radial basis function, random Fourier features, representer theorem, "
    "reproducing kernel Hilbert space, Schur product theorem",
    14: "entropy, Gini, impurity, information gain, prune, split",
    15: "AdaBoost, bagging, bootstrap, ensemble, line search, out-of-bag, pseudo-residual, random forest, "
    "shrinkage, stump, weak learner",
    16: "dimensionality reduction, eigenvector, explained variance ratio, kernel PCA, loadings, power "
    "iteration, principal component analysis, principal components, reconstruction error, scores, scree "
    "plot",
    17: "alternating minimisation, centroids, clustering, elbow, gap statistic, inertia, k-means++, "
    "k-medians, parallel-axis theorem, partial optimum, silhouette, Stirling numbers of the second kind, "
    "vector quantisation, Voronoi diagram, within-cluster sum of squares",
    18: "BIC, complete-data, deterministic annealing, E-step, evidence lower bound, expectation maximisation, "
    "identifiable, Kullback-Leibler divergence, label switching, latent, log-sum-exp trick, M-step, "
    "minorise-maximise, mixture, responsibilities, soft clustering, spherical, tied, variational",
    19: "nested cross-validation, no-free-lunch theorem, paired differences, told from the best",
}  # fmt: skip


def place_of(term: str, lecture: Lecture) -> str | None:
    """The section of the lecture in which the term first stands in bold or italics; None if it does nowhere."""
    text = re.sub(r"```.*?```", "", (TEXT / f"{lecture.name}.md").read_text(encoding="utf-8"), flags=re.S)
    found = re.search(rf"(?<![*\w])(\*\*?)(?:The )?{re.escape(term)}\.?\1(?!\*)", text, re.I)
    if found is None:
        return None
    heading = re.findall(r"^## (.+)$", text[: found.start()], flags=re.M)
    if not heading:
        return "at its start"
    name = heading[-1].split(" · ")[0]
    return f"section {name}" if name.isdigit() else name


def rows() -> list[tuple[str, Lecture, str | None]]:
    """Each term with its lecture and its place, in the order of the alphabet."""
    lectures = {lecture.number: lecture for lecture in LECTURES}
    every = [(term.strip(), lectures[n]) for n, terms in TERMS.items() for term in terms.split(", ")]
    return [(term, lecture, place_of(term, lecture)) for term, lecture in sorted(every, key=lambda row: row[0].lower())]


def index() -> str:
    """The table in Markdown: a line for each letter."""
    letters: dict[str, list[str]] = {}
    for term, lecture, place in rows():
        entry = f"{term} ([{lecture.number:02}]({lecture.name}.ipynb), {place})"
        letters.setdefault(term[0].upper(), []).append(entry)
    lines = [f"| {letter} | {' · '.join(entries)} |" for letter, entries in letters.items()]
    return "\n".join(["| | |", "|---|---|", *lines])


def with_index(page: str) -> str:
    """The page A0 with the index as it should be, between its marks."""
    return re.sub(rf"(?<={BEGIN}\n\n).*?(?=\n\n{END})", lambda _: index(), page, count=1, flags=re.S)


if __name__ == "__main__":
    if "--write" in sys.argv:
        PAGE.write_text(with_index(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    print(index())
