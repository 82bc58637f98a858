"""What a trial sends: layouts, pictures, menus and a form, all of the kinds that games send."""

from io import BytesIO
from typing import Any

import discord
from discord import ui

from bot.text.words import Words
from bot.views.parts import custom_ids
from bot.views.parts.items import Pick, PickChannels, Press, option
from bot.views.parts.screen import PICTURE, layout, picture, row
from games import GAMES
from games.core import Text
from rendering.gif import film
from rendering.paint import paint
from rendering.scene import Scene

SAMPLE = "tuir"  # the game whose pictures are sent
FILM = "game.gif"

ASKED = Text(
    "Whoever runs this bot is trying what Discord takes. Please press the three buttons, one after the other."
    " This message goes away by itself within two minutes."
)
PANEL, LETTER, FORM = Text("1: Private panel"), Text("2: Answer and direct message"), Text("3: Form")
PRIVATE = Text("Only you see this. It goes away by itself, and its menus do nothing.")
WRITTEN = Text("You have pressed a button that said so: this is a trial message, which goes away by itself.")
MOVING = Text("A moving picture. It goes away by itself.")
IN_THREAD = Text("A message in a thread. It goes away by itself.")
# Note: the name of a thread, and a choice in a menu: whoever runs the bot tries what Discord takes
THREAD = Text("Trial")
ALT = Text("A table as it looks in a game: nothing is played here.")
MENU, CHANNELS = Text("A menu that does nothing"), Text("A menu of channels that does nothing")
TITLE, WORD = Text("A form"), Text("Any word: it is not kept")
BUTTONS = {"1": PANEL, "2": LETTER, "3": FORM}


class Pictures:
    """The pictures of a trial, painted before it begins."""

    def __init__(self) -> None:
        scenes = list(sample_scenes())
        self._stills = [paint(scene) for scene in scenes]
        self._film = film(scenes)

    def still(self, number: int) -> discord.File:
        """Return a picture as a file; another number is another picture."""
        return discord.File(BytesIO(self._stills[number % len(self._stills)]), PICTURE)

    def moving(self) -> discord.File:
        return discord.File(BytesIO(self._film), FILM)


def sample_scenes() -> list[Scene]:
    """Return how a few games begin, as the public sees them."""
    game = GAMES[SAMPLE]
    return [game.scene(game.view(game.setup(2, f"doctor/{n}"), None)) for n in range(3)]


def asking(words: Words, run: str, *, pictured: bool = True) -> ui.LayoutView:
    """Return the message with the three buttons."""
    gallery = [picture(words.say(ALT))] if pictured else []
    pressed = [Press(custom_ids.trial(run, act), words.say(said), "plain") for act, said in BUTTONS.items()]
    return layout(ui.TextDisplay(words.say(ASKED)), *gallery, row(*pressed), *menus(words, run))


def menus(words: Words, run: str) -> list[ui.ActionRow[Any]]:
    """Return a menu of words and one of channels; whatever is chosen in them does nothing."""
    options = [option(str(n), words.say(said)) for n, said in enumerate((ALT, THREAD))]
    menu = Pick(custom_ids.trial(run, "menu"), words.say(MENU), options)
    return [row(menu), row(PickChannels(custom_ids.trial(run, "channels"), words.say(CHANNELS)))]


def saying(words: Words, sentence: Text) -> ui.LayoutView:
    """Return a message that only says something."""
    return layout(ui.TextDisplay(words.say(sentence)))


def showing(words: Words, sentence: Text, run: str = "") -> ui.LayoutView:
    """Return a message with a picture, and with menus if they are to be answered in a run."""
    gallery = picture(words.say(ALT))
    return layout(ui.TextDisplay(words.say(sentence)), gallery, *(menus(words, run) if run else []))


def moving(words: Words) -> ui.LayoutView:
    """Return the message with the moving picture."""
    item = discord.MediaGalleryItem(f"attachment://{FILM}", description=words.say(ALT))
    return layout(ui.TextDisplay(words.say(MOVING)), ui.MediaGallery(item))


def form(words: Words, run: str) -> ui.Modal:
    """Return a form with a field to write in and one to choose from."""
    made = ui.Modal(title=words.say(TITLE), custom_id=custom_ids.trial(run, "form"), timeout=None)
    field: ui.TextInput[Any] = ui.TextInput(max_length=20, required=False)
    options = [discord.SelectOption(label=words.say(THREAD), value="0", default=True)]
    choice: ui.Select[Any] = ui.Select(options=options, required=False)
    made.add_item(ui.Label(text=words.say(WORD), component=field))
    made.add_item(ui.Label(text=words.say(MENU), component=choice))
    return made
