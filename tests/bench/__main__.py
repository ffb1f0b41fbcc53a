"""The figures of speed: python -m tests.bench."""

from tests.bench import classroom, models, path, run_all, sliders, solvers, speed

if __name__ == "__main__":
    solvers.main()
    models.main()
    speed.main([])
    path.main()
    run_all.main()
    sliders.main()
    classroom.main()
