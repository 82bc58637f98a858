"""The private panel: own picture, own secrets, own choices, own language."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from discord import ui

from bot.base.references import OnBoard
from bot.domain.entities import TableRecord
from bot.domain.table import Ply, Table
from bot.text.foreign_names import SERVER_NAME, safe_name
from bot.text.shortening import truncated
from bot.text.words import Words
from bot.views.advice import because, review_button
from bot.views.board import MORE, awaited_line, news_of, request_line, undone_line
from bot.views.clocks import lapse, own_deadline
from bot.views.controls import BACK_TO_MENU, control_rows
from bot.views.ending import outcome, rematch_button
from bot.views.menus import COLONS, Offer
from bot.views.parts import custom_ids
from bot.views.parts.grid import score_grid
from bot.views.parts.items import BUTTON_COLUMNS, Link, Press
from bot.views.parts.player_view import view_of
from bot.views.parts.screen import (
    Pieces,
    Screen,
    alt_text,
    fitted,
    layout,
    lines_of,
    picture,
    row,
    rows,
    whole,
)
from bot.views.parts.widths import width
from bot.views.turn_history import missed_turns, since_lines
from games.core import Page, Seat, Text

PANEL_NEWS_LINES = 2  # of news above the picture: a phone shows the controls too
HINT = 500  # characters of an explanation

MOVED_HOME = Text("Your panel is in your DMs now. It stays current there, and you can play from it.")
ADVANCE = {  # what one may say in advance to a question that may come
    "ask": Text("Always ask me"),
    "use": Text("Always use it if I can"),
    "let": Text("Always let it happen"),
}


class Where(NamedTuple):
    """Where a table stands, for someone who sees it from their DMs."""

    server: str
    channel: int
    link: str


@dataclass(frozen=True, slots=True)
class PanelRequest:
    """What a panel is asked to show, beside the table as it stands."""

    level: int = 0  # the open menu
    help: bool | None = None  # explain the question; None: to those who never met it
    word: Text | None = None  # what came of the last press
    advice: Text | None = None  # what a computer would do, where the choice is made
    reasons: tuple[Text, ...] = ()  # for what it would do, in the game's words
    dm: bool = False
    sure: int = -1  # the move about which is asked once more
    all_news: bool = False  # everything that happened, not only the last two lines
    next: bool = False  # another table waits for this person
    picture: bool = False  # also while waiting with nothing private to see
    where: Where | None = None  # in a DM: which table this is
    home: bool = False  # the table itself stands in this DM, and this is its only message
    advance: Mapping[str, str] = field(default_factory=dict)  # the questions answered in advance


PLAIN_PANEL = PanelRequest()


def offer_of(table: Table, seat: Seat, words: Words) -> Offer | None:
    """Return a seat's question with its labels, as its owner may read them."""
    decision, seen = table.offer(seat), view_of(table, seat)
    if decision is None:
        return None
    return Offer(decision, tuple(map(seen.label, decision.moves)), words.say)


class PanelContext(NamedTuple):
    """All that one panel is made of."""

    table: Table
    seat: Seat
    words: Words
    glance: PanelRequest
    page: Page
    offer: Offer | None
    question: custom_ids.Question

    def press(self, text: Text, act: str, number: int = -1, style: str = "quiet") -> Press:
        """Return one of the fixed buttons."""
        return Press(custom_ids.table(self.table.id, act, number), self.words.say(text), style)

    @property
    def has_picture(self) -> bool:
        """Whoever waits with nothing private to see has the picture on the table."""
        waiting = self.offer is None and not self.table.over and not self.page.secrets
        return self.glance.picture or self.glance.dm or not waiting


def panel_screen(table: Table, seat: Seat, words: Words, glance: PanelRequest = PLAIN_PANEL) -> Screen:
    """Show one player what they may know and do."""
    return whole(panel_pieces(table, seat, words, glance))


def panel_pieces(table: Table, seat: Seat, words: Words, glance: PanelRequest = PLAIN_PANEL) -> Pieces:
    """Build a panel piece by piece: a press that comes meanwhile need not wait for all of it."""
    seen = view_of(table, seat)
    page = seen.page
    yield
    yield from seen.labelled(table.offer(seat))
    offer = offer_of(table, seat, words)
    question = custom_ids.question(table.id, table.stamp(seat))
    sight = PanelContext(table, seat, words, glance, page, offer, question)
    scene = None
    if sight.has_picture:
        scene = table.rules.scene(seen.view, offer.narrowed(glance.level) if offer else ())
        yield
    items: list[ui.Item[Any]] = [ui.TextDisplay(text) for text in fitted(_above(sight), 1800)]
    items += [picture(alt_text(words, page.alt))] if scene else []
    items += [*_hint(sight), *_request(sight), *_controls(sight), *_advance(sight)]
    yield
    items += [ui.TextDisplay(text) for text in fitted(_below(sight), 1500)]
    items += rows(_foot(sight))
    return Screen(layout(*items), scene)


