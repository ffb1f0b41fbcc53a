"""The figures of speed: python -m tests.bench."""

from tests.bench import sliders, solvers

if __name__ == "__main__":
    solvers.main()
    sliders.main()
