"""Who is asked what, and how the question is put; never more than the public knows."""

from functools import cache, lru_cache

from games.core import Decision, Move, Seat, Text, Texts, Who
from games.towers import actions
from games.towers.cards import PIETRA
from games.towers.names import called
from games.towers.state import Choose, Draw, Give, Interval, Joust, Over, Parry, Relay, State, Turn, Ward

YOUR_TURN = Text("Choose an action")
YOUR_TURN_HELP = Text(
    "Buy two cards, exchange some, build a tower of three or more, extend one and draw as many, "
    "complete towers so that they are safe, close once four are complete, or pass. "
    "Two passes in a row end the deal."
)
YOUR_TURN_NOBLES_HELP = Text(
    "Buy two cards, exchange some, build a tower of three or more, extend one and draw as many, "
    "complete towers so that they are safe, close once four are complete, play a noble, or pass. "
    "You may use a noble while you have used no more of them than your rival. "
    "Two passes in a row end the deal."
)
LAST_TURNS = Text("Ending Phase: build, extend or pass")
LAST_TURNS_HELP = Text(
    "Deck and market are closed, towers cannot be completed, Donazioni do nothing. "
    "Build and extend while you can; two passes in a row end the deal."
)
DRAW_HELP = Text("You see each card before you choose where the next one comes from.")
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
WARD_TRADE_HELP = Text(
    "A 5 from your hand turns the Trade away and goes under the deck. You are asked whenever you might "
    "hold one, so that the pause tells nothing."
)
WARD_PLOT_HELP = Text(
    "A 5 from your hand saves the tower and goes under the deck. You are asked whenever you might "
    "hold one, so that the pause tells nothing."
)
WARD_STONE_HELP = Text(
    "A 5 from your hand turns it away and goes under the deck. So does a fine stone that you may use: it "
    "stays in front of you, and Giostra may answer it. You are asked whenever you might hold one of them, "
    "so that the pause tells nothing."
)
GIVE_HELP = Text("The cards may be those you took, your own, or some of both. Only you two see them.")
NEXT_DEAL = Text("Ready for the next deal?")


def decisions(state: State) -> tuple[Decision, ...]:
    """Return the one question that is open."""
    asked = question(state)
    return () if asked is None else (asked,)


def question(state: State) -> Decision | None:
    """Return the open question, if the game is not over."""
    seat = state.seat
    match state.phase:
        case Turn():
            return _turn(state)
        case Draw() as draw:
            return _drawing(seat, actions.still_drawn(state, draw), actions.draws(state, draw))
        case Joust() as joust:
            prompt, moves = _joust_prompt(state, joust), actions.joust_moves(state, state.rival)
            return Decision(state.rival, prompt, moves, "allow", advance="giostra", help=JOUST_HELP)
        case Relay() as relay:
            moves = actions.relays(state, relay)
            return Decision(seat, RELAY, moves, "back", open=True, help=RELAY_HELP)
        case Choose() as choose:
            moves = actions.fellings(choose)
            return Decision(seat, FELL, moves, moves[0], open=True, help=FELL_HELP)
        case Ward() as ward:
            prompt, moves = _ward_prompt(state, ward), actions.ward_moves(state, ward)
            hint = _ward_help(state, ward)
            return Decision(ward.target, prompt, moves, "bear", advance="guard", help=hint)
        case Parry(ward):
            asked, prompt = 1 - ward.target, _stones_prompt(ward.target, 1)
            moves = actions.joust_moves(state, asked)
            return Decision(asked, prompt, moves, "allow", advance="giostra", help=JOUST_HELP)
        case Give() as give:
            moves = actions.gifts(state, give)
            return Decision(seat, _give_prompt(give.count), moves, moves[0], help=GIVE_HELP)
        case Interval():
            return Decision(_starter(state), NEXT_DEAL, ("deal",), "deal")
        case Over():
            return None


@lru_cache(maxsize=1024)
def _drawing(seat: Seat, n: int, moves: tuple[Move, ...]) -> Decision:
    prompt = Texts("Draw one card: where from?", "Draw {n} cards: where is the next one from?", n=n)
    return Decision(seat, prompt, moves, moves[0], open=True, help=DRAW_HELP)


@cache
def _give_prompt(n: int) -> Text:
    return Texts("Give one card back", "Give {n} cards back", n=n)


def _joust_prompt(state: State, joust: Joust) -> Text:
    """Name the noble that may be cancelled; everyone sees it on the table."""
    if not joust.laid:
        noble = called(joust.move.split(":")[1])
        return Text("Answer {who}'s {noble} with Giostra?", who=Who(state.seat), noble=noble)
    return _stones_prompt(state.seat, joust.laid.count(PIETRA))


def _stones_prompt(seat: Seat, n: int) -> Text:
    return Texts(
        "Answer {who}'s Buona Pietra with Giostra?",
        "Answer one of {who}'s {n} Buona Pietra with Giostra?",
        n=n,
        who=Who(seat),
    )


def _ward_help(state: State, ward: Ward) -> Text:
    """Say what turns the effect away."""
    if actions.shows_stones(state, ward.target) and state.with_nobles:
        return WARD_STONE_HELP
    return WARD_TRADE_HELP if ward.trade else WARD_PLOT_HELP


def _ward_prompt(state: State, ward: Ward) -> Text:
    """Say what the target would lose."""
    if ward.trade:
        return Texts(
            "Play a Guard against a Trade for one of your cards?",
            "Play a Guard against a Trade for {n} of your cards?",
            n=min(ward.trade, len(state.sides[ward.target].hand)),
        )
    if ward.target == state.seat:
        return Text("Play a Guard to save your tower {n} from your own Conspiracy?", n=ward.tower + 1)
    return Text("Play a Guard to save your tower {n} from Conspiracy?", n=ward.tower + 1)


def _turn(state: State) -> Decision:
    if state.ending:
        return Decision(state.seat, LAST_TURNS, actions.turn_moves(state), "pass", help=LAST_TURNS_HELP)
    hint = YOUR_TURN_NOBLES_HELP if state.with_nobles else YOUR_TURN_HELP
    return Decision(state.seat, YOUR_TURN, actions.turn_moves(state), "pass", help=hint)


def _starter(state: State) -> Seat:
    return (state.first + len(state.results)) % 2
