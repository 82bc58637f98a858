"""What the answer to any press needs: the client carries it, and handlers find it by the interaction."""

from dataclasses import dataclass
from typing import Protocol, cast

from bot.client.rate_limit import RateLimiter
from bot.delivery.attachments import AnswerPictures
from bot.delivery.private_replies import PrivateReplies
from bot.handlers.intake import PressIntake
from bot.service.settings import SettingsCache
from bot.views.parts.items import Interaction


@dataclass(frozen=True, slots=True)
class PressContext:
    """Built once; each of its parts serves every press and command."""

    settings: SettingsCache  # what people and servers have chosen
    rate_limiter: RateLimiter  # before any work: nobody presses faster than a hand can
    intake: PressIntake
    pictures: AnswerPictures
    replies: PrivateReplies  # the newest private answer of a person takes the place of the one before


class CarriesContext(Protocol):
    """A client with what the answers need."""

    context: PressContext


def context_of(interaction: Interaction) -> PressContext:
    return cast(CarriesContext, interaction.client).context
