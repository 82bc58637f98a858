"""What was done, in words."""

from games.core import Text, Who
from games.tuir.labels import NUMERALS, name
from games.tuir.rules import Deed
from games.tuir.skyline import ENDS


def story(deed: Deed) -> Text:
    """Tell a deed as news."""
    who = Who(deed.seat)
    match deed.move.split(":"):
        case ["build", card, where] if where in ENDS:
            return Text(
                "{who} started tower {tower} with {card}.", who=who, tower=deed.result[0], card=name(card)
            )
        case ["build", card, where]:
            return Text("{who} built {card} on {tower}.", who=who, card=name(card), tower=where)
        case ["take", number]:
            return _taking(deed, NUMERALS[int(number) - 1])
        case ["look", "hidden", card]:
            return Text("{who} gave up {card} and looked at the hidden rule.", who=who, card=name(card))
        case ["look", _, card]:
            rival = Who(1 - deed.seat)
            return Text(
                "{who} gave up {card} and looked at the rule of {rival}.",
                who=who,
                card=name(card),
                rival=rival,
            )
        case ["rule", card]:
            return Text(
                "{who} gave up {card} and swapped their rule for a new one.", who=who, card=name(card)
            )
        case ["swap", card, one, other]:
            pair = {"one": name(one), "other": name(other)}
            return Text(
                "{who} gave up {card} and swapped {one} with {other}.", who=who, card=name(card), **pair
            )
        case ["move", card, section, where]:
            words = {"who": who, "card": name(card), "section": name(section), "tower": deed.result[0]}
            if where in ENDS:
                return Text("{who} gave up {card} and moved {section} to a new tower {tower}.", **words)
            return Text("{who} gave up {card} and moved {section} onto {tower}.", **words)
    raise ValueError(deed.move)


def _taking(deed: Deed, deck: str) -> Text:
    card, shown = deed.result
    words = {"who": Who(deed.seat), "card": name(card), "deck": deck}
    if not shown:
        return Text("{who} took {card}, the last of deck {deck}.", **words)
    return Text("{who} took {card}; deck {deck} now shows {shown}.", shown=name(shown), **words)


def brief(deed: Deed) -> Text:
    """Tell a deed as the end of its seat's line."""
    match deed.move.split(":"):
        case ["build", card, _]:
            return Text("Built {card} on {tower}.", card=name(card), tower=deed.result[0])
        case ["look", "hidden", _]:
            return Text("Looked at the hidden rule.")
        case ["look", *_]:
            return Text("Looked at the rule of {rival}.", rival=Who(1 - deed.seat))
        case ["rule", *_]:
            return Text("Swapped their rule.")
        case ["swap", *_]:
            return Text("Swapped two sections.")
        case ["move", _, section, _]:
            return Text("Moved {card} to {tower}.", card=name(section), tower=deed.result[0])
    return Text("Took {card}.", card=name(deed.result[0]))
