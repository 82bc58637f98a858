"""What a player has done: games, ratings over time, streaks, feats, and how the two of us stand."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from discord import ui

from bot.domain.records import LeaderboardRow, Tally
from bot.text.words import Words
from bot.views.parts import custom_ids
from bot.views.parts.items import Pick, option
from bot.views.parts.player_names import player, rating
from bot.views.parts.screen import Screen, alt_text, fitted, layout, picture, row
from bot.views.records.rating_chart import chart_alt, chart_scene
from games import GAMES
from games.core import Text, Texts
from games.feats import find_feat


class Profile(NamedTuple):
    """All that a profile tells."""

    user: int
    game: str  # the one whose chart is shown
    tallies: Sequence[Tally]  # the game played most comes first
    ratings: dict[str, LeaderboardRow]  # by game, among people
    course: Sequence[float]
    places: Sequence[int]  # newest first
    feats: Sequence[str]
    together: tuple[int, int, int] | None  # games, ahead, behind: with the one who asks


def profile_screen(profile: Profile, words: Words) -> Screen:
    """Show a player to whoever asks."""
    texts = [
        _head(profile, words),
        "\n".join(_tally(t, profile.ratings.get(t.game), words) for t in profile.tallies),
        _streaks(profile.places, words),
        _together(profile, words),
        _feats(profile.feats, words),
    ]
    items: list[ui.Item[Any]] = [ui.TextDisplay(text) for text in fitted(texts)]
    if profile.course:
        title = Text("Rating in {game}", game=GAMES[profile.game].NAME)
        items.insert(1, ui.TextDisplay(f"-# {words.say(title)}"))
        items.insert(2, picture(alt_text(words, (title, *chart_alt(profile.course)))))
    if len(profile.tallies) > 1:
        items.append(row(_menu(profile, words)))
    return Screen(layout(*items), chart_scene(profile.course) if profile.course else None)


def _head(profile: Profile, words: Words) -> str:
    games = sum(t.games for t in profile.tallies)
    wins = sum(t.wins for t in profile.tallies)
    played = Texts("{n} game played, {wins} won", "{n} games played, {wins} won", n=games, wins=wins)
    lines = [f"## {player(profile.user, words)}", words.say(played)]
    if len(profile.tallies) > 1:
        favourite = Text("Plays most: {game}", game=GAMES[profile.tallies[0].game].NAME)
        lines.append(words.say(favourite))
    return "\n".join(lines)


def _tally(tally: Tally, rank: LeaderboardRow | None, words: Words) -> str:
    """Return what was done in one game of the house."""
    game = GAMES[tally.game]
    won = Texts("{wins} of {n} won", "{wins} of {n} won", n=tally.games, wins=tally.wins)
    parts = [words.say(won)]
    if tally.best is not None:
        parts.append(words.say(Text("best {points}", points=game.points(tally.best))))
    if rank:
        worth = Text("rating {number}", number=rating(rank.mu, rank.sigma))
        parts.insert(0, f"**{words.say(worth)}**")
    return f"**{words.say(game.NAME)}**\n{' · '.join(parts)}"


def streaks(places: Sequence[int]) -> tuple[int, int]:
    """Return how many games were won in a row, up to now and at best; newest first."""
    run = best = 0
    for place in reversed(places):
        run = run + 1 if place == 1 else 0
        best = max(best, run)
    return run, best


def _streaks(places: Sequence[int], words: Words) -> str:
    now, best = streaks(places)
    if best < 2:
        return ""
    longest = Text("Longest row of wins: {best}.", best=best)
    present = Texts("{n} win in a row just now.", "{n} wins in a row just now.", n=now)
    return " ".join(map(words.say, [longest, *([present] if now > 1 else [])]))


def _together(profile: Profile, words: Words) -> str:
    """Say how the two of us stand."""
    if not profile.together or not profile.together[0]:
        return ""
    games, ahead, behind = profile.together
    return words.say(
        Texts(
            "You two have played {n} game: {ahead} ahead of you, {behind} behind you.",
            "You two have played {n} games: {ahead} ahead of you, {behind} behind you.",
            n=games,
            ahead=ahead,
            behind=behind,
        )
    )


def _feats(feats: Sequence[str], words: Words) -> str:
    """Tell the feats in the terms of their games."""
    known = [
        (words.say(GAMES[key.partition(":")[0]].NAME), feat) for key in feats if (feat := find_feat(key))
    ]
    told = [
        (Text("{name}: {text}", name=f"**{words.say(feat.name)}**", text=feat.told), game)
        for game, feat in known
    ]
    return "\n".join(f"🏅 {words.say(feat)} ({game})" for feat, game in told)


def _menu(profile: Profile, words: Words) -> Pick:
    """Return the menu of games whose chart may be shown."""
    games = [
        option(t.game, words.say(GAMES[t.game].NAME), default=t.game == profile.game) for t in profile.tallies
    ]
    number = list(GAMES).index(profile.game)  # another id for each chart, so that no choice is a repeated one
    id = custom_ids.archive("who", profile.user, act=custom_ids.MENU, number=number)
    return Pick(id, words.say(Text("Which game?")), games)


def unknown(user: int, words: Words) -> Text:
    """Say that nothing is known of somebody here."""
    return Text("{who} has not finished a game here yet.", who=player(user, words))
