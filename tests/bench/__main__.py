"""The figures of speed: python -m tests.bench."""

from tests.bench import sliders, solvers, trees

if __name__ == "__main__":
    solvers.main()
    trees.main()
    sliders.main()
