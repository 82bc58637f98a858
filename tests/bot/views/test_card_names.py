"""`/card` answers to a card's name in every language of the bot, to how it is read, and without accents."""

from collections import Counter

import pytest

from bot.ops.doctor_commands import our_commands
from bot.text.spelling import plain, read_aloud, spellings
from bot.text.words import Words, languages, words
from bot.views.cards import choices, every_card, find

JA, FR, EN = words("ja"), words("fr"), words("en")
ASKED_IN_JAPANESE = {  # what people type, and a card that must be on offer
    "高級な石材": "towers:pietra",
    "せきざい": "towers:pietra",
    "ヴァチカンへの巡礼": "towers:via",
    "バチカン": "towers:via",
    "じゅんれい": "towers:via",
    "聖ジミニアスの記念碑": "towers:monumento",
    "きねんひ": "towers:monumento",
    "monumento": "towers:monumento",
    "馬上槍試合": "towers:giostra",
    "ばじょう": "towers:giostra",
    "Giostra": "towers:giostra",
    "サンタ・フィーナ教会": "towers:cappella",
    "サンタフィーナ": "towers:cappella",
    "礼拝堂": "towers:cappella",
    "パラッツォ・コムナーレ": "towers:palazzo",
    "ぱらっつぉ": "towers:palazzo",
    "市壁": "towers:mura",
    "城壁": "towers:mura",
    "５": "towers:guard",
    "ごえい": "towers:guard",
    "Conspiracy": "towers:conspiracy",
    "赤煉瓦": "tuir:t01",
    "赤れんが": "tuir:t01",
    "アカレンガ": "tuir:t01",
    "こくようせき": "tuir:t18",
    "白の大理石": "tuir:t17",
    "オレンジ2": "lucca:p02",
    "ワイルド500": "lucca:s500",
    "りょうほ": "lucca:bastion",
    "もっとも高い塔": "tuir:r01",
}  # fmt: skip


def on_offer(typed: str, reader: Words) -> list[str]:
    return [key for key, _ in choices(typed, reader)]


def test_thirty_of_thirty_japanese_questions_are_answered() -> None:
    assert len(ASKED_IN_JAPANESE) == 30
    missed = {typed: on_offer(typed, JA)[:3] for typed, key in ASKED_IN_JAPANESE.items()
              if key not in on_offer(typed, JA)}  # fmt: skip
    assert not missed


@pytest.mark.parametrize("reader", languages())
@pytest.mark.parametrize("spoken", languages())
def test_every_card_is_found_by_its_name_in_every_language(reader: str, spoken: str) -> None:
    """Also in capitals; where several cards have the name, it is among the first."""
    for card in every_card(words(spoken)):
        found = on_offer(card.name.upper(), words(reader))
        assert card.key in found, card.name


@pytest.mark.parametrize("reader", languages())
def test_every_japanese_card_is_found_by_its_reading(reader: str) -> None:
    names = Counter(read_aloud(card.name) for card in every_card(JA))
    for card in every_card(JA):
        assert card.key in on_offer(read_aloud(card.name), words(reader)), card.name
    assert max(names.values()) == 1


def test_no_kanji_of_a_card_is_without_a_reading() -> None:
    left = {letter for card in every_card(JA) for letter in read_aloud(card.name) if "一" <= letter <= "龥"}
    assert left == set()


def test_the_own_language_comes_first() -> None:
    assert on_offer("garde", FR)[0] == on_offer("guard", EN)[0] == "towers:guard"
    assert choices("guard", FR) == [("towers:guard", "5 Garde (Les tours de San Gimignano)")]
    assert find("陰謀", FR) == find("Conspiration", FR) != find("Trade", FR)


def test_a_syllable_of_a_foreign_word_is_no_name() -> None:
    """Two letters would bring half of the cards of four languages."""
    assert on_offer("ura", EN) == ["towers:mura"] and on_offer("iostra", FR) == ["towers:giostra"]
    assert on_offer("nspirati", EN) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bénédiction", "benediction"),
        ("ＭＵＲＡ", "mura"),
        ("cœur", "COEUR"),
        ("カタカナ", "かたかな"),
        ("grès", "gres"),
    ],
)
def test_accents_capitals_and_kana_make_no_difference(one: str, other: str) -> None:
    assert plain(one) == plain(other)


def test_words_that_are_written_in_two_ways_are_read_alike() -> None:
    assert set(spellings("赤煉瓦")) & set(spellings("あかレンガ")) and spellings("Mura") == ("mura",)


async def test_the_only_field_that_offers_while_one_types_is_that_of_cards() -> None:
    """A new one must answer to names in all languages too, and stand here."""
    offering = [
        (command["name"], option["name"])
        for command in await our_commands()
        for option in command.get("options", ())
        if option.get("autocomplete")
    ]
    assert offering == [("card", "name")]
