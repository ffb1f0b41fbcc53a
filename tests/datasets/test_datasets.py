import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer

from mlcore import datasets
from mlcore.separable import is_separable

GENERATORS = [
    datasets.people,
    datasets.breast_cancer_pair,
    datasets.noisy_blobs,
    datasets.overlapping_blobs,
    datasets.clouds,
    datasets.two_gaussians,
    datasets.rings,
]


@pytest.mark.parametrize(
    "load, shape, classes",
    [
        (datasets.iris, (150, 4), [0, 1, 2]),
        (datasets.digits, (1797, 64), list(range(10))),
        (datasets.breast_cancer, (569, 30), [-1, 1]),
        (datasets.breast_cancer_pair, (120, 2), [-1, 1]),
        (datasets.noisy_blobs, (100, 2), [-1, 1]),
        (datasets.iris_pair, (58, 2), [-1, 1]),
        (datasets.six_points, (6, 2), [-1, 1]),
        (datasets.overlapping_blobs, (40, 2), [-1, 1]),
        (datasets.clouds, (150, 2), [0, 1, 2, 3, 4]),
        (datasets.two_gaussians, (60, 1), [0, 1]),
        (datasets.rings, (40, 2), [-1, 1]),
    ],
)
def test_each_set_has_the_size_and_the_classes_it_promises(load, shape, classes):
    data = load()
    assert data.X.shape == shape
    assert data.X.dtype == float
    assert np.isfinite(data.X).all()
    assert np.unique(data.y).tolist() == classes
    assert len(data.y) == shape[0]
    assert len(data.feature_names) == shape[1]
    assert len(data.target_names) == len(classes)


def test_malignant_is_positive():
    theirs = load_breast_cancer()
    ours = datasets.breast_cancer()
    assert np.array_equal(ours.y == 1, theirs.target_names[theirs.target] == "malignant")
    assert ours.target_names == ("benign", "malignant")


def test_columns_are_picked_by_name_in_the_order_asked():
    iris = datasets.iris()
    two = iris.columns("petal width (cm)", "sepal length (cm)")
    assert np.array_equal(two.X, iris.X[:, [3, 0]])
    assert two.feature_names == ("petal width (cm)", "sepal length (cm)")
    with pytest.raises(ValueError, match=r"No feature \['petals'\]; there are \['sepal length"):
        iris.columns("petals")


def test_standardised_features_have_mean_0_and_variance_1():
    raw = datasets.breast_cancer()
    before = raw.X.copy()
    X = raw.standardised().X
    assert raw.standardised().feature_names[0] == f"{raw.feature_names[0]} (std.)"
    assert X.mean(0) == pytest.approx(np.zeros(30), abs=1e-12)
    assert X.var(0) == pytest.approx(np.ones(30))
    assert np.array_equal(raw.X, before)


def test_a_sample_keeps_the_proportions_and_honours_its_seed():
    data = datasets.breast_cancer()
    sample = data.sample(100)
    assert sample.X.shape == (100, 30)
    assert (sample.y == 1).sum() == 37  # 212 of 569
    assert np.array_equal(sample.X, data.sample(100, seed=0).X)
    assert not np.array_equal(sample.X, data.sample(100, seed=1).X)
    rows = {tuple(x): y for x, y in zip(data.X, data.y, strict=True)}
    assert all(rows[tuple(x)] == y for x, y in zip(sample.X, sample.y, strict=True))


@pytest.mark.parametrize("make", GENERATORS)
def test_a_seed_gives_the_same_data_and_another_gives_others(make):
    assert np.array_equal(make().X, make(seed=0).X)
    assert np.array_equal(make().y, make(seed=0).y)
    assert not np.array_equal(make(seed=0).X, make(seed=1).X)


@pytest.mark.usefixtures("random_state_untouched")
@pytest.mark.parametrize("make", [*GENERATORS, datasets.iris])
def test_global_random_state_is_untouched(make):
    make()


@pytest.mark.parametrize("n, noise, flipped", [(100, 0.0, 0), (100, 0.1, 10), (40, 0.26, 10), (100, 0.5, 50)])
def test_noise_is_the_share_of_flipped_labels(n, noise, flipped):
    clean = np.where(np.arange(n) % 2 == 0, -1, 1)
    assert (datasets.noisy_blobs(n, noise).y != clean).sum() == flipped


