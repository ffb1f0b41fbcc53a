"""Numbers and shapes that a student may give by mistake, to functions that lectures print: a sentence, not NaN."""

import numpy as np
import pytest

from mlcore.datasets import breast_cancer
from mlcore.duality import solve_qp
from mlcore.linear import left_out, powers
from mlcore.logistic import root_steps, stable_logistic_lr
from mlcore.pca import PCA, power_steps

I2 = np.eye(2)
REFUSED = {
    "a covariance that is not square": (lambda: next(power_steps(np.ones((2, 3)), u=[1.0, 0])), "square"),
    "a negative tolerance": (lambda: next(power_steps(I2, u=[1.0, 0], tol=-1)), "tol"),
    "a root to a negative tolerance": (lambda: next(root_steps(np.sin, np.cos, start=1.0, tol=-1)), "tol"),
    "a negative penalty": (lambda: stable_logistic_lr(I2, lam=-1), "lam"),
    "a negative degree": (lambda: powers([1.0], -1), "degree"),
    "half a degree": (lambda: powers([1.0], 1.5), "degree"),
    "no bandwidth": (lambda: left_out(I2, np.ones(2), 0.0), "tau"),
    "a single point": (lambda: left_out(I2[:1], np.ones(1), 1.0), "no others"),
    "scores of too many components": (
        lambda: PCA(2).fit(breast_cancer().X).inverse_transform(np.ones((1, 3))),
        "2 components",
    ),
    "P of another size than q": (lambda: solve_qp(I2, np.ones(3)), "P has the shape"),
    "G without h": (lambda: solve_qp(I2, np.ones(2), G=I2), "belong together"),
    "more rows than bounds": (lambda: solve_qp(I2, np.ones(2), G=I2, h=np.ones(3)), "a row of G"),
    "too few columns": (lambda: solve_qp(I2, np.ones(2), A=np.ones((1, 1)), b=np.ones(1)), "2 unknowns"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused_in_a_sentence(name):
    call, words = REFUSED[name]
    with pytest.raises(ValueError, match=words):
        call()
