"""The figures of the lectures, as functions of data: `kmeans.run(X, K=5)` draws our points or yours.

A module per lecture, under the lecture's stem; beside them what several lectures draw (street, clusters, ellipses), and
the frame: `figure` says of which `kind` the data are that a figure takes.
"""
