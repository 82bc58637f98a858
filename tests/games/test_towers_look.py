"""Menus, words and pictures: what players press, read and see."""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from bot.text.template import template
from bot.text.words import words
from bot.views.menus import Offer
from games import towers
from games.core import SHORT, Text, offer
from games.data_tables import BadTable
from games.towers import cards, picture_tower, pieces
from games.towers.labels_nobles import NOBLE_EFFECTS
from games.towers.news import tell
from games.towers.picture_news import steps
from games.towers.picture_skyline import hour
from games.towers.state import Interval, Over
from rendering import theme
from rendering.marks import badge, banner, laurel, letter
from rendering.material.light import NIGHT
from rendering.paint import paint
from rendering.scene import Box, Glyph, Placed
from tests.games.towers_positions import moves, run, table, tower
from tests.games.towers_referee import deep_walk
from tests.limits import fits_discord

say = words("en").say
GOLDEN, DUSK = 3, 4  # the hours of tables with ten cards in the deck, and with three


def panel(state, seat=0):
    asked = offer(towers, state, seat)
    view = towers.view(state, seat)
    return Offer(asked, tuple(towers.label(view, move) for move in asked.moves), say)


def titles(state):
    return [getattr(control, "title", "buttons") for control in panel(state).controls()]


def label(state, move, seat=0):
    return towers.label(towers.view(state, seat), move)


def news(state, viewer=None):
    return [say(line) for line in towers.page(towers.view(state, viewer)).news]


# --- menus -------------------------------------------------------------------------------------------


def test_one_press_shows_every_action_that_is_possible_now():
    state = table("5 6 7 8 8", towers=["8 9 10", "8 8 8"])
    assert titles(state) == [
        "Buy two, the first from",
        "Build (3)",
        "Extend (5)",
        "Complete some of the towers",
        "Exchange two cards or more",
        "buttons",
    ]
    assert [entry.text for entry in panel(state).controls()[-1].entries] == [
        "Complete all 2 towers: +10, safe",
        "Pass",
    ]


def test_buying_names_the_sources_with_their_counts():
    state = table("5", market="8 8 9 mura", nobles="via via")
    assert [say(label(state, move).text) for move in moves(state) if move.startswith("purchase")] == [
        "Deck (10 left)",
        "Nobles (2 left)",
        "Market: 8 Income (2 there)",
        "Market: 9 Trade",
        "Market: Mura",
    ]


def test_a_face_up_card_is_named_where_it_can_be_bought():
    assert say(label(table("5", deck="7! 8! 9"), "purchase:deck").text) == "Deck: 7 Blessing on top (3 left)"


def test_an_exchange_is_one_selection_of_two_or_more():
    state = table("5 6 6")
    (picks,) = (c for c in panel(state).controls() if getattr(c, "title", "") == "Exchange two cards or more")
    assert picks.items == ("5 Guard", "6 Contract", "6 Contract")
    assert (picks.least, picks.most) == (2, 3)
    assert panel(state).picked(picks.level, [1, 2]) == "exchange:6:6"


def test_all_towers_cannot_be_picked_twice_over():
    """[Complete all] is a button, so the selection beside it takes one tower fewer."""
    state = table("", towers=["8 8 8", "7 8 9", "6 6 6"])
    (picks,) = (c for c in panel(state).controls() if getattr(c, "title", "").startswith("Complete"))
    assert (len(picks.items), picks.least, picks.most) == (3, 1, 2)
    assert picks.items[0] == "Tower 1: plain 8, 3 stories"


def test_building_says_what_it_brings():
    state = table("9 9 9", "7 7 7", towers=["6 6 6"], theirs=["9 9 9 9", "9 9"], marker=1)
    assert say(label(state, "plain:9:9:9").detail) == "Brings Trade (take 3, give 2); Dove may answer"
    state = table("7 8 9 10", theirs=["5 6 7"], marker=1)
    assert say(label(state, "run:7:8:9:10").detail) == "Brings 14 points with the Marker"
    state = table("10 10 10", theirs=["5 6 7"], marker=1)
    assert say(label(state, "plain:10:10:10").detail) == "Brings 10 points and Conspiracy on Dove 1"


def test_the_pass_that_ends_the_deal_is_red_and_says_how_it_would_end():
    state = run(table(towers=["8 8 8"], theirs=["7 8 9"]), "pass")
    last = label(state, "pass", 1)
    assert (say(last.text), last.danger) == ("Pass: ends the deal, 3 to 8", True)
    assert not label(table(), "pass").danger


