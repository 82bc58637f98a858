"""What is stored about the reader, and the two things that they can have done with it."""

from discord import ui

from bot.base.references import Command, OnBoard
from bot.text.words import Words
from bot.views.fair_deal import MY_WORD
from bot.views.parts import custom_ids
from bot.views.parts.items import Press
from bot.views.parts.screen import Screen, layout, lines_of, row
from games.core import Text, Texts


def privacy_screen(counts: dict[str, int], words: Words) -> Screen:
    """Tell what is stored, with how much of it there is, and offer to take it away or to delete it."""
    games = Texts("Tables at which you sat: {n}", "Tables at which you sat: {n}", n=counts["tables"])
    moves = Texts("Moves that you made: {n}", "Moves that you made: {n}", n=counts["moves"])
    results = Texts("Results of games: {n}", "Results of games: {n}", n=counts["results"])
    lines = [
        Text("By your Discord number, and nothing else, this is stored about you:"),
        games,
        moves,
        results,
        Text(
            "Your ratings and feats, and what you chose in {settings} and {away}.",
            settings=Command("settings"),
            away=Command("away"),
        ),
        Text("Your words under [{button}] in lobbies.", button=OnBoard(MY_WORD)),
        Text("Which lessons you have been through, and how far you are in the one you have begun."),
        Text("While a panel of yours is open: the right to keep it current, for a quarter of an hour."),
        Text("No names, no messages. The bot reads only its own buttons, commands and forms."),
    ]
    export = Press(custom_ids.archive("me", act="export"), words.say(Text("Export my data")), "plain")
    delete = Press(custom_ids.archive("me", act="delete"), words.say(Text("Delete my data")), "danger")
    title = words.say(Text("Your data"))
    said = lines_of(lines, words)
    return Screen(layout(ui.TextDisplay(f"## {title}\n{said}"), row(export, delete)))


def sure_to_delete_screen(open_tables: int, words: Words) -> Screen:
    """Ask once more before everything goes."""
    lines = [
        Text("Delete everything about you? This cannot be undone."),
        Text("Your settings, ratings, feats and words go. Finished games stay, with an anonymous seat."),
    ]
    if open_tables:
        lines.append(
            Texts(
                "You leave the {n} table at which you still sit; a game between two counts as given up.",
                "You leave the {n} tables at which you still sit; games between two count as given up.",
                n=open_tables,
            )
        )
    yes = Press(custom_ids.archive("me", act="delete!"), words.say(Text("Yes, delete everything")), "danger")
    return Screen(layout(ui.TextDisplay(lines_of(lines, words)), row(yes)))
