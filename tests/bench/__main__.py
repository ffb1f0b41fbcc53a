"""The figures of speed: python -m tests.bench."""

from tests.bench import classroom, methods, models, pages, path, run_all, sliders, solvers, speed

if __name__ == "__main__":
    solvers.main()
    models.main()
    methods.main()
    speed.main([])
    path.main()
    run_all.main()
    sliders.main()
    pages.main()
    classroom.main()