CROWDED = [
    table("5 6 7 8 9 10 pietra pietra pietra", used="mura", spent="via via via", towers=["7 8 9", "8 8 8"]),
    table("9 9 9 9 9 9 pietra pietra pietra", used="mura", spent="via via via", towers=["9 9 9", "9 9 9"]),
    table(
        "5 6 7 8 9 palazzo pietra pietra via",
        used="mura",
        spent="via via",
        towers=["7 8 9"] * 4,
        nobles="via",
    ),
    table("5 6 7 8 9 10 palazzo pietra via", used="mura", spent="via via", towers=["8 9 10", "7 7 7"] * 2),
    table("8 8 8", "5", towers=["7 8 9"] * 10, nobles="via"),
    table("5 5 6 6 7", market=" ".join(cards.PLACE).replace("stone noble", "10 9 9 9 9 9"), nobles="via"),
    run(table("9 9 9 9 5 6 7 8 10", "5 6 7 8 9 10 mura", used="mura", deck="8"), "plain:9:9:9:9", "bear"),
]


@pytest.mark.parametrize("state", CROWDED, ids=range(len(CROWDED)))
async def test_crowded_hands_fit_discord_within_three_presses(state):
    fits_discord(towers, state)


def test_the_crowded_hands_are_crowded():
    most = Counter()
    for state in CROWDED[:6]:
        for verb, n in Counter(move.partition(":")[0] for move in moves(state)).items():
            most[verb] = max(most[verb], n)
    assert most["run"] > 200
    assert most["extend"] > 50
    assert most["exchange"] > 450
    assert most["complete"] > 1000
    assert most["noble"] > 40


async def test_every_state_of_far_games_fits_discord():
    for seed, options in enumerate([(), ("nobles",), ("nobles", "to:120")]):
        for n, (state, _, _) in enumerate(deep_walk(f"fit/{seed}", options)):
            if n % 11 == 0 or isinstance(state.phase, (Interval, Over)):
                fits_discord(towers, state)


# --- words -------------------------------------------------------------------------------------------


def test_the_news_read_like_a_story():
    state = run(table("7 8 9 10", "8 8 8 6", deck="5 6 7"), "run:7:8:9:10", "plain:8:8:8", "draw:deck")
    assert news(state) == [
        "Lion builds Colourful 7-8-9-10 and takes the Highest Marker.",
        "Dove builds a Plain tower of 8, 3 stories.",
        "Dove draws a card from the deck.",
    ]
    assert news(state, 1)[-1] == "Dove draws 5 from the deck."


def test_private_news_say_what_a_trade_moved():
    state = run(table("9 9 9 10 10", "6 6 6", deck="8"), "plain:9:9:9")
    assert news(state)[-1] == "Trade: Lion takes 3 cards from Dove."
    assert news(state, 1)[-1] == "Trade: Lion takes 6, 6, and 6 from Dove."


def test_a_conspiracy_is_told_with_its_victim():
    state = run(table("10 10 10", theirs=["7 8 9"]), "plain:10:10:10")
    assert news(state)[-1] == "Conspiracy: Dove's tower 1 (7-8-9) falls onto the deck."


STORY = (
    "build extend draw exchange complete close pass noble giostra aim guard show parry trade give fall back "
    "bury late refill declare deal ending result"
)


def test_every_piece_of_news_has_its_own_words():
    """Nothing falls through to "passes" but a pass."""
    told: dict[str, set[str]] = {}
    for seed in range(40):
        for state, _, _ in deep_walk(seed, ("deals:2", "nobles")):
            view = towers.view(state, None)
            for tale in view.before + view.news if state.turns % 2 else ():
                told.setdefault(tale.verb, set()).add(tell(view, tale).id)
    assert set(told) == set(STORY.split())
    passing = {verb for verb, ids in told.items() if "{who} passes." in ids}
    assert passing == {"pass"}


def test_the_final_grid_shows_the_five_parts_for_both():
    adso = [tower(0, "6 7 8 9 10", True), tower(1, "10 10 10", True), tower(2, "9 9 9 9", True)]
    adso += [tower(3, "8 8 8"), tower(4, "6 6 6")]
    william = [tower(0, "5 6 7 8 9", True), tower(1, "7 8 9", True), tower(2, "8 9 10", True)]
    state = table(towers=adso, theirs=[*william, tower(3, "7 7 7", True)], marker=0)
    grid = towers.page(towers.view(run(state, "pass", "pass"), None)).grid
    assert [(say(row.name), row.cells) for row in grid] == [
        ("Completion", ("15 = 3×5", "20 = 4×5")),
        ("Blessing", ("0", "6 = 3×2")),
        ("Plain", ("33 = 10+9+8+6", "7")),
        ("Colourful", ("5 = 1×5", "33 = 3×11")),
        ("Marker", ("10", "0")),
        ("Total", ("63", "66")),
    ]