def test_more_noise_flips_more_labels_of_the_same_points():
    few, many = datasets.noisy_blobs(noise=0.1), datasets.noisy_blobs(noise=0.3)
    clean = datasets.noisy_blobs(noise=0).y
    assert np.array_equal(few.X, many.X)
    assert (many.y != clean)[few.y != clean].all()


@pytest.mark.parametrize("noise", [-0.1, 0.6, np.nan])
def test_noise_beyond_a_half_is_refused(noise):
    with pytest.raises(ValueError, match=r"noise is .*from 0 to 0\.5"):
        datasets.noisy_blobs(noise=noise)


@pytest.mark.parametrize(
    "data, shift",
    [
        (datasets.noisy_blobs(20000, noise=0), 3 / np.sqrt(2)),
        (datasets.noisy_blobs(20000, noise=0, distance=1), 1 / np.sqrt(2)),
        (datasets.overlapping_blobs(20000), 1.2),
    ],
)
def test_clouds_have_unit_variance_and_lie_as_far_apart_as_promised(data, shift):
    low, high = data.X[data.y < 0], data.X[data.y > 0]
    assert high.mean(0) - low.mean(0) == pytest.approx(np.full(2, shift), abs=0.05)
    for cloud in (low, high):
        assert np.cov(cloud.T) == pytest.approx(np.eye(2), abs=0.05)


def test_the_pair_is_standardised_and_cannot_be_separated():
    pair = datasets.breast_cancer_pair()
    assert pair.X.mean(0) == pytest.approx(np.zeros(2), abs=1e-12)
    assert pair.X.std(0) == pytest.approx(np.ones(2))
    assert not is_separable(pair.X, pair.y)


def test_the_iris_pair_is_every_setosa_and_versicolor_once():
    data, flowers = datasets.iris_pair(), datasets.iris().columns("petal length (cm)", "petal width (cm)")
    for label, species in ((-1, 0), (1, 1)):
        assert set(map(tuple, data.X[data.y == label])) == set(map(tuple, flowers.X[flowers.y == species]))
    assert len(np.unique(data.X, axis=0)) == len(data.X)
    assert data.target_names == ("setosa", "versicolor")
    assert is_separable(data.X, data.y)


def test_the_diabetes_set_is_in_its_own_units():
    data = datasets.diabetes()
    assert data.X.shape == (442, 10)
    assert data.feature_names == ("age", "sex", "bmi", "bp", "s1", "s2", "s3", "s4", "s5", "s6")
    assert data.X.mean(0)[[0, 2]] == pytest.approx([48.5, 26.4], abs=0.1)
    assert (data.y.min(), data.y.max()) == (25, 346)


def test_people_start_with_the_rows_of_the_notes_and_only_grow():
    few, many = datasets.people(2), datasets.people(300)
    assert few.X.tolist() == [[180, 30], [190, 25]]
    assert few.y.tolist() == [70, 80]
    assert np.array_equal(many.X[:40], datasets.people(40).X)
    assert np.array_equal(many.y[:40], datasets.people(40).y)
    assert np.std(many.y - many.X @ [1.05, 0.1] + 122) == pytest.approx(5, rel=0.1)
    assert np.allclose(datasets.people(50, noise=0).y, datasets.people(50).X @ [1.05, 0.1] - 122, atol=0.06)


def test_clouds_spread_without_moving_their_centres():
    near, far = datasets.clouds(n=10, spread=0), datasets.clouds(n=10, spread=2.0)
    assert len(np.unique(near.X, axis=0)) == 5
    assert np.allclose(far.X - near.X, 2 * (datasets.clouds(n=10, spread=1.0).X - near.X))
    with pytest.raises(ValueError, match="spread is -1"):
        datasets.clouds(spread=-1)


def test_two_gaussians_have_the_moments_they_promise():
    data = datasets.two_gaussians(50000)
    assert data.y.mean() == 0.4
    for k, (mean, sd) in enumerate([(0, 1), (4, 0.6)]):
        assert data.X[data.y == k].mean() == pytest.approx(mean, abs=0.02)
        assert data.X[data.y == k].std() == pytest.approx(sd, rel=0.02)