def look_of(table: Table, seat: Seat) -> str:
    """Name what a panel shows: while its question stands, nobody else's move changes it."""
    asked = f"?{sorted(request.allowed)}" if (request := table.takebacks.request()) else ""
    due = f"@{at}" if (at := table.timing.deadline(seat)) else ""
    return f"{table.stamp(seat) if table.offer(seat) else f'-{table.last_row}'}{asked}{due}"


# --- other faces of a panel ---


def resting_screen(table_id: int, words: Words) -> Screen:
    """Replace a panel whose token is about to die."""
    wake = Press(custom_ids.table(table_id, "hand"), words.say(Text("Show me now")), "plain")
    return Screen(layout(ui.TextDisplay(words.say(Text("This panel rests."))), row(wake)))


def in_channel_screen(link: str, words: Words) -> Screen:
    """Say that a panel is in somebody's DMs now, and lead there."""
    there = Link(link, words.say(Text("Go to my panel")))
    return Screen(layout(ui.TextDisplay(words.say(MOVED_HOME)), row(there)))


def moved_screen(saved: TableRecord, words: Words) -> Screen:
    """Replace a panel by DM that was sent back to the channel."""
    hand = OnBoard(Text("Your hand"), saved.locale)
    said = Text("Your panel is back in the channel: press [{button}] there.", button=hand)
    link = Link(saved.link, words.say(Text("See the table")))
    return Screen(layout(ui.TextDisplay(words.say(said)), row(link)))


# --- above and below the picture ---


def _above(sight: PanelContext) -> list[str]:
    words, glance = sight.words, sight.glance
    said = f"**{words.say(glance.word)}**" if glance.word else ""
    lapsed = [f"> {words.say(lapse(seat))}" for seat in sight.table.lapses()] if not sight.table.over else []
    time = own_deadline(sight.table, sight.seat, words)
    return [_where(sight), _head(sight), time, said, _news(sight), *lapsed, undone_line(sight.table, words)]


def _news(sight: PanelContext) -> str:
    """Tell what has happened since one's own last move; after that, how the own turn goes."""
    table, words = sight.table, sight.words
    if sight.glance.all_news:
        return news_of(sight.page, words)
    if (
        table.over or missed_turns(table, sight.seat) < 2
    ):  # one turn: its end, so that a phone shows the controls
        return news_of(sight.page, words, PANEL_NEWS_LINES)
    return since_lines(table, sight.seat, sight.page, words) or news_of(sight.page, words, PANEL_NEWS_LINES)


def _where(sight: PanelContext) -> str:
    """Tell two tables apart at a glance: game, server and channel."""
    if sight.glance.where is None:
        return ""
    server, channel, _ = sight.glance.where
    name = safe_name(server, SERVER_NAME)
    return f"-# {sight.words.say(sight.table.rules.NAME)} · {name} · <#{channel}>"


def _head(sight: PanelContext) -> str:
    """Say in one line what this moment is: the end, waiting, an answer, or the player's turn."""
    table, words, decision = sight.table, sight.words, sight.table.offer(sight.seat)
    if table.over:
        return f"### {words.say(outcome(table))}"
    if decision is None:
        return f"### {awaited_line(table, words)}"
    if decision.settled:
        sentence = Text("You have chosen, and may still change your mind – {prompt}", prompt=decision.prompt)
    elif decision.advance:  # an answer, not a turn
        sentence = decision.prompt
    else:
        sentence = Text("Your turn – {prompt}", prompt=decision.prompt)
    return f"### {words.say(sentence)}"


def _hint(sight: PanelContext) -> list[ui.Item[Any]]:
    """Explain the question to a newcomer, before the controls, and tell there what a computer would do."""
    help, advice = (
        sight.offer.decision.help if sight.offer and sight.glance.help else None,
        sight.glance.advice,
    )
    items: list[ui.Item[Any]] = []
    if help:
        items.append(ui.TextDisplay(f"-# {truncated(sight.words.say(help), HINT)}"))
    if advice:
        items.append(ui.TextDisplay(f"💡 **{truncated(sight.words.say(advice), HINT)}**{_reasons(sight)}"))
    return items


def _reasons(sight: PanelContext) -> str:
    """Say in a line of its own what the move of an advice does."""
    if not sight.glance.reasons:
        return ""
    return f"\n{truncated(sight.words.say(because(sight.glance.reasons)), HINT)}"


def _below(sight: PanelContext) -> list[str]:
    """Return what the picture shows too: the secrets in words, and at the end the score in parts."""
    table, words, page = sight.table, sight.words, sight.page
    counted = table.over and table.ended is None
    score = score_grid(page.grid, words, len(table.users)) if counted else ""
    return [lines_of(page.secrets, words), score, _whole_undo(sight)]


def _whole_undo(sight: PanelContext) -> str:
    """Say in full what a take-back would undo, if its button has no room for it."""
    ply = sight.table.takebacks.last_own(sight.seat)
    said = sight.words.say(_undo_label(sight, ply)) if ply else ""
    return f"-# {said}" if width(said) > BUTTON_COLUMNS else ""


# --- what can be done ---


