"""`make portable` really changes the rounding, skips by name what it cannot, and reports what differs."""

import pytest

from tools import portable
from tools.portable import PROCESSORS, probe, require_switched, switches

NEHALEM, HASWELL, SKYLAKE = PROCESSORS
NEW_NAMES = ["X86_V3", "X86_V4", "AVX512_ICL"]
OLD_NAMES = ["SSSE3", "AVX2", "FMA3", "AVX512F", "AVX512_SKX"]


def test_the_switches_in_the_names_of_this_numpy():
    assert switches(NEHALEM, NEW_NAMES) == {
        "OPENBLAS_CORETYPE": "Nehalem",
        "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4 AVX512_ICL",
    }
    assert switches(HASWELL, NEW_NAMES)["NPY_DISABLE_CPU_FEATURES"] == "X86_V4 AVX512_ICL"
    assert switches(HASWELL, OLD_NAMES)["NPY_DISABLE_CPU_FEATURES"] == "AVX512F AVX512_SKX"
    assert switches(SKYLAKE, NEW_NAMES) == {"OPENBLAS_CORETYPE": "SkylakeX"}


@pytest.mark.parametrize("processor", PROCESSORS, ids=lambda p: p.name)
def test_the_kernels_do_change(processor):
    here = probe({})
    if processor.needs not in here["has"]:
        pytest.skip(f"no {processor.needs}")
    require_switched(processor, probe(switches(processor, here["loops"])))


def test_a_switch_that_does_nothing_is_found():
    with pytest.raises(RuntimeError, match=r"OpenBLAS computes as .*, and should as Nehalem"):
        require_switched(NEHALEM, {"kernels": ["Haswell"], "loops": []})
    with pytest.raises(RuntimeError, match="OpenBLAS computes as"):  # SciPy's changed, cvxopt's did not
        require_switched(NEHALEM, {"kernels": ["Haswell", "Nehalem"], "loops": []})
    with pytest.raises(RuntimeError, match="still uses X86_V4, which Haswell lacks"):
        require_switched(HASWELL, {"kernels": ["Haswell"], "loops": ["X86_V3", "X86_V4"]})
    require_switched(HASWELL, {"kernels": ["Haswell"], "loops": ["X86_V3"]})


@pytest.fixture
def runs(monkeypatch):
    """A computer without AVX-512 whose notebooks differ as Nehalem: the environments that were run."""
    seen = []

    def pretend(environment):
        return {"kernels": [environment.get("OPENBLAS_CORETYPE")], "loops": [], "has": ["SSE42", "AVX2"]}

    def run(environment, names):
        seen.append(environment["OPENBLAS_CORETYPE"])
        return environment["OPENBLAS_CORETYPE"] != "Nehalem"

    monkeypatch.setattr(portable, "probe", pretend)
    monkeypatch.setattr(portable, "as_it_is", lambda: pretend({"OPENBLAS_CORETYPE": "Zen"}))
    monkeypatch.setattr(portable, "run", run)
    return seen


def test_a_difference_ends_with_1_and_what_is_not_there_is_skipped_by_name(runs, capsys):
    assert portable.main([]) == 1
    assert runs == ["Nehalem", "Haswell"]
    lines = capsys.readouterr().out.splitlines()
    assert lines[-3:-1] == ["Nehalem: DIFFERENT", "Haswell: the same"]
    assert lines[-1] == "SkylakeX: SKIPPED, this processor has no AVX512_SKX"


def test_the_kind_that_make_test_runs_as_is_not_asked_again(runs, capsys, monkeypatch):
    monkeypatch.setattr(portable, "as_it_is", lambda: portable.probe({"OPENBLAS_CORETYPE": "Haswell"}))
    assert portable.main([]) == 1
    assert runs == ["Nehalem"]
    assert "Haswell: SKIPPED, `make test` runs as this one here" in capsys.readouterr().out


def test_the_surroundings_do_not_matter(monkeypatch):
    monkeypatch.setenv("OPENBLAS_CORETYPE", "Prescott")
    monkeypatch.setenv("NPY_DISABLE_CPU_FEATURES", " ".join(probe({})["loops"]))
    here = probe({})
    assert "Katmai" not in here["kernels"]
    assert here == probe({})


def test_a_notebook_is_run_strictly_with_its_claims_raising(monkeypatch):
    calls = []

    def fake(command, cwd, env):
        calls.append((command, env))
        return type("Done", (), {"returncode": 1})

    monkeypatch.setenv("OPENBLAS_CORETYPE", "Prescott")
    monkeypatch.setattr(portable.subprocess, "run", fake)
    assert not portable.run({}, ["17_kmeans"])
    ((command, environment),) = calls
    assert command[-1] == "notebooks/17_kmeans.ipynb"
    assert "--nbval" in command
    assert environment["MLCORE_CLAIMS"] == "raise"
    assert "OPENBLAS_CORETYPE" not in environment
