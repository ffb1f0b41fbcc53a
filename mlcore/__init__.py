"""mlcore: the algorithms of the course, in NumPy that reads like the mathematics."""

__version__ = "0.2.0"  # of the course: the one place where it stands; pyproject.toml and the hand-out read it here
