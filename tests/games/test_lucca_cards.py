"""Lucca's card table is checked when it is loaded: a broken one says which line and why."""

import pytest

from games.data_tables import BadTable
from games.lucca.cards import FILE, load

LINES = FILE.read_text(encoding="utf-8").splitlines()


def broken(tmp_path, line: int, old: str, new: str) -> str:
    """Load the table with one line changed; return what it complains about."""
    lines = list(LINES)
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    path = tmp_path / "deck.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(BadTable) as caught:
        load(path)
    return str(caught.value)


@pytest.mark.parametrize(
    ("line", "old", "new", "reason"),
    [
        (2, "P01,palace,red", "P01,palace,pink", "deck.csv, line 2: wrong colour 'pink'"),
        (2, "P01,palace", "P01,castle", "line 2: unknown kind 'castle'"),
        (2, "P01", "P02", "line 3: the id 'P02' is used twice, in line 2 too"),
        (2, "P01,", "red:1,", "line 2: the id must be"),
        (3, "orange,1,2,2", "orange,1,2,two", "line 3: number must be a number"),
        (3, "orange,1,2,2", "orange,1,2,96", "street numbers [96]"),
        (3, "orange,1,2,2", "orange,1,9,2", "line 3: at most 5"),
        (3, "orange,1,2,2", "orange,1,2,0", "line 3: a palace needs a street number"),
        (98, "B1,bastion,,0,0", "B1,bastion,,0,2", "line 98: a bastion has no windows or shields"),
        (98, "B1,bastion,", "B1,bastion,red", "line 98: wrong colour 'red'"),
        (106, "S2013,palace,blue,3,0,2013,0", "S2013,palace,,3,0,2013,1", "more than three wild cards"),
        (106, "celebration", "base", "a deck of 101 cards instead of 100"),
        (1, "windows", "panes", "line 1: columns missing: windows; unknown columns: 'panes'"),
    ],
)
def test_a_broken_table_names_the_line_and_the_reason(tmp_path, line, old, new, reason):
    assert reason in broken(tmp_path, line, old, new)


def test_a_table_that_lost_a_line_is_refused(tmp_path):
    path = tmp_path / "deck.csv"
    path.write_text("\n".join(LINES[:1] + LINES[2:]), encoding="utf-8")
    with pytest.raises(BadTable, match="99 cards instead of 100"):
        load(path)


def test_the_reconstruction_holds_what_it_promises():
    """16 cards a colour, windows and shields 3 together, street numbers 1 to 96, 4 bastions."""
    plain = [card for card in load() if not card.special]
    palaces = [card for card in plain if not card.bastion]
    assert sorted(card.number for card in palaces) == list(range(1, 97))
    assert {sum(c.colour == colour for c in palaces) for colour in {c.colour for c in palaces}} == {16}
    assert {card.windows + card.shields for card in palaces} == {3}
    assert len(plain) - len(palaces) == 4
