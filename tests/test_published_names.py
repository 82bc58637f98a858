"""Cards that a published sheet names have just that name: in the catalogue, on the pages, for translators."""

import pytest

from bot.text.rules import pages_in
from bot.text.words import words
from games.towers.names import ITEMS
from tests.glossary import terms

SHEET = {  # the Japanese sheet of Tarte Games (2020), and the names on its cards
    "pietra": "高級な石材",
    "via": "ヴァチカンへの巡礼",
    "monumento": "聖ジミニアスの記念碑",
    "giostra": "馬上槍試合",
    "cappella": "サンタ・フィーナ教会",
    "palazzo": "パラッツォ・コムナーレ",
    "mura": "市壁",
    "7": "恩寵",
    "9": "取引",
    "10": "陰謀",
}
ENGLISH_SHEET = {  # its English half, which the French and the Italian keep for nobles
    "pietra": "Buona Pietra",
    "via": "Via Francigena",
    "monumento": "Monumento",
    "giostra": "Giostra",
    "cappella": "Cappella di Santa Fina",
    "palazzo": "Palazzo Comunale",
    "mura": "Mura",
}
DONAZIONI = {"5": "Guard", "6": "Contract", "7": "Blessing", "8": "Income", "9": "Trade", "10": "Conspiracy"}
NOT_PUBLISHED = ("礼拝堂", "市庁舎")  # words of our own that once stood for two of them


def called(card: str, language: str) -> str:
    return words(language).say(ITEMS[card])


@pytest.mark.parametrize("card", SHEET)
def test_a_card_of_the_japanese_sheet_has_its_name(card: str) -> None:
    assert called(card, "ja") in (SHEET[card], f"{card}[{SHEET[card]}]")


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_nobles_keep_the_names_of_their_cards(language: str) -> None:
    assert {card: called(card, language) for card in ENGLISH_SHEET} == ENGLISH_SHEET


def test_stones_have_the_effects_of_the_english_sheet() -> None:
    assert {card: called(card, "en") for card in DONAZIONI} == {c: f"{c} {n}" for c, n in DONAZIONI.items()}


def test_the_japanese_pages_call_them_so() -> None:
    told = "\n".join(page.text for page in pages_in("ja", "towers"))
    assert [name for name in SHEET.values() if name not in told] == []
    assert [word for word in NOT_PUBLISHED if word in told] == []


def test_the_glossary_asks_translators_for_them() -> None:
    """A word of the glossary is a part of the published name."""
    found = {term.english[0]: term.words["ja"] for term in terms() if term.game == "towers"}
    asked = {name: found[name.split(" di ")[0].removesuffix(" Comunale").casefold()]
             for name in ENGLISH_SHEET.values()}  # fmt: skip
    for card, name in ENGLISH_SHEET.items():
        assert any(word in SHEET[card] for word in asked[name]), name
