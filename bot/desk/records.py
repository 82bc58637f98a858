"""What the commands about players do: leaderboards and profiles, private until their reader shares them."""

from bot import clock
from bot.desk.answers import acknowledge, acknowledge_anew, answer
from bot.desk.asked import may_see, own_words, public_words
from bot.desk.rate_limit import RateLimit
from bot.errors import OLD, Refused
from bot.screens import ids
from bot.screens.items import Interaction
from bot.screens.leaderboard import PAGE, List, Standing, leaderboard_screen, read_list
from bot.screens.parts import Screen
from bot.screens.profile import Profile, profile_screen, unknown
from bot.tables.played import Board
from bot.tables.rate_limits import SHARED
from bot.tables.ratings import ALL_TIME, PEOPLE, season_of
from bot.tables.store import Store
from bot.words import Words
from games import GAMES
from games.core import Text

SERVERS_ONLY = Text("This command works in the channels of a server.")


class RecordsDesk:
    """The counter for what has been played."""

    def __init__(self, store: Store, rate_limit: RateLimit) -> None:
        self._store = store
        self._rate_limit = rate_limit

    # --- leaderboards ---

    async def leaderboard(self, interaction: Interaction, which: List) -> None:
        """Show the best players to the one who asks; in a DM those of everywhere."""
        await acknowledge_anew(interaction)
        await answer(interaction, await self._board(interaction, which, await own_words(interaction)))

    async def turn(self, interaction: Interaction, id: ids.ArchiveId) -> None:
        """Show another page or another list in the same message, or share it."""
        which = read_list(id.of, id.act.number)
        if which is None:
            raise Refused(OLD)
        if id.act.name == "share":
            await self.share(interaction, which)
            return
        await acknowledge(interaction)
        await answer(interaction, await self._board(interaction, which, await own_words(interaction)))

    async def share(self, interaction: Interaction, which: List) -> None:
        """Show it to everyone in the channel, in the server's language."""
        if interaction.guild_id is None:
            raise Refused(SERVERS_ONLY)
        await interaction.response.defer()
        async with self._rate_limit.counted(interaction, SHARED):
            screen = await self._board(interaction, which, await public_words(interaction), shared=True)
            files = await interaction.client.pictured(interaction, screen)
            await interaction.followup.send(view=screen.view, files=files)

    async def _board(
        self, interaction: Interaction, which: List, words: Words, *, shared: bool = False
    ) -> Screen:
        if interaction.guild_id is None:
            which = which._replace(everywhere=True)
        guild = 0 if which.everywhere else interaction.guild_id or 0
        season = season_of(clock.now()) if which.season else ALL_TIME
        board = Board(guild, which.game, which.ladder, season)
        count = await self._store.ranked(board)
        which = which._replace(page=min(which.page, max(0, (count - 1) // PAGE)))
        ranks = await self._store.leaderboard(
            guild, which.game, PAGE, which.ladder, season, which.page * PAGE
        )
        own = None if shared else await self._store.place_on(board, interaction.user.id)
        return leaderboard_screen(which, ranks, count, words, Standing(*own) if own else None, shared=shared)

    # --- profiles ---

    async def profile(self, interaction: Interaction, user: int, game: str = "") -> None:
        """Show a player; of the game that is asked for, or of the one they play most."""
        await acknowledge_anew(interaction) if not game else await acknowledge(interaction)
        words = await own_words(interaction)
        tallies = await self._store.tallies(user)
        if not tallies or not await may_see(self._store, interaction, user):
            raise Refused(unknown(user, words))
        game = game if game in GAMES else tallies[0].game
        await answer(interaction, profile_screen(await self._told(interaction, user, game), words))

    async def _told(self, interaction: Interaction, user: int, game: str) -> Profile:
        store, asker = self._store, interaction.user.id
        tallies = [tally for tally in await store.tallies(user) if tally.game in GAMES]
        ratings = {t.game: rank for t in tallies if (rank := await store.rating(user, t.game, PEOPLE))}
        together = await store.head_to_head(user, asker) if user != asker else None
        feats = [feat for feat, _ in await store.feats_of(user)]
        course, places = await store.course(user, game), await store.last_places(user)
        return Profile(user, game, tallies, ratings, course, places, feats, together)
