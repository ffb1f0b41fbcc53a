"""The figures of speed: python -m tests.bench."""

from tests.bench import classroom, models, path, run_all, sliders, solvers

if __name__ == "__main__":
    solvers.main()
    models.main()
    path.main()
    run_all.main()
    sliders.main()
    classroom.main()
