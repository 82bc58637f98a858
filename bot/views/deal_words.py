"""The form in which somebody types a word that has a part in the deal, and what is said of it."""

from discord import ui

from bot.domain.deal_words import LONGEST_WORD
from bot.text.shortening import truncated
from bot.text.words import Words
from bot.views.fair_deal import MY_WORD, shown_word
from bot.views.parts import custom_ids
from bot.views.parts.screen import Screen, sentence_screen
from games.core import Text

WORD = "word"  # the act of the button and of its form, and the id of the field
FORM_TITLE = 45  # characters of a form's title, and of a field's label
WHY = Text(
    "Type any word. The cards are shuffled by the bot's draw, which is made already, and by everybody's"
    " words: nobody can choose the deal. When the game starts, all see all words."
    " Leave it empty to have none."
)
TAKEN_BACK = Text("You have no word at this table.")


def word_form(table_id: int, words: Words) -> ui.Modal:
    """Return the form for a word, empty: what was typed before is told to nobody, not even here."""
    form = ui.Modal(
        title=truncated(words.say(MY_WORD), FORM_TITLE), custom_id=custom_ids.lobby(table_id, WORD)
    )
    field: ui.TextInput[ui.Modal] = ui.TextInput(custom_id=WORD, required=False, max_length=LONGEST_WORD)
    label = truncated(words.say(Text("One word, without spaces")), FORM_TITLE)
    form.add_item(ui.TextDisplay(words.say(WHY)))
    form.add_item(ui.Label(text=label, component=field))
    form.stop()  # what is sent in comes by its id, as every press: nothing waits for it
    for item in form.walk_children():  # nor leads back to it: it is gone once it was sent
        item._view = item._parent = None
    return form


def typed_screen(word: str, words: Words) -> Screen:
    """Tell somebody which word is kept."""
    kept = Text(
        "Your word is {word}. Nobody sees it before the game starts; until then you can change it.",
        word=f"**{shown_word(word)}**",
    )
    return sentence_screen(words, kept if word else TAKEN_BACK)


def typed_word(data: object) -> str:
    """Return what was typed into the form; "" for one that is of another shape."""
    match data:
        case {"custom_id": "word", "value": str(typed)}:
            return typed
        case {"component": inside}:
            return typed_word(inside)
        case {"components": [*parts]}:
            return "".join(map(typed_word, parts))
    return ""