def test_a_match_shows_the_deals_so_far():
    state = towers.setup(2, "x", ("deals:2",))
    state = run(state, "pass", "pass")
    rows = [say(row.name) for row in towers.page(towers.view(state, None)).grid]
    assert rows[-2:] == ["Deal 1", "Total"]
    state = run(state, "deal")
    assert "Deals so far: 0–0" in [say(line) for line in towers.page(towers.view(state, None)).stakes]


def test_reading_the_table_tells_all_that_the_picture_shows():
    theirs = [tower(0, "6 6 6", True)]
    state = table("5 8", "9! mura", towers=["7 * 9"], theirs=theirs, deck="7! 8", used="pietra")
    lines = "\n".join(say(line) for line in towers.page(towers.view(state, 0)).table)
    for told in ("1 colourful 7-◇8-9", "1 plain 6-6-6 complete", "Next in the deck: 7"):
        assert told in lines
    assert "Lion holds 5 and 8" in lines
    assert "Dove holds 9" in lines
    public = "\n".join(say(line) for line in towers.page(towers.view(state, None)).table)
    assert "Lion holds" not in public


def test_what_only_i_know_stands_in_my_secrets():
    state = run(table("palazzo 5 7 8", "6", nobles="via"), "noble:palazzo:5:7")
    secrets = [say(line) for line in towers.page(towers.view(state, 0)).secrets]
    assert secrets == [
        "Your hand (1 of 7): 8 Income",
        "You know deep in the deck: 7 and 5",
    ]
    assert towers.page(towers.view(state, None)).secrets == ()


@pytest.mark.slow
def test_every_text_is_in_the_template():
    """Every sentence met in random games is a literal in the code."""
    every = [message.id for message in template() if message.id]
    known = {id if isinstance(id, str) else id[0] for id in every}
    met: set[str] = set()
    for seed in range(4):
        for state, seat, move in deep_walk(seed, ("deals:2", "nobles")):
            for viewer in (None, max(seat, 0)):
                met |= ids(towers.page(towers.view(state, viewer)))
            if move:
                met |= ids(towers.label(towers.view(state, seat), move)) | ids(towers.decisions(state)[0])
    assert met - known == set()
    assert len(met) > 100


def ids(thing):
    """Return the sentences in a page, a label or a text, nested ones too."""
    if isinstance(thing, Text):
        return {thing.id}.union(*(ids(value) for _, value in thing.args))
    if isinstance(thing, tuple):
        return set().union(*map(ids, thing))
    slots = getattr(type(thing), "__slots__", ()) if not isinstance(thing, str | int) else ()
    return set().union(*(ids(getattr(thing, slot)) for slot in slots))


# --- pictures ----------------------------------------------------------------------------------------


def stamps(scene, sprite):
    return sum(isinstance(item, Placed) and item.sprite == sprite for item in scene.everything)


def test_the_picture_shows_face_up_cards_roofs_and_the_marker():
    state = table("5", towers=[tower(0, "8 8 8", True)], deck="7! 8! 9", marker=0)
    scene = towers.scene(towers.view(state, None))
    assert stamps(scene, pieces.face("7", 76, 98)) == 1
    assert stamps(scene, pieces.face("8", 34, 38)) == 1
    assert stamps(scene, picture_tower.pennant(3)) == 1 and stamps(scene, pieces.highest(72)) == 0
    assert stamps(scene, picture_tower.crown(66, DUSK)) == 1


def test_a_rivals_hidden_cards_show_their_backs_only():
    state = table("5", "7 8! mura", nobles="via")
    scene = towers.scene(towers.view(state, 0))
    assert stamps(scene, pieces.reverse("stone", 38, 42)) == 1
    assert stamps(scene, pieces.reverse("noble", 38, 42)) == 1
    assert stamps(scene, pieces.face("8", 38, 42)) == 1
    assert stamps(scene, pieces.face("7", 38, 42)) == 0


def glyphs(items):
    for item in items:
        if isinstance(item, Glyph):
            yield item
        elif isinstance(item, Placed):
            yield from glyphs(item.sprite.items)


