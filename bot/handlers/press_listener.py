"""Where discord.py tells of presses, forms and commands; each is watched over until it is answered."""

import asyncio
import logging

import discord

from bot.handlers.error_boundary import guarded, let_go, tell
from bot.handlers.router import Router
from bot.views.parts.custom_ids import trial_act
from bot.views.parts.items import Interaction, pressed_id
from games.core import Text

log = logging.getLogger(__name__)

ACKNOWLEDGE_WITHIN = 2.0  # seconds; Discord gives up after 3
TOOK_TOO_LONG = Text("That took too long here. Nothing is lost: please try again.")


class PressListener:
    """Hands presses and forms to the router; slash commands come by their cogs."""

    def __init__(self, router: Router) -> None:
        self._router = router
        self._late: set[asyncio.Task[None]] = set()

    async def on_interaction(self, interaction: Interaction) -> None:
        """Take every press and form, also on an item that an edit took away; watch over the commands."""
        if trial_act(pressed_id(interaction)):  # a doctor with our token is at work, and answers it
            return
        match interaction.type:
            case discord.InteractionType.component | discord.InteractionType.modal_submit:
                self._watch_over(interaction)
                await guarded(interaction, self._router.press(interaction))
                let_go(interaction)
            case discord.InteractionType.application_command if not interaction.response.is_done():
                self._watch_over(interaction)

    def _watch_over(self, interaction: Interaction) -> None:
        loop = asyncio.get_running_loop()
        interaction.extras["watch"] = loop.call_later(ACKNOWLEDGE_WITHIN, self._watch, interaction)

    def _watch(self, interaction: Interaction) -> None:
        """Say something before Discord says "interaction failed"."""
        if not interaction.response.is_done() and not interaction.client.is_closed():
            log.warning("an interaction was unanswered after %s s", ACKNOWLEDGE_WITHIN)
            answer = asyncio.create_task(tell(interaction, TOOK_TOO_LONG))
            self._late.add(answer)
            answer.add_done_callback(self._late.discard)
