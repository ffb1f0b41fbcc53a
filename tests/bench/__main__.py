"""The figures of speed: python -m tests.bench."""

from tests.bench import classroom, models, sliders, solvers

if __name__ == "__main__":
    solvers.main()
    models.main()
    sliders.main()
    classroom.main()
