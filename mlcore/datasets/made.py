"""Data sets that the lectures generate. Every generator takes a seed."""

from dataclasses import dataclass, replace

import numpy as np
from scipy.special import logsumexp

from mlcore.datasets.dataset import Dataset


def six_points() -> Dataset:
    """Six points in the plane, three of a class, separable: small enough to print."""
    X = np.array([[2.0, 2.0], [3.0, 3.0], [2.5, 1.2], [0.0, 0.0], [1.0, 0.0], [-0.5, 1.0]])
    return Dataset(X, np.array([1.0, 1, 1, -1, -1, -1]), ("$x_1$", "$x_2$"), ("y = −1", "y = +1"))


def people(n: int = 40, noise: float = 5.0, seed: int = 0) -> Dataset:
    """Height in cm and age in years -> weight in kg (DAT-01): made up, but the first two rows are those of N2.

    weight = 1.05 height + 0.1 age - 122, which passes through both rows, plus N(0, noise^2) for the others.
    The same seed gives the same people: a larger n only adds some.
    """
    streams = [np.random.default_rng([seed, k]) for k in range(3)]
    X = np.column_stack([streams[0].normal(172, 9, n), streams[1].uniform(18, 60, n)]).round(1)
    X[:2] = [[180.0, 30.0], [190.0, 25.0]][:n]
    error = noise * streams[2].standard_normal(n)
    error[:2] = 0
    y = (X @ [1.05, 0.1] - 122 + error).round(1)
    return Dataset(X, y, ("height (cm)", "age (years)"), ("weight (kg)",))


def heights(n: int = 30, noise: float = 1.5, seed: int = 0) -> Dataset:
    """Height in cm, from 150 to 195 -> weight in kg (DAT-02): a parabola of N2 plus N(0, noise^2).

    The same seed gives the same people: a larger n only adds some, and a larger noise moves each of them further.
    """
    streams = [np.random.default_rng([seed, k]) for k in (3, 4)]
    X = streams[0].uniform(150, 195, n)[:, None]
    y = weight_of(X[:, 0]) + noise * streams[1].standard_normal(n)
    return Dataset(X, y, ("height (cm)",), ("weight (kg)",))


def weight_of(height):
    """The truth behind `heights`: -426 + 5.31 h - 0.0139 h^2 kg (LIN-11)."""
    return -426 + 5.31 * height - 0.0139 * height**2


def ice_creams(n: int = 60, seed: int = 0) -> Dataset:
    """Temperature in °C, from 5 to 35 -> ice creams sold in ten minutes: Poisson counts of the rate `ices_at`.

    The same seed gives the same counts: a larger n only adds some.
    """
    streams = [np.random.default_rng([seed, k]) for k in (5, 6)]
    X = streams[0].uniform(5, 35, n).round(1)[:, None]
    return Dataset(X, streams[1].poisson(ices_at(X[:, 0])), ("temperature (°C)",), ("ice creams",))


def ices_at(temperature):
    """The rate behind `ice_creams`: exp(0.1 t − 1), which grows by e per 10 degrees (GLM-04)."""
    return np.exp(0.1 * np.asarray(temperature, float) - 1)


SPAM_TOKENS = ("george", "you", "your", "hp", "free", "hpl", "!", "our", "re", "edu", "remove")


def spam_table() -> Dataset:
    """How often eleven words and characters occur in mail, in per cent of all: the averages of two classes (CLS-02).

    Two rows, email (y = 0) and spam (y = 1), as N2 quotes them from Hastie, Tibshirani and Friedman, table 1.1.
    """
    email = [1.27, 1.27, 0.44, 0.90, 0.07, 0.43, 0.11, 0.18, 0.42, 0.29, 0.01]
    spam = [0.00, 2.26, 1.38, 0.02, 0.52, 0.01, 0.51, 0.51, 0.13, 0.01, 0.28]
    return Dataset(np.array([email, spam]), np.array([0, 1]), SPAM_TOKENS, ("email", "spam"))


def mails(n: int = 40, words: int = 100, seed: int = 0) -> Dataset:
    """Word counts X (n, 11) of made-up mails: half email (y = 0), half spam (y = 1), each of so many words (DAT-03).

    The words are drawn with the chances of `spam_table`; all that are not among its eleven are left out. The same seed
    gives the same first mails: a larger n only adds some.
    """
    chances = spam_table().X / 100
    rng = np.random.default_rng([seed, 7])
    y = np.arange(n) % 2
    rest = 1 - chances.sum(axis=1, keepdims=True)
    X = np.array([rng.multinomial(words, p) for p in np.hstack([chances, rest])[y]])[:, :-1]
    return Dataset(X, y, SPAM_TOKENS, ("email", "spam"))


def men_and_women(n: int = 120, seed: int = 0) -> Dataset:
    """Weight in kg and height in cm of made-up women (y = -1.0) and men (y = +1.0), n/2 each (DAT-09).

    Two Gaussians: means (65, 166) and (80, 178), standard deviations (9, 6.5) and (12, 7), correlations 0.45 and 0.5.
    The same seed gives the same people: a larger n only adds some.
    """
    rng = np.random.default_rng([seed, 8])
    y = np.where(np.arange(n) % 2 == 0, -1.0, 1.0)
    Z = rng.standard_normal((n, 2))
    women = np.array([[9.0, 0.0], [6.5 * 0.45, 6.5 * np.sqrt(1 - 0.45**2)]])
    men = np.array([[12.0, 0.0], [7 * 0.5, 7 * np.sqrt(1 - 0.5**2)]])
    X = np.where(y[:, None] < 0, [65.0, 166.0] + Z @ women.T, [80.0, 178.0] + Z @ men.T)
    return Dataset(X.round(1), y, ("weight (kg)", "height (cm)"), ("women", "men"))


