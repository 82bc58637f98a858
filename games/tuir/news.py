"""What was done, in words."""

from games.core import Text, Who
from games.tuir.labels import name
from games.tuir.names import NUMERALS
from games.tuir.skyline import ENDS
from games.tuir.state import THEIRS, Deed


def story(deed: Deed) -> tuple[Text, ...]:
    """Tell a deed as news, a line an event."""
    who = Who(deed.seat)
    match deed.move.split(":"):
        case ["build", card, where] if where in ENDS:
            words = {"who": who, "tower": deed.result[0], "card": name(card)}
            return (Text("{who} started tower {tower} with {card}.", **words),)
        case ["build", card, where]:
            return (Text("{who} built {card} on {tower}.", who=who, card=name(card), tower=where),)
        case ["take", number]:
            return _taking(deed, NUMERALS[int(number) - 1])
        case ["look", _, card] | ["rule", card] | ["swap", card, _, _] | ["move", card, _, _]:
            return Text("{who} sacrificed {card}.", who=who, card=name(card)), _bought(deed)
    raise ValueError(deed.move)


def theirs(deed: Deed) -> bool:
    """Say whether a section of the other player's row was moved."""
    return deed.result[1:] == (THEIRS,)


def _bought(deed: Deed) -> Text:
    """Tell what a section was given up for."""
    who = Who(deed.seat)
    match deed.move.split(":"):
        case ["look", "hidden", _]:
            return Text("{who} looked at the hidden rule.", who=who)
        case ["look", *_]:
            return Text("{who} looked at the rule of {rival}.", who=who, rival=Who(1 - deed.seat))
        case ["swap", _, one, other]:
            return Text("{who} swapped {one} with {other}.", who=who, one=name(one), other=name(other))
        case ["move", _, section, where]:
            words = {"who": who, "section": name(section), "tower": deed.result[0]}
            if theirs(deed):
                words["rival"] = Who(1 - deed.seat)
            if theirs(deed) and where in ENDS:
                # Note: in the other player's row
                return Text("{who} moved {section} to a new tower {tower} of {rival}.", **words)
            if theirs(deed):
                return Text("{who} moved {section} onto {tower} of {rival}.", **words)
            if where in ENDS:
                return Text("{who} moved {section} to a new tower {tower}.", **words)
            return Text("{who} moved {section} onto {tower}.", **words)
    return Text("{who} swapped their rule for a new one.", who=who)


def _taking(deed: Deed, deck: str) -> tuple[Text, ...]:
    card, shown = deed.result
    words = {"who": Who(deed.seat), "card": name(card), "deck": deck}
    if not shown:
        return (Text("{who} took {card}, the last of deck {deck}.", **words),)
    now = Text("Deck {deck} now shows {shown}.", deck=deck, shown=name(shown))
    return Text("{who} took {card} from deck {deck}.", **words), now


def brief(deed: Deed) -> Text:
    """Tell a deed as the end of its seat's line."""
    match deed.move.split(":"):
        case ["build", card, _]:
            # Note: what somebody did, behind their name; no subject
            return Text("Built {card} on {tower}.", card=name(card), tower=deed.result[0])
        case ["look", "hidden", _]:
            return Text("Looked at the hidden rule.")
        case ["look", *_]:
            return Text("Looked at the rule of {rival}.", rival=Who(1 - deed.seat))
        case ["rule", *_]:
            return Text("Swapped their rule.")
        case ["swap", *_]:
            return Text("Swapped two sections.")
        case ["move", _, section, _] if theirs(deed):
            words = {"card": name(section), "tower": deed.result[0], "rival": Who(1 - deed.seat)}
            return Text("Moved {card} to {tower} of {rival}.", **words)
        case ["move", _, section, _]:
            return Text("Moved {card} to {tower}.", card=name(section), tower=deed.result[0])
    return Text("Took {card}.", card=name(deed.result[0]))
