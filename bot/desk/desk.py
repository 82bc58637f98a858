"""The counter at which every press arrives: reads its id and sends it on."""

from bot.desk.advice import ADVICE, AdviceDesk
from bot.desk.answers import show_chosen_page, show_rules
from bot.desk.archive import ArchiveDesk
from bot.desk.ending import ENDING, EndingDesk
from bot.desk.finding import FindingDesk
from bot.desk.greeting import GreetingDesk
from bot.desk.lobby import LobbyDesk
from bot.desk.mytables import MyTablesDesk
from bot.desk.origin import Origin
from bot.desk.play import PlayDesk
from bot.desk.rate_limit import RateLimit
from bot.desk.seats import SEATS, SeatsDesk
from bot.desk.settings import SettingsDesk
from bot.desk.time import TIME, TimeDesk
from bot.errors import OLD, Refused
from bot.screens import ids
from bot.screens.items import Interaction, chosen_values, pressed_id
from bot.screens.leaderboard import List
from bot.screens.word import is_form
from bot.stage.panels import Panels
from bot.stage.reviews import Reviews
from bot.stage.stage import Stage
from bot.tables.habits import Habits
from bot.tables.host import Host
from bot.tables.store import Store


class Desk:
    """Every press and command comes here first."""

    def __init__(
        self, host: Host, stage: Stage, panels: Panels, store: Store, habits: Habits, reviews: Reviews
    ) -> None:
        self._stage = stage
        self._origin = Origin(host)
        rate_limit = RateLimit(store)
        self.lobby = LobbyDesk(host, stage, panels, habits, rate_limit)
        self.play = PlayDesk(host, stage, panels, habits)
        self.advice = AdviceDesk(host, self.play, reviews)
        self.mytables = MyTablesDesk(host, self.play)
        self.finding = FindingDesk(host, stage, self.play, rate_limit)
        self.ending = EndingDesk(host)
        self.seats = SeatsDesk(host)
        self.archive = ArchiveDesk(host, store, self.lobby, rate_limit)
        self.time = TimeDesk(host, store, self.play, panels)
        self.settings = SettingsDesk(habits, panels, self.time.hours_changed)
        self.greeting = GreetingDesk(store, habits, self.lobby, self.settings)

    async def press(self, interaction: Interaction) -> None:
        """Send a press to where it belongs; an id we do not know gets a kind answer."""
        id = ids.read(pressed_id(interaction))
        await self._origin.check(interaction, id)
        if isinstance(id, (ids.LobbyId, ids.TableId, ids.QuestionId)):
            self._stage.pressed(id.table_id, interaction.user.id)
            self._stage.threads.pressed_in(interaction.channel)
        match id:
            case ids.LobbyId(table_id, act) if is_form(interaction):
                await self.lobby.form(interaction, table_id, act)
            case _ if is_form(interaction):
                raise Refused(OLD)
            case ids.LobbyId(table_id, act):
                await self.lobby.press(interaction, table_id, act, chosen_values(interaction))
            case ids.QuestionId(table_id, stamp, ids.Act(ids.TIME)):
                await self.time.more(interaction, table_id, stamp)
            case ids.TableId(table_id, ids.Act(name)) if name in TIME:
                await self.time.press(interaction, table_id, name, chosen_values(interaction))
            case ids.AwayId():
                await self.time.away(interaction, 0)
            case ids.QuestionId(table_id, stamp, act):
                await self.play.question(interaction, table_id, stamp, act, chosen_values(interaction))
            case ids.TableId(table_id, ids.Act(name)) if name in ENDING:
                await self.ending.press(interaction, table_id, name)
            case ids.TableId(table_id, act) if act.name in SEATS:
                await self.seats.press(interaction, table_id, act)
            case ids.TableId(table_id, ids.Act(name)) if name in ADVICE:
                await self.advice.press(interaction, table_id, name)
            case ids.TableId(table_id, ids.Act("rematch")):
                await self.lobby.rematch(interaction, table_id)
            case ids.TableId(table_id, ids.Act("next")):
                await self.mytables.next(interaction, table_id)
            case ids.TableId(table_id, act):
                await self.play.press(interaction, table_id, act)
            case ids.ShareId(game):
                await self.archive.records.share(interaction, List(game))
            case ids.ArchiveId():
                await self.archive.press(interaction, id)
            case ids.RulesId(game, page):
                await show_rules(interaction, game, page)
            case ids.ContentsId():
                await show_chosen_page(interaction)
            case ids.OpeningId(game, guests):
                await self.lobby.open(interaction, game, guests, thread=True)
            case ids.MineId(act):
                await self.settings.press_mine(interaction, act, chosen_values(interaction))
            case ids.ServerId(act):
                await self.settings.press_server(interaction, act, chosen_values(interaction))
            case ids.GreetingId(act):
                await self.greeting.press(interaction, act, chosen_values(interaction))
            case None:
                raise Refused(OLD)
