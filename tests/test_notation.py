import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression, PoissonRegressor, Ridge
from sklearn.metrics.pairwise import rbf_kernel

from mlcore import logistic, notation
from mlcore.datasets import noisy_blobs
from mlcore.duality import solve_qp
from mlcore.glm import GLM
from mlcore.kernels import RBF
from mlcore.svm import solve_primal


def minimise_hinge(X, y, quadratic: float, price: float):
    """The w of least quadratic * ||w||^2 + price * sum(hinge)."""
    n, d = X.shape
    P = np.diag(np.repeat([2 * quadratic, 0.0], [d, 1 + n]))
    q = np.repeat([0.0, price], [d + 1, n])
    margins = np.hstack([y[:, None] * X, y[:, None], np.eye(n)])
    positive = np.hstack([np.zeros((n, d + 1)), np.eye(n)])
    return solve_qp(P, q, -np.vstack([margins, positive]), -np.repeat([1.0, 0.0], n)).x[:d]


@pytest.mark.parametrize("C", [0.05, 1.0, 20.0])
def test_the_three_other_ways_to_write_the_soft_margin_give_our_plane(C):
    data = noisy_blobs(30, seed=1)
    X, y, n = data.X, data.y, 30
    ours = solve_primal(X, y, C).w
    C4 = 2 * C
    assert notation.C_from_N4(C4) == C
    assert minimise_hinge(X, y, 1.0, C4) == pytest.approx(ours, rel=1e-4)
    assert minimise_hinge(X, y, notation.lambda_from_C(C), 1.0) == pytest.approx(ours, rel=1e-4)
    assert minimise_hinge(X, y, notation.mean_lambda_from_C(C, n) / 2, 1 / n) == pytest.approx(ours, rel=1e-4)


@pytest.mark.parametrize("sigma", [0.3, 1.0, 4.0])
def test_the_other_rbf_scalings_give_our_kernel(sigma):
    X = noisy_blobs(8).X
    squares = ((X[:, None] - X) ** 2).sum(-1)
    assert RBF(sigma)(X, X) == pytest.approx(rbf_kernel(X, gamma=notation.gamma_from_sigma(sigma)))
    assert RBF(notation.sigma_from_N3(sigma))(X, X) == pytest.approx(np.exp(-squares / sigma**2))


REGRESSION = np.random.default_rng(0).standard_normal((12, 4))


def squares(w):
    return (REGRESSION[:, 3] - REGRESSION[:, :3] @ w) ** 2


def test_ridge_with_the_mean_of_the_squares():
    X, t, n, lam = REGRESSION[:, :3], REGRESSION[:, 3], 12, 2.5
    of_the_mean = np.linalg.solve(X.T @ X / n + notation.mean_ridge_from_sum(lam, n) * np.eye(3), X.T @ t / n)
    assert of_the_mean == pytest.approx(Ridge(alpha=lam, fit_intercept=False).fit(X, t).coef_)


@pytest.mark.parametrize("lam", [0.5, 4.0])
def test_the_penalties_of_logistic_and_poisson_regression(lam):
    data = noisy_blobs(30, seed=1)
    ours = logistic.LogisticRegression(lam=lam).fit(data.X, data.y)
    theirs = LogisticRegression(C=notation.logistic_C_from_lambda(lam), tol=1e-10).fit(data.X, data.y)
    assert ours.coef_ == pytest.approx(theirs.coef_[0], rel=1e-4)
    counts = np.random.default_rng(0).poisson(3, 30)
    mine = GLM("poisson", lam=lam).fit(data.X, counts)
    exact = dict(solver="newton-cholesky", tol=1e-10)
    like = PoissonRegressor(alpha=notation.glm_alpha_from_lambda(lam, 30), **exact).fit(data.X, counts)
    assert mine.coef_ == pytest.approx(like.coef_, rel=1e-6)


@pytest.mark.parametrize(
    "loss, their_rate",
    [
        (lambda w: squares(w).sum() / 2, lambda lr: notation.lr_for_half_sum(lr, 12)),
        (lambda w: squares(w).sum(), lambda lr: notation.lr_for_sum(lr, 12)),
        (lambda w: squares(w).mean(), notation.lr_for_mean),
    ],
    ids=["half sum", "sum", "mean"],
)
def test_one_gradient_step_on_the_other_losses_is_our_step(loss, their_rate):
    def step(loss, w, lr):
        slopes = [(loss(w + e) - loss(w - e)) / 2 for e in np.eye(3)]  # exact for a parabola
        return w - lr * np.array(slopes)

    w, lr = np.array([1.0, -2.0, 0.5]), 0.3
    ours = step(lambda w: squares(w).mean() / 2, w, lr)
    assert step(loss, w, their_rate(lr)) == pytest.approx(ours, rel=1e-12)