def noisy_blobs(n: int = 100, noise: float = 0.1, distance: float = 3.0, seed: int = 0) -> Dataset:
    """Two unit Gaussian clouds, centres `distance` apart on the diagonal; a share `noise` of labels flipped.

    The same seed gives the same points, and the labels flipped at a small noise stay flipped at a
    larger one, so that a slider on `noise` changes one label at a time. y = -1.0 or +1.0.
    """
    if not 0 <= noise <= 0.5:
        raise ValueError(f"noise is {noise}: take a share of flipped labels from 0 to 0.5.")
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2 == 0, -1.0, 1.0)
    X = rng.standard_normal((n, 2)) + np.outer(y, [1, 1]) * distance / np.sqrt(8)
    flipped = rng.permutation(n) < round(noise * n)
    return Dataset(X, np.where(flipped, -y, y), ("$x_1$", "$x_2$"), ("−1", "+1"))


def overlapping_blobs(n: int = 40, shift: float = 1.2, seed: int = 0) -> Dataset:
    """Half the points from N((0,0), I) with y = -1.0, half from N((shift,shift), I) with y = +1.0."""
    rng = np.random.default_rng(seed)
    y = np.repeat([-1.0, 1.0], n // 2)
    X = rng.standard_normal((len(y), 2)) + np.where(y > 0, shift, 0.0)[:, None]
    return Dataset(X, y, ("$x_1$", "$x_2$"), ("−1", "+1"))


CLOUD_CENTERS = np.array([[0.0, 0.0], [4.0, 0.2], [2.0, 3.0], [-1.6, 3.2], [5.6, 3.4]])


def clouds(n: int = 150, spread: float = 0.75, seed: int = 0) -> Dataset:
    """Five round clouds in the plane, n/5 points each, standard deviation `spread`; y (n,) is the cloud, 0 to 4.

    The same seed gives the same points, drawn closer together or further apart.
    """
    if not spread >= 0:
        raise ValueError(f"spread is {spread}: take a length, 0 or more.")
    rng = np.random.default_rng(seed)
    y = np.arange(n) % len(CLOUD_CENTERS)
    X = CLOUD_CENTERS[y] + spread * rng.standard_normal((n, 2))
    return Dataset(X, y, ("$x_1$", "$x_2$"), tuple(f"cloud {k}" for k in range(len(CLOUD_CENTERS))))


def two_gaussians(n: int = 60, seed: int = 0) -> Dataset:
    """A 1-D sample of two Gaussians (DAT-11): 60 % from N(0, 1), 40 % from N(4, 0.6^2); y (n,) is which, 0 or 1."""
    rng = np.random.default_rng(seed)
    y = (np.arange(n) % 5 > 2).astype(int)
    x = np.array([0.0, 4.0])[y] + np.array([1.0, 0.6])[y] * rng.standard_normal(n)
    return Dataset(x[:, None], y, ("x",), ("wide", "narrow"))


def rings(n: int = 40, noise: float = 0.15, seed: int = 0) -> Dataset:
    """A disc of radius 1, y = +1.0, in a ring of radius 2, y = -1.0; n/2 points each, plus N(0, noise^2 I) (DAT-10).

    The same seed gives the same points, shaken less or more.
    """
    if not noise >= 0:
        raise ValueError(f"noise is {noise}: take a length, 0 or more.")
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2 == 0, 1.0, -1.0)
    radius = np.where(y > 0, np.sqrt(rng.uniform(size=n)), 2.0)
    turn = 2 * np.pi * rng.uniform(size=n)
    X = radius[:, None] * np.column_stack([np.cos(turn), np.sin(turn)]) + noise * rng.standard_normal((n, 2))
    return Dataset(X, y, ("$x_1$", "$x_2$"), ("ring", "disc"))


@dataclass(frozen=True)
class TwoMixtures:
    """Two classes, each an even mixture of N(centre, I/5) around its own centers (2, m, 2): its density is known."""

    centers: np.ndarray

    def sample(self, n: int, seed: int = 0) -> Dataset:
        """n points, half of each class; y = -1.0 for the first, +1.0 for the second."""
        rng = np.random.default_rng(seed)
        second = np.arange(n) % 2
        middle = self.centers[second, rng.integers(self.centers.shape[1], size=n)]
        X = middle + np.sqrt(0.2) * rng.standard_normal((n, 2))
        return Dataset(X, 2.0 * second - 1.0, ("$x_1$", "$x_2$"), ("y = −1", "y = +1"))

    def log_densities(self, X) -> np.ndarray:
        """log p(x | class) for each row of X (n, 2): (n, 2). Where the second is larger, +1 is the better guess."""
        squares = ((np.asarray(X)[:, None, None] - self.centers) ** 2).sum(axis=3)
        return logsumexp(-2.5 * squares, axis=2) + np.log(2.5 / np.pi / self.centers.shape[1])


def esl_mixture(seed: int = 0) -> TwoMixtures:
    """Ten centres from N((1,0), I) against ten from N((0,1), I) (Hastie, Tibshirani and Friedman 2.3.3; DAT-10)."""
    means = np.array([[[1.0, 0.0]], [[0.0, 1.0]]])
    return TwoMixtures(means + np.random.default_rng(seed).standard_normal((2, 10, 2)))


def overlapping_groups(n: int = 300, seed: int = 1) -> Dataset:
    """n points of `esl_mixture`, whose classes overlap, with labels 0 and 1."""
    drawn = esl_mixture(seed=1).sample(n, seed)
    return replace(drawn, y=(drawn.y > 0).astype(int))
