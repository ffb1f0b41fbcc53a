"""mlcore: the algorithms of the course, in NumPy that reads like the mathematics."""
