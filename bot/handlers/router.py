"""The counter at which every press arrives: reads its id and sends it on."""

from bot.base.errors import BUTTON_IS_OLD, Refused
from bot.delivery.advice import ReviewMessages
from bot.delivery.panels import Panels
from bot.delivery.publisher import Publisher
from bot.handlers.advice import ADVICE_ACTS, AdviceHandler
from bot.handlers.archive_router import ArchiveRouter
from bot.handlers.clocks import CLOCK_ACTS, ClocksHandler
from bot.handlers.ending import ENDING_ACTS, EndingHandler
from bot.handlers.greeting import GreetingHandler
from bot.handlers.lobby import LobbyHandler
from bot.handlers.moves import MovesHandler
from bot.handlers.my_tables import MyTablesHandler
from bot.handlers.press_origin import PressOrigin
from bot.handlers.responses import show_chosen_page, show_rules
from bot.handlers.seats import SEAT_ACTS, SeatsHandler
from bot.handlers.settings import SettingsHandler
from bot.handlers.which_table import WhichTableHandler
from bot.service.services import Services
from bot.service.settings import SettingsCache
from bot.storage.stores import Stores
from bot.views.deal_words import is_form
from bot.views.parts import custom_ids
from bot.views.parts.items import Interaction, chosen_values, pressed_id
from bot.views.records.leaderboard import LeaderboardQuery


class Router:
    """Every press and command comes here first."""

    def __init__(
        self,
        services: Services,
        origin: PressOrigin,
        stage: Publisher,
        panels: Panels,
        stores: Stores,
        habits: SettingsCache,
        reviews: ReviewMessages,
    ) -> None:
        self._stage = stage
        self._origin = origin
        self.lobby = LobbyHandler(services, stage, panels, habits)
        self.play = MovesHandler(services, stage, panels, habits)
        self.advice = AdviceHandler(services, self.play, reviews)
        self.mytables = MyTablesHandler(services, self.play)
        self.finding = WhichTableHandler(services, stage, self.play)
        self.ending = EndingHandler(services)
        self.seats = SeatsHandler(services)
        self.archive = ArchiveRouter(services, stores, self.lobby)
        self.time = ClocksHandler(services, self.play, panels)
        self.settings = SettingsHandler(habits, panels, services.clocks.hours_changed)
        self.greeting = GreetingHandler(stores.servers, habits, self.lobby, self.settings)

    async def press(self, interaction: Interaction) -> None:
        """Send a press to where it belongs; an id we do not know gets a kind answer."""
        id = custom_ids.read(pressed_id(interaction))
        await self._origin.check(interaction, id)
        if isinstance(id, (custom_ids.LobbyId, custom_ids.TableId, custom_ids.QuestionId)):
            self._stage.pressed(id.table_id, interaction.user.id)
            self._stage.threads.pressed_in(interaction.channel)
        match id:
            case custom_ids.LobbyId(table_id, act) if is_form(interaction):
                await self.lobby.form(interaction, table_id, act)
            case _ if is_form(interaction):
                raise Refused(BUTTON_IS_OLD)
            case custom_ids.LobbyId(table_id, act):
                await self.lobby.press(interaction, table_id, act, chosen_values(interaction))
            case custom_ids.QuestionId(table_id, stamp, custom_ids.Act(custom_ids.TIME)):
                await self.time.more(interaction, table_id, stamp)
            case custom_ids.TableId(table_id, custom_ids.Act(name)) if name in CLOCK_ACTS:
                await self.time.press(interaction, table_id, name, chosen_values(interaction))
            case custom_ids.AwayId():
                await self.time.away(interaction, 0)
            case custom_ids.QuestionId(table_id, stamp, act):
                await self.play.question(interaction, table_id, stamp, act, chosen_values(interaction))
            case custom_ids.TableId(table_id, custom_ids.Act(name)) if name in ENDING_ACTS:
                await self.ending.press(interaction, table_id, name)
            case custom_ids.TableId(table_id, act) if act.name in SEAT_ACTS:
                await self.seats.press(interaction, table_id, act)
            case custom_ids.TableId(table_id, custom_ids.Act(name)) if name in ADVICE_ACTS:
                await self.advice.press(interaction, table_id, name)
            case custom_ids.TableId(table_id, custom_ids.Act("rematch")):
                await self.lobby.rematch(interaction, table_id)
            case custom_ids.TableId(table_id, custom_ids.Act("next")):
                await self.mytables.next(interaction, table_id)
            case custom_ids.TableId(table_id, act):
                await self.play.press(interaction, table_id, act)
            case custom_ids.ShareId(game):
                await self.archive.records.share(interaction, LeaderboardQuery(game))
            case custom_ids.ArchiveId():
                await self.archive.press(interaction, id)
            case custom_ids.RulesId(game, page):
                await show_rules(interaction, game, page)
            case custom_ids.ContentsId():
                await show_chosen_page(interaction)
            case custom_ids.OpeningId(game, guests):
                await self.lobby.open(interaction, game, guests, thread=True)
            case custom_ids.MineId(act):
                await self.settings.press_mine(interaction, act, chosen_values(interaction))
            case custom_ids.ServerId(act):
                await self.settings.press_server(interaction, act, chosen_values(interaction))
            case custom_ids.GreetingId(act):
                await self.greeting.press(interaction, act, chosen_values(interaction))
            case None:
                raise Refused(BUTTON_IS_OLD)
