"""What the commands about players do: leaderboards and profiles, private until their reader shares them."""

from bot.base import timers
from bot.base.errors import BUTTON_IS_OLD, Refused
from bot.domain.ratings import season_of
from bot.domain.records import ALL_TIME, PEOPLE, LeaderboardPage
from bot.domain.results import added_up
from bot.handlers.acts import Acts
from bot.handlers.context import context_of
from bot.handlers.reader import may_see, own_words, public_words
from bot.handlers.responses import acknowledge, acknowledge_anew, answer
from bot.service.channel_limits import ChannelLimitsService
from bot.storage.records import RecordStore
from bot.storage.settings import SettingsStore
from bot.text.words import Words
from bot.views.parts import custom_ids
from bot.views.parts.items import Interaction
from bot.views.parts.screen import Screen
from bot.views.records.leaderboard import (
    RANKS_PER_PAGE,
    LeaderboardQuery,
    ReaderRank,
    leaderboard_screen,
    read_list,
)
from bot.views.records.profile import Profile, profile_screen, unknown
from games import GAMES
from games.core import Text

SERVERS_ONLY = Text("This command works in the channels of a server.")


class RecordsHandler:
    """The counter for what has been played."""

    def __init__(
        self, records: RecordStore, settings: SettingsStore, channel_limits: ChannelLimitsService
    ) -> None:
        self._records, self._settings = records, settings
        self._channel_limits = channel_limits

    def acts(self) -> Acts:
        return {
            (custom_ids.ArchiveId, "board"): self._turn,
            (custom_ids.ArchiveId, "who"): self._choose,
            (custom_ids.ShareId, ""): self._share_all,
        }

    # --- leaderboards ---

    async def leaderboard(self, interaction: Interaction, which: LeaderboardQuery) -> None:
        """Show the best players to the one who asks; in a DM those of everywhere."""
        await acknowledge_anew(interaction)
        await answer(interaction, await self._board(interaction, which, await own_words(interaction)))

    async def _turn(self, interaction: Interaction, id: custom_ids.ArchiveId, _: list[str]) -> None:
        """Show another page or another list in the same message, or share it."""
        which = read_list(id.of, id.act.number)
        if which is None:
            raise Refused(BUTTON_IS_OLD)
        if id.act.name == "share":
            await self._share(interaction, which)
            return
        await acknowledge(interaction)
        await answer(interaction, await self._board(interaction, which, await own_words(interaction)))

    async def _share_all(self, interaction: Interaction, id: custom_ids.ShareId, _: list[str]) -> None:
        await self._share(interaction, LeaderboardQuery(id.game))

    async def _share(self, interaction: Interaction, which: LeaderboardQuery) -> None:
        """Show it to everyone in the channel, in the server's language."""
        if interaction.guild_id is None:
            raise Refused(SERVERS_ONLY)
        await interaction.response.defer()
        async with self._channel_limits.showing(interaction.user.id, interaction.channel_id or 0):
            screen = await self._board(interaction, which, await public_words(interaction), shared=True)
            files = await context_of(interaction).pictures.files(interaction.user.id, screen)
            await interaction.followup.send(view=screen.view, files=files)

    async def _board(
        self, interaction: Interaction, which: LeaderboardQuery, words: Words, *, shared: bool = False
    ) -> Screen:
        if interaction.guild_id is None:
            which = which._replace(everywhere=True)
        guild = 0 if which.everywhere else interaction.guild_id or 0
        season = season_of(timers.now()) if which.season else ALL_TIME
        board = LeaderboardPage(guild, which.game, which.ladder, season)
        count = await self._records.ranked(board)
        which = which._replace(page=min(which.page, max(0, (count - 1) // RANKS_PER_PAGE)))
        ranks = await self._records.leaderboard(
            guild, which.game, RANKS_PER_PAGE, which.ladder, season, which.page * RANKS_PER_PAGE
        )
        own = None if shared else await self._records.place_on(board, interaction.user.id)
        return leaderboard_screen(
            which, ranks, count, words, ReaderRank(*own) if own else None, shared=shared
        )

    # --- profiles ---

    async def profile(self, interaction: Interaction, user: int, game: str = "") -> None:
        """Show a player; of the game that is asked for, or of the one they play most."""
        await acknowledge_anew(interaction) if not game else await acknowledge(interaction)
        words = await own_words(interaction)
        tallies = await self._records.tallies(user, added_up())
        if not tallies or not await may_see(self._records, self._settings, interaction, user):
            raise Refused(unknown(user, words))
        game = game if game in GAMES else tallies[0].game
        await answer(interaction, profile_screen(await self._told(interaction, user, game), words))

    async def _choose(self, interaction: Interaction, id: custom_ids.ArchiveId, values: list[str]) -> None:
        """Show a player in another of their games."""
        match id:
            case custom_ids.ArchiveId(_, (user,), custom_ids.Act(custom_ids.MENU)) if user.isdecimal():
                await self.profile(interaction, int(user), next(iter(values), ""))
            case _:
                raise Refused(BUTTON_IS_OLD)

    async def _told(self, interaction: Interaction, user: int, game: str) -> Profile:
        records, asker = self._records, interaction.user.id
        tallies = [tally for tally in await records.tallies(user, added_up()) if tally.game in GAMES]
        ratings = {t.game: rank for t in tallies if (rank := await records.rating(user, t.game, PEOPLE))}
        together = await records.head_to_head(user, asker) if user != asker else None
        feats = [feat for feat, _ in await records.feats_of(user)]
        course, places = await records.course(user, game), await records.last_places(user)
        return Profile(user, game, tallies, ratings, course, places, feats, together)
