"""The router: every press comes here first, and goes on to the handler that has its act in its table."""

from collections.abc import Iterable

from bot.base.errors import BUTTON_IS_OLD, Refused
from bot.delivery.publisher import Publisher
from bot.delivery.threads import Threads
from bot.handlers.acts import Acts, key_of, merged
from bot.handlers.press_origin import PressOrigin
from bot.views.parts import custom_ids
from bot.views.parts.items import Interaction, chosen_values, is_form, pressed_id


class Router:
    """Reads the id of a press, and hands it to its handler."""

    def __init__(
        self, origin: PressOrigin, publisher: Publisher, threads: Threads, tables: Iterable[Acts]
    ) -> None:
        self._origin = origin
        self._publisher = publisher
        self._threads = threads
        self._acts = merged(tables)

    async def press(self, interaction: Interaction) -> None:
        """Send a press to where it belongs; an id we do not know gets a kind answer."""
        id = custom_ids.read(pressed_id(interaction))
        await self._origin.check(interaction, id)
        if isinstance(id, (custom_ids.LobbyId, custom_ids.TableId, custom_ids.QuestionId)):
            self._publisher.pressed(id.table_id, interaction.user.id)
            self._threads.pressed_in(interaction.channel)
        act = self._acts.get(key_of(id, form=is_form(interaction))) if id is not None else None
        if act is None:
            raise Refused(BUTTON_IS_OLD)
        await act(interaction, id, chosen_values(interaction))
