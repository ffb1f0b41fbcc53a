"""Marking what was handed in: answers are found in notebooks, run in a process of their own, and judged in ours.

The process that runs a student's code loads no reference solution, and is never told an answer that is expected: it is
given arguments and gives back values, as JSON. It is no sandbox against somebody who means harm: it runs with your
account's rights. For code of strangers use a container.
"""
