"""The host's private message about computers at a table."""

from discord import ui

from bot.domain.entities import TableRecord
from bot.domain.lobby import lobby_of
from bot.text.words import Words
from bot.views.parts import custom_ids
from bot.views.parts.items import Press
from bot.views.parts.screen import COMPUTER, Screen, layout, player, row
from games.ai.strengths import STRENGTHS
from games.core import Text

TEMPERS = {  # what to expect of each strength
    "apprentice": Text("gentle, looks at each move once, and often dreams"),
    "mason": Text("reliable, sees what each move brings, and errs now and then"),
    "architect": Text("good, looks ahead, and seldom errs"),
    "podesta": Text("strong, looks ahead for as long as it may, and never dreams"),
}


def computers_screen(saved: TableRecord, words: Words) -> Screen:
    """Let the host ask computers to the table, or send one away; private, since it is the host's choice."""
    lobby = lobby_of(saved)
    title = Text("Which computer shall play?")
    note = Text("People may take its place until the game starts. It sees only what its seat may see.")
    tempers = [
        Text("{name}: {text}", name=f"**{words.say(s.name)}**", text=TEMPERS[s.key])
        for s in STRENGTHS.values()
    ]
    lines = [f"- {words.say(temper)}" for temper in tempers]
    seated = " ".join(player(user, words) for user in lobby.computers)
    texts = [f"### {words.say(title)}", "\n".join(lines), seated, f"-# {words.say(note)}"]
    adds = [
        Press(
            custom_ids.lobby(saved.id, "computer", number),
            f"{COMPUTER} {words.say(s.name)}",
            disabled=lobby.full,
        )
        for number, s in enumerate(STRENGTHS.values())
    ]
    away = Press(
        custom_ids.lobby(saved.id, "away"),
        words.say(Text("Take one away")),
        "danger",
        disabled=not lobby.computers,
    )
    return Screen(layout(*(ui.TextDisplay(text) for text in texts if text), row(*adds), row(away)))