def test_pictures_are_small_and_low_and_their_signs_large():
    for seed in range(3):
        for n, (state, seat, _) in enumerate(deep_walk(f"paint/{seed}", ("nobles",))):
            if n % 40 == 0:
                scene = towers.scene(towers.view(state, max(seat, 0)), moves(state, seat))
                assert scene.h <= 1100
                assert len(paint(scene)) < 100_000
                assert min(glyph.size for glyph in glyphs(scene.everything)) >= 24


# --- the table of cards ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("T5-1,tower,5,", "T5-1,tower,4,", "line 2: no stone has the rank '4'"),
        ("N-Mura-1,noble,,Mura", "N-Mura-1,noble,,Muro", "no noble is called 'Muro'"),
        ("T6-1,tower,6,", "T6-1,tile,6,", "line 7: a card is a tower or a noble"),
        ("T10-1,tower,10,", "T10-1,tower,9,", "10 cards of 9, not 9"),
    ],
)
def test_a_broken_table_says_where_and_why(tmp_path, old, new, reason):
    path = tmp_path / "cards.csv"
    path.write_text(cards.TABLE.read_text().replace(old, new))
    with pytest.raises(BadTable, match=r"cards\.csv") as broken:
        cards.load(path)
    assert reason in str(broken.value)


def test_every_ruling_of_the_rules_text_has_a_test_that_names_it():
    folder = Path(__file__).parent
    tests = "".join(path.read_text() for path in folder.glob("test_towers_*.py"))
    named = {int(n) for name in re.findall(r"def test_((?:t\d+_)+)", tests) for n in re.findall(r"\d+", name)}
    assert named == set(range(1, 34))


def test_the_rules_text_is_split_into_pages_that_fit():
    text = (cards.TABLE.parent / "rules.md").read_text()
    pages = text.split("\n## ")
    assert len(pages) >= 5
    assert max(map(len, pages)) <= 3500
    for ruling in range(1, 34):
        assert f"<!-- T{ruling} -->" in text, ruling
    for name in ("Kazuma Suzuki", "Tarte Games"):
        assert name in text


def test_a_button_says_what_its_noble_does():
    """A button has no second line, so effect and name stand in its words, short enough for a phone."""
    said = [say(label(table("5", nobles="via"), f"noble:{noble}").text) for noble in NOBLE_EFFECTS]
    assert all(len(words) <= SHORT and words.partition(":")[2] for words in said), said


def test_the_score_of_a_full_skyline_fits_a_phone():
    mine = [tower(n, f"{rank} {rank} {rank}", True) for n, rank in enumerate((10, 9, 8))]
    theirs = [tower(0, "5 6 7 8 9 10", True), tower(1, "6 7 8 9", True), tower(2, "7 7 7")]
    state = run(table(towers=mine, theirs=theirs, marker=0), "pass", "pass")
    rows = towers.page(towers.view(state, None)).grid
    widest = [max(len(cell) for cell in column) for column in zip(*(row.cells for row in rows), strict=True)]
    assert max(len(say(row.name)) for row in rows) + sum(2 + width for width in widest) <= 40


def test_the_winner_stands_in_laurel_under_their_banner_at_the_end_and_not_before():
    def honours(state):
        placed = [
            item for item in towers.scene(towers.view(state, None)).everything if isinstance(item, Placed)
        ]
        return [
            (item.sprite.w, item.x > theme.W / 2)
            for item in placed
            if item.sprite in (laurel(108), banner(0, 96, 150), banner(1, 96, 150))
        ]

    state = table(theirs=[tower(0, "7 7 7")])
    assert honours(state) == []
    ended = run(state, "pass", "pass")
    assert towers.view(ended, None).totals == (0, 13)
    assert honours(ended) == [(96, True), (108, True)]


def test_what_everybody_sees_is_one_picture_for_all_viewers():
    for n, (state, _, _) in enumerate(deep_walk("base", ("nobles",))):
        if n % 7 == 0:
            bases = {towers.scene(towers.view(state, viewer)).base for viewer in (None, 0, 1)}
            assert len(bases) == 1 and None not in bases


def test_a_hoist_stands_on_what_is_unfinished_and_a_flag_on_what_is_complete():
    state = table(towers=[tower(0, "8 8 8", True), tower(1, "5 6 7")])
    scene = towers.scene(towers.view(state, None))
    assert (
        stamps(scene, picture_tower.hoist(66, GOLDEN)),
        stamps(scene, picture_tower.flag(0)),
        stamps(scene, picture_tower.crown(66, GOLDEN)),
    ) == (1, 1, 1)


