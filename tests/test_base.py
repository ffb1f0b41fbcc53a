import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.metrics.pairwise import rbf_kernel

from mlcore import base
from mlcore.datasets import noisy_blobs
from mlcore.duality import solve_qp
from mlcore.kernels import RBF
from mlcore.svm import solve_primal


@pytest.mark.parametrize("y", [["no", "yes", "no"], [3, 7, 3], [False, True, False], [-0.5, 0.25, -0.5]])
def test_any_two_labels_become_01_and_pm1_with_the_larger_one_positive(y):
    classes, y01 = base.encode_labels(y)
    assert list(classes) == sorted(set(y))
    assert np.array_equal(classes[y01], y)
    assert base.to_01(y).tolist() == [0, 1, 0]
    assert base.to_pm1(y).tolist() == [-1.0, 1.0, -1.0]


@pytest.mark.parametrize(
    "y, words",
    [([4, 4], "All labels are 4: one class only"), ([1, 2, 3], r"Only binary classification is supported\. .* 3")],
)
@pytest.mark.parametrize("convert", [base.encode_labels, base.to_01, base.to_pm1])
def test_one_class_and_three_are_refused(convert, y, words):
    with pytest.raises(ValueError, match=words):
        convert(y)


def test_ones_come_first_and_the_input_stays():
    X = np.arange(6.0).reshape(3, 2)
    design = base.add_ones(X)
    assert design.tolist() == [[1, 0, 1], [1, 2, 3], [1, 4, 5]]
    design[:] = 9
    assert X.tolist() == [[0, 1], [2, 3], [4, 5]]
    assert base.add_ones([[2], [3]]).tolist() == [[1, 2], [1, 3]]


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
    assert base.C_from_N4(C4) == C
    assert minimise_hinge(X, y, 1.0, C4) == pytest.approx(ours, rel=1e-4)
    assert minimise_hinge(X, y, base.lambda_from_C(C), 1.0) == pytest.approx(ours, rel=1e-4)
    assert minimise_hinge(X, y, base.mean_lambda_from_C(C, n) / 2, 1 / n) == pytest.approx(ours, rel=1e-4)


@pytest.mark.parametrize("sigma", [0.3, 1.0, 4.0])
def test_the_other_rbf_scalings_give_our_kernel(sigma):
    X = noisy_blobs(8).X
    squares = ((X[:, None] - X) ** 2).sum(-1)
    assert RBF(sigma)(X, X) == pytest.approx(rbf_kernel(X, gamma=base.gamma_from_sigma(sigma)))
    assert RBF(base.sigma_from_N3(sigma))(X, X) == pytest.approx(np.exp(-squares / sigma**2))


REGRESSION = np.random.default_rng(0).standard_normal((12, 4))


def squares(w):
    return (REGRESSION[:, 3] - REGRESSION[:, :3] @ w) ** 2


def test_ridge_with_the_mean_of_the_squares():
    X, t, n, lam = REGRESSION[:, :3], REGRESSION[:, 3], 12, 2.5
    of_the_mean = np.linalg.solve(X.T @ X / n + base.mean_ridge_from_sum(lam, n) * np.eye(3), X.T @ t / n)
    assert of_the_mean == pytest.approx(Ridge(alpha=lam, fit_intercept=False).fit(X, t).coef_)


@pytest.mark.parametrize(
    "loss, their_rate",
    [
        (lambda w: squares(w).sum() / 2, lambda lr: base.lr_for_half_sum(lr, 12)),
        (lambda w: squares(w).sum(), lambda lr: base.lr_for_sum(lr, 12)),
        (lambda w: squares(w).mean(), base.lr_for_mean),
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
