"""The notebooks, strictly, as older and newer processors would round: what they print must be the same.

python tools/portable.py [NAME ...] runs all notebooks, or those named, once per kind of processor that this one can
stand in for; it skips the others by name, and the one as which `make test` runs here already; it ends with 1 if an
output differs. Before each run it proves that the
linear algebra (OpenBLAS) and NumPy's loops really are those of that processor: a switch that does nothing would prove
nothing.
"""

import json
import os
import pathlib
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).parent.parent
CORETYPE, DISABLE = "OPENBLAS_CORETYPE", "NPY_DISABLE_CPU_FEATURES"
PROBE = """
import json, cvxopt.base, numpy as np, scipy.linalg
from threadpoolctl import threadpool_info
try:
    from numpy._core._multiarray_umath import __cpu_features__ as features
except ImportError:  # NumPy 1
    from numpy.core._multiarray_umath import __cpu_features__ as features
kernels = {lib.get("architecture") for lib in threadpool_info() if lib["internal_api"] == "openblas"}
loops = np.show_config("dicts")["SIMD Extensions"].get("found", [])
print(json.dumps(dict(kernels=sorted(kernels), loops=loops, has=[name for name, there in features.items() if there])))
"""


@dataclass(frozen=True)
class Processor:
    """A kind of processor, under OpenBLAS's name for it: what it must have, and which of NumPy's loops it lacks.

    lacks: beginnings of the names; NumPy's names differ from version to version.
    """

    name: str
    needs: str
    lacks: tuple[str, ...]


PROCESSORS = (
    Processor("Nehalem", needs="SSE42", lacks=("",)),  # 2008: nothing beyond what NumPy always uses
    Processor("Haswell", needs="AVX2", lacks=("X86_V4", "AVX512")),  # 2013, and all of AMD up to 2022
    Processor("SkylakeX", needs="AVX512_SKX", lacks=()),  # 2017
)


def probe(environment: dict[str, str]) -> dict[str, list[str]]:
    """In a fresh process: the kernels of OpenBLAS, the loops of NumPy beyond its least, what the processor has."""
    clean = {name: value for name, value in os.environ.items() if name not in (CORETYPE, DISABLE)}
    return _probe({**clean, **environment})


def as_it_is() -> dict[str, list[str]]:
    """The same, in the environment that the tests run in."""
    return _probe(dict(os.environ))


def _probe(environment: dict[str, str]) -> dict[str, list[str]]:
    command = [sys.executable, "-c", PROBE]
    told = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=True)
    return json.loads(told.stdout)


def rounding_of(found: dict[str, list[str]]) -> tuple[list[str], list[str]]:
    """What decides the rounding: the kernels of OpenBLAS and the loops of NumPy."""
    return found["kernels"], sorted(found["loops"])


def switches(processor: Processor, loops: Iterable[str]) -> dict[str, str]:
    """The environment that makes this computer round as that processor, given the loops that NumPy would use."""
    off = [name for name in loops if name.startswith(processor.lacks)]
    return {CORETYPE: processor.name} | ({DISABLE: " ".join(off)} if off else {})


def require_switched(processor: Processor, found: dict[str, list[str]]) -> None:
    """Raise RuntimeError unless the libraries now compute as that processor does."""
    if found["kernels"] != [processor.name]:
        raise RuntimeError(f"OpenBLAS computes as {found['kernels']}, and should as {processor.name}.")
    left = [name for name in found["loops"] if name.startswith(processor.lacks)]
    if left:
        raise RuntimeError(f"NumPy still uses {' '.join(left)}, which {processor.name} lacks.")


def run(environment: dict[str, str], names: list[str]) -> bool:
    """Whether all notebooks, or those named, print what is stored."""
    files = [f"notebooks/{name}.ipynb" for name in names] or ["notebooks"]
    command = [
        sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--nbval", "--nbval-cell-timeout", "120",
        "-n", os.environ.get("WORKERS", "2"), "--dist", "loadfile", *files,
    ]  # fmt: skip
    left_out = CORETYPE, DISABLE, "PYTHONDONTWRITEBYTECODE"  # the last: else each kernel compiles the course anew
    others = {name: value for name, value in os.environ.items() if name not in left_out}
    settings = {**others, **environment, "MLCORE_CLAIMS": "raise"}
    return subprocess.run(command, cwd=ROOT, env=settings).returncode == 0


def main(names: list[str]) -> int:
    """0 if every run was as stored; each processor gets a line."""
    here, already, words = probe({}), as_it_is(), []
    for processor in PROCESSORS:
        if processor.needs not in here["has"]:
            words.append(f"{processor.name}: SKIPPED, this processor has no {processor.needs}")
            continue
        environment = switches(processor, here["loops"])
        switched = probe(environment)
        require_switched(processor, switched)
        if rounding_of(switched) == rounding_of(already):
            words.append(f"{processor.name}: SKIPPED, `make test` runs as this one here")
            continue
        print(" ".join(f"{name}='{value}'" for name, value in environment.items()), flush=True)
        words.append(f"{processor.name}: {'the same' if run(environment, names) else 'DIFFERENT'}")
    print("\n".join(words))
    return int(any("DIFFERENT" in line for line in words))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
