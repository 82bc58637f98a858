"""Who is asked what, and how the question is put; never more than the public knows."""

from games.core import Decision, Seat, Text, Texts
from games.towers import legal
from games.towers.table import Choose, Draw, Give, Interval, Joust, Over, Relay, State, Turn, Ward

YOUR_TURN = Text("Choose an action")
YOUR_TURN_HELP = Text(
    "Buy two cards, exchange some, build a tower of three or more, extend one and draw as many, "
    "complete towers so that they are safe, or pass. Two passes in a row end the deal."
)
LAST_TURNS = Text("Ending Phase: build, extend or pass")
LAST_TURNS_HELP = Text(
    "Deck and market are closed, towers cannot be completed, Donazioni do nothing. "
    "Build and extend while you can; two passes in a row end the deal."
)
DRAW_HELP = Text("You see each card before you choose where the next one comes from.")
JOUST = Text("A noble is played against you: answer with Giostra?")
JOUST_HELP = Text(
    "Giostra cancels the noble, which then does not count as used. You are asked whenever you might "
    "hold it, so that the pause tells nothing."
)
RELAY = Text("Giostra took a fine stone: what becomes of the other cards?")
RELAY_HELP = Text(
    "Use all of them, as any legal tower or extension, or take all of them back. Then your turn is over."
)
FELL = Text("Conspiracy: which tower falls?")
FELL_HELP = Text("Equal towers: you choose. Its cards go face up on the deck.")
WARD_TRADE = Text("A Trade is aimed at you: play a Guard?")
WARD_TRADE_HELP = Text(
    "A 5 from your hand turns the Trade away and goes under the deck. You are asked whenever you might "
    "hold one, so that the pause tells nothing."
)
WARD_PLOT = Text("A Conspiracy is aimed at your tower: play a Guard?")
WARD_PLOT_HELP = Text(
    "A 5 from your hand saves the tower and goes under the deck. You are asked whenever you might "
    "hold one, so that the pause tells nothing."
)
GIVE_HELP = Text("The cards may be those you took, your own, or some of both. Only you two see them.")
NEXT_DEAL = Text("Ready for the next deal?")


def question(state: State) -> Decision | None:
    """Return the open question, if the game is not over."""
    seat = state.seat
    match state.phase:
        case Turn():
            return _turn(state)
        case Draw() as draw:
            moves = tuple(f"draw:{source}" for source in legal.sources(state, draw))
            return Decision(seat, _draw_prompt(draw), moves, moves[0], open=True, help=DRAW_HELP)
        case Joust():
            moves = legal.joust_moves(state)
            return Decision(state.rival, JOUST, moves, "allow", standing="giostra", help=JOUST_HELP)
        case Relay() as relay:
            moves = legal.relays(state, relay)
            return Decision(seat, RELAY, moves, "back", open=True, help=RELAY_HELP)
        case Choose() as choose:
            moves = legal.fellings(choose)
            return Decision(seat, FELL, moves, moves[0], open=True, help=FELL_HELP)
        case Ward() as ward:
            prompt, hint = (WARD_TRADE, WARD_TRADE_HELP) if ward.trade else (WARD_PLOT, WARD_PLOT_HELP)
            moves = legal.ward_moves(state, ward)
            return Decision(ward.target, prompt, moves, "bear", standing="guard", help=hint)
        case Give() as give:
            moves = legal.gifts(state, give)
            due = Texts("Give one card back", "Give {n} cards back", n=give.count)
            return Decision(seat, due, moves, moves[0], help=GIVE_HELP)
        case Interval():
            return Decision(_starter(state), NEXT_DEAL, ("deal",), "deal")
        case Over():
            return None


def _draw_prompt(draw: Draw) -> Text:
    return Texts("Draw one card: where from?", "Draw {n} cards: where is the next one from?", n=draw.left)


def _turn(state: State) -> Decision:
    if state.ending:
        return Decision(state.seat, LAST_TURNS, legal.turn_moves(state), "pass", help=LAST_TURNS_HELP)
    return Decision(state.seat, YOUR_TURN, legal.turn_moves(state), "pass", help=YOUR_TURN_HELP)


def _starter(state: State) -> Seat:
    return (state.first + len(state.results)) % 2