def test_every_kind_of_stone_has_its_stall_even_when_it_is_sold_out():
    scene = towers.scene(towers.view(table(market="5 5 6"), None))
    assert stamps(scene, pieces.stall(94, 130)) == 6
    assert stamps(scene, pieces.face("5", 76, 98)) == 1 and stamps(scene, badge("2", 48)) == 1


@pytest.mark.parametrize(
    ("start", "moves_", "kinds"),
    [
        (table("8 8 8", market="5 6"), ("plain:8:8:8",), ["stories"]),
        (table("7 5", towers=["8 9 10"]), ("extend:0:7",), ["stories"]),
        (table("5 5 6", market="8 9"), ("exchange:5:5", "draw:market:8"), ["market", "market"]),
    ],
)
def test_the_last_move_is_marked_for_all(start, moves_, kinds):
    state = run(start, *moves_)
    assert [thing.kind for thing in steps(towers.view(state, None))] == kinds


def test_the_panel_of_a_turn_is_low_enough_for_a_phone():
    """390 pixels wide, at most 300 tall."""
    for n, (state, seat, _) in enumerate(deep_walk("phone", ("nobles",))):
        if n % 5 == 0 and moves(state, seat):
            scene = towers.scene(towers.view(state, max(seat, 0)), moves(state, seat))
            assert scene.h * 390 / scene.w <= 300


def test_at_the_end_nobody_is_told_how_to_win_the_marker():
    state = run(table(), "pass", "pass")
    assert not any("Marker" in say(line) for line in towers.page(towers.view(state, None)).stakes)


# --- light -------------------------------------------------------------------------------------------


def test_the_sky_goes_from_morning_to_night_and_never_back_far():
    """Six skies: a day is as long as the deck; cards that go back under it turn it back by one at most."""
    hours = [hour(towers.view(state, None)) for state, _, _ in deep_walk("hours", ("nobles",))]
    assert {0, 4} <= {*hours} <= {*range(6)} and hours[0] == 0
    assert all(b >= a - 1 for a, b in pairwise(hours))
    assert hour(towers.view(run(table(), "pass", "pass"), None)) == NIGHT


def test_at_night_the_windows_of_the_winner_are_lit_and_those_of_the_loser_dark():
    scene = towers.scene(towers.view(run(table(towers=["7 8 9"], theirs=["7 7 7"]), "pass", "pass"), None))
    width = next(i.sprite.w for i in scene.everything if isinstance(i, Placed) and i.sprite.h == 58)
    for lit_up, middle in ((1, lambda x: x > theme.W / 2), (-1, lambda x: x < theme.W / 2)):
        walls = {picture_tower.wall(width, 58, NIGHT, cut, lit_up) for cut in (0, 4, 8)}
        places = [i.x for i in scene.everything if isinstance(i, Placed) and i.sprite in walls]
        assert len(places) == 3 and all(map(middle, places))


def test_a_halo_lies_behind_the_stories_that_it_praises():
    state = run(table("8 8 8", market="5 6"), "plain:8:8:8")
    items = towers.scene(towers.view(state, None)).everything
    gold = [n for n, item in enumerate(items) if isinstance(item, Box) and item.fill == theme.GOLD]
    stories = [n for n, i in enumerate(items) if isinstance(i, Placed) and i.sprite == eight(i.sprite)]
    assert len(gold) == 1 and len(stories) == 3 and gold[0] < min(stories)


def eight(sprite):
    return picture_tower.tablet(8, "8", sprite.w, sprite.h)


def test_the_highest_marker_flies_on_the_tower_that_has_it():
    state = table(towers=[tower(0, "8 8 8"), tower(1, "5 6 7 8")], theirs=[tower(0, "9 9 9")], marker=0)
    scene = towers.scene(towers.view(state, None))
    (pole,) = (i.x for i in scene.everything if getattr(i, "sprite", None) == picture_tower.pennant(4))
    (number,) = (i.x for i in scene.everything if getattr(i, "sprite", None) == letter("2", 40, live=False))
    assert abs(pole - number) < 20


@pytest.mark.parametrize("stories", range(1, 14))
def test_however_high_a_tower_is_its_numbers_are_legible(stories):
    ranks = " ".join(["9"] * stories)
    scene = towers.scene(towers.view(table(towers=[tower(0, ranks)]), None))
    assert min(glyph.size for glyph in glyphs(scene.everything)) >= theme.SMALL
