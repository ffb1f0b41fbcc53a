"""What a lecture shows of the package's own code."""

from mlcore.show import show_source


def steps(a, *, b=(1, 2)):  # fmt: skip
    """Nothing in particular."""
    c = a + b[0]  # (02.1)
    return c  # type: ignore[return-value]


def distance(a: float, b: float) -> float:
    """How far a is from b."""
    return abs(a - b)  # (1.1)


class Pair:
    """Two numbers."""

    def total(self):
        """Their sum."""
        return 2


def test_source_leaves_out_what_is_meant_for_tools():
    text = repr(show_source(steps))
    assert text.splitlines()[0] == "def steps(a, *, b=(1, 2)):"
    assert "# (02.1)" in text
    assert not [word for word in ("fmt:", "noqa", "type:") if word in text]


def test_source_drops_docstrings_and_keeps_comments():
    source = show_source(distance)
    assert repr(source) == "def distance(a: float, b: float) -> float:\n    return abs(a - b)  # (1.1)"
    assert source._repr_markdown_() == f"```python\n{source}\n```"
    assert '"""How far' in repr(show_source(distance, docstrings=True))


def test_source_of_several_things_and_of_classes():
    text = repr(show_source(Pair, distance))
    assert text.index("class Pair") < text.index("def distance")
    assert '"""' not in text