def test_rings_lie_where_they_should_and_shake_without_moving():
    still, shaken = datasets.rings(400, noise=0), datasets.rings(400, noise=0.3)
    radius = np.linalg.norm(still.X, axis=1)
    assert radius[still.y < 0] == pytest.approx(np.full(200, 2.0))
    assert radius[still.y > 0].max() <= 1
    assert (radius[still.y > 0] < np.sqrt(0.5)).mean() == pytest.approx(0.5, abs=0.08)  # half the disc's area
    assert np.std(shaken.X - still.X) == pytest.approx(0.3, rel=0.1)
    with pytest.raises(ValueError, match="noise is -1"):
        datasets.rings(noise=-1)


def test_the_mixture_has_the_density_that_it_claims():
    recipe = datasets.esl_mixture()
    data = recipe.sample(40_000)
    assert recipe.centers.shape == (2, 10, 2)
    for k, label in enumerate((-1, 1)):
        mine = data.X[data.y == label]
        assert mine.mean(0) == pytest.approx(recipe.centers[k].mean(0), abs=0.03)
        assert np.cov(mine.T) == pytest.approx(np.cov(recipe.centers[k].T, bias=True) + np.eye(2) / 5, abs=0.04)
    x = np.linspace(-6, 7, 131)
    grid = np.stack(np.meshgrid(x, x), axis=-1).reshape(-1, 2)
    density = np.exp(recipe.log_densities(grid))
    assert density.sum(0) * 0.1**2 == pytest.approx([1, 1], abs=1e-9)
    bayes = density.min(axis=1).sum() * 0.1**2 / 2
    low, high = recipe.log_densities(data.X).T
    assert np.mean((high > low) != (data.y > 0)) == pytest.approx(bayes, abs=0.005)


def test_the_centres_of_many_mixtures_follow_their_recipe():
    centers = np.concatenate([datasets.esl_mixture(seed).centers for seed in range(200)], axis=1)
    assert centers.mean(1) == pytest.approx(np.array([[1, 0], [0, 1]]), abs=0.08)
    assert np.cov(centers[0].T) == pytest.approx(np.eye(2), abs=0.08)


def test_the_table_of_spam_as_it_is_quoted():
    table = datasets.spam_table()
    email, spam = (dict(zip(table.feature_names, row, strict=True)) for row in table.X)
    assert table.target_names == ("email", "spam")
    assert table.y.tolist() == [0, 1]
    assert (email["george"], spam["george"]) == (1.27, 0.0)
    assert (email["remove"], spam["remove"]) == (0.01, 0.28)
    assert (email["hpl"], spam["!"], spam["you"]) == (0.43, 0.51, 2.26)
    assert table.X.sum(axis=1).round(2).tolist() == [5.39, 5.63]


def test_ice_creams_are_poisson_counts_of_their_rate():
    many, few = datasets.ice_creams(4000), datasets.ice_creams(60)
    np.testing.assert_array_equal(few.y, many.y[:60])
    t, rate = many.X[:, 0], datasets.ices_at(many.X[:, 0])
    assert datasets.ices_at([10.0, 20.0]) == pytest.approx([1, np.e])
    for low, high in ((5, 15), (15, 25), (25, 35)):
        here = (t >= low) & (t < high)
        assert many.y[here].mean() == pytest.approx(rate[here].mean(), rel=0.07)
        assert ((many.y - rate) ** 2)[here].sum() == pytest.approx(rate[here].sum(), rel=0.1)  # variance = mean


def test_mails_have_the_words_of_the_table():
    many, few = datasets.mails(4000), datasets.mails(40)
    np.testing.assert_array_equal(few.X, many.X[:40])
    for k in (0, 1):
        assert many.X[many.y == k].mean(axis=0) == pytest.approx(datasets.spam_table().X[k], abs=0.08)
    assert datasets.mails(4, words=0).X.sum() == 0


def test_men_and_women_are_their_two_gaussians():
    many, few = datasets.men_and_women(20_000), datasets.men_and_women(30)
    np.testing.assert_array_equal(few.X, many.X[:30])
    for sex, mean, (s1, s2, rho) in ((-1, (65, 166), (9, 6.5, 0.45)), (1, (80, 178), (12, 7, 0.5))):
        group = many.X[many.y == sex]
        assert group.mean(axis=0) == pytest.approx(mean, abs=0.3)
        assert group.std(axis=0) == pytest.approx([s1, s2], rel=0.03)
        assert np.corrcoef(group.T)[0, 1] == pytest.approx(rho, abs=0.03)
