"""Environment files: the lines that are accepted, and their values. On a real machine, `tests/documents` compares."""

import pytest

from operations.environment_file import BadLine, read_environment

ACCEPTED = r"""
# a comment
; another comment

PLAIN=value
SPACED=Stele <stele@example.org>
  INDENTED=it  
LATER=1
LATER=2
EMPTY=
HASH=a#b # not a comment
EQUALS=a=b
SINGLE='a "quote", a \backslash and a # hash'
DOUBLE="it's quoted"
QUOTE_WITHIN=it's
BLANKS='  kept  '
"""  # noqa: W291
VALUES = {
    "PLAIN": "value", "SPACED": "Stele <stele@example.org>", "INDENTED": "it", "LATER": "2", "EMPTY": "",
    "HASH": "a#b # not a comment", "EQUALS": "a=b", "SINGLE": r'a "quote", a \backslash and a # hash',
    "DOUBLE": "it's quoted", "QUOTE_WITHIN": "it's", "BLANKS": "  kept  ",
}  # fmt: skip


def test_the_values(tmp_path):
    """Comments and empty lines, blanks around a value, quotes around a whole value; the last line of a name counts."""
    (tmp_path / "stele.env").write_text(ACCEPTED)
    assert read_environment(tmp_path / "stele.env") == VALUES


@pytest.mark.parametrize(
    "line", ["export A=1", "A = 1", "A", "1A=b", r"A=a\b", "A='a'b", "A='a", 'A="a', r'A="a\"b"', "A=''a"]
)
def test_ambiguous_lines_are_refused(tmp_path, line):
    """The message names the file, the line, and what to write instead."""
    file = tmp_path / "stele.env"
    file.write_text(f"# first\n{line}\n")
    with pytest.raises(BadLine, match=rf"{file}, line 2: (write NAME=value|put the value)"):
        read_environment(file)
