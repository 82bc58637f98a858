"""The counter for presses about what has been played: reads what they are about and sends them on."""

from bot.base.errors import BUTTON_IS_OLD, Refused
from bot.handlers.challenge import ChallengeHandler
from bot.handlers.history import HistoryHandler
from bot.handlers.lobby import LobbyHandler
from bot.handlers.privacy import PrivacyHandler
from bot.handlers.records import RecordsHandler
from bot.handlers.replay import ReplayHandler
from bot.service.services import Services
from bot.storage.stores import Stores
from bot.views.parts import custom_ids
from bot.views.parts.items import Interaction, chosen_values


class ArchiveRouter:
    """Leaderboards, profiles, histories and replays."""

    def __init__(self, services: Services, stores: Stores, lobby: LobbyHandler) -> None:
        self.records = RecordsHandler(stores.records, stores.settings, services.channel_limits)
        self.challenge = ChallengeHandler(lobby)
        self.replaying = ReplayHandler(services)
        self.history = HistoryHandler(stores.records, stores.settings, self.replaying)
        self.privacy = PrivacyHandler(stores.personal_data, stores.seats, services.privacy)

    async def press(self, interaction: Interaction, id: custom_ids.ArchiveId) -> None:
        match id:
            case custom_ids.ArchiveId("board"):
                await self.records.turn(interaction, id)
            case custom_ids.ArchiveId("replay"):
                await self.replaying.press(interaction, id, chosen_values(interaction))
            case custom_ids.ArchiveId("past"):
                await self.history.press(interaction, id, chosen_values(interaction))
            case custom_ids.ArchiveId("me"):
                await self.privacy.press(interaction, id)
            case custom_ids.ArchiveId("dare"):
                await self.challenge.press(interaction, id)
            case custom_ids.ArchiveId("who", (user,), custom_ids.Act(custom_ids.MENU)) if user.isdecimal():
                game = next(iter(chosen_values(interaction)), "")
                await self.records.profile(interaction, int(user), game)
            case _:
                raise Refused(BUTTON_IS_OLD)