def _request(sight: PanelContext) -> list[ui.Item[Any]]:
    """Ask for consent to somebody's take-back, or say that it is being asked for."""
    request = sight.table.takebacks.request()
    if request is None:
        return []
    said = ui.TextDisplay[Any](request_line(sight.table, sight.words))
    if sight.seat not in sight.table.takebacks.asked_to_allow():
        return [said]
    yes = sight.press(Text("Allow", ctx="button: a take-back"), "allow", request.row, "good")
    return [said, row(yes, sight.press(Text("No", ctx="button: to a take-back"), "deny", request.row))]


def _controls(sight: PanelContext) -> list[ui.Item[Any]]:
    if sight.offer and 0 <= sight.glance.sure < len(sight.offer.labels):
        return _once_more(sight, sight.offer)
    controls = sight.offer.controls(sight.glance.level) if sight.offer else ()
    return [shown for control in controls for shown in control_rows(sight.question, control, sight.words)]


def _once_more(sight: PanelContext, offer: Offer) -> list[ui.Item[Any]]:
    """Ask once more before a move that hurts, in place of all others."""
    label, words = offer.labels[sight.glance.sure], sight.words
    ask = words.say(Text("Really? {move}", move=label.text))
    yes = Press(
        sight.question.id(custom_ids.SURE, sight.glance.sure), words.say(Text("Yes, do it")), "danger"
    )
    # Note: a button: do not make the move
    no = Press(sight.question.id(custom_ids.UP, 0), words.say(Text("No, back")))
    return [ui.TextDisplay(f"**{ask}**"), row(yes, no)]


def _advance(sight: PanelContext) -> list[ui.Item[Any]]:
    """Offer to answer a question of this kind in advance; all answers take equally long."""
    decision = sight.table.offer(sight.seat)
    if decision is None or not decision.advance:
        return []
    now = sight.glance.advance.get(decision.advance, "ask")
    presses = [
        Press(sight.question.id(key), sight.words.say(text), "good" if key == now else "quiet")
        for key, text in ADVANCE.items()
    ]
    title = sight.words.say(Text("From now on, when this is asked:"))
    return [ui.TextDisplay(f"-# {title}"), row(*presses)]


def _foot(sight: PanelContext) -> list[ui.Item[Any]]:
    """Return the buttons under every panel."""
    table, words, glance = sight.table, sight.words, sight.glance
    decision, ply = table.offer(sight.seat), table.takebacks.last_own(sight.seat)
    presses: list[ui.Item[Any]] = []
    if glance.level:
        presses.append(Press(sight.question.id(custom_ids.UP, glance.level), words.say(BACK_TO_MENU)))
    if ply:
        presses.append(sight.press(_undo_label(sight, ply), "undo", ply.back_to))
    clock = table.timing.clock(sight.seat)
    if clock.runs and not clock.extra:
        presses.append(Press(sight.question.id(custom_ids.TIME), words.say(Text("More time"))))
    if decision is not None and decision.help is not None:
        presses.append(sight.press(Text("Help", ctx="button: explain the question"), "help"))
    if decision is not None and table.hints and len(decision.moves) > 1 and not decision.settled:
        presses.append(sight.press(Text("Hint", ctx="button: ask a computer"), "hint"))
    if len(sight.page.news) > PANEL_NEWS_LINES and not glance.all_news:
        # Note: a button that shows all news
        presses.append(sight.press(Text("What happened"), "news"))
    if not sight.has_picture:
        # Note: a button: show the picture in my panel
        presses.append(sight.press(Text("Show the table"), "show"))
    if glance.advance and not table.over and not (decision and decision.advance):
        # Note: a button: forget the answers given in advance
        presses.append(sight.press(Text("Ask me again"), "askme"))
    if glance.next:
        presses.insert(0, sight.press(Text("Next table"), "next", style="plain"))
    if glance.home:
        presses += _at_home(sight)
    elif not table.over:
        home = (Text("Back to the channel"), "channel") if glance.dm else (Text("Play by DM"), "dm")
        presses.append(sight.press(*home))
    # Note: a button that opens the rulebook
    presses.append(sight.press(Text("Rules"), "rules"))
    if glance.where:
        presses.append(Link(glance.where.link, words.say(Text("See the table"))))
    return presses


def _at_home(sight: PanelContext) -> list[ui.Item[Any]]:
    """Return what a table has beside its panels, for one that is nothing but a panel."""
    table, words = sight.table, sight.words
    read = sight.press(Text("Read the table"), "read")
    if not table.over:
        return [read, sight.press(MORE, "more")]
    review = [review_button(table, words)] if table.ended is None else []
    return [rematch_button(table, words), *review, read]


def _undo_label(sight: PanelContext, ply: Ply) -> Text:
    """Say what a take-back would undo, or that it was asked for."""
    if sight.table.takebacks.request():
        return Text("Take back: asked")  # Note: a button; the others have been asked to allow it
    move = sight.words.say(view_of(sight.table, sight.seat, ply.state).label(ply.move).text)
    if COLONS.search(move):
        return Text("Take back – {move}", move=move)
    return Text("Take back: {move}", move=move)
