"""The tables of shared events: in the verifiers and in `docs/reference/record-*.md`, compared with the rules."""

from tests.shared_events import ROOT, written


def test_the_tables_are_those_of_the_rules():
    """Each table equals the output of `python -m tests.shared_events`."""
    other = [path.relative_to(ROOT) for path, text in written().items() if path.read_text("utf-8") != text]
    assert other == [], "python -m tests.shared_events writes them"
