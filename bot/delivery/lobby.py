"""The message of a lobby: posted once, edited with every change, and closed when nobody plays."""

from dataclasses import replace

from bot.base import timers
from bot.delivery.calls import only
from bot.delivery.dealt_panels import DealtPanels
from bot.delivery.request_budget import Priority, ranked
from bot.delivery.table_messages import TableMessages
from bot.domain.entities import TableRecord
from bot.domain.lobby import lobby_of
from bot.storage.messages import MessageStore
from bot.text.words import words
from bot.views.lobby import gone_screen, lobby_screen


class LobbyPublisher:
    """Shows lobbies, and tables that are gone."""

    def __init__(self, store: MessageStore, messages: TableMessages, dealt: DealtPanels) -> None:
        self._store = store
        self._messages = messages
        self._dealt = dealt

    async def open(self, saved: TableRecord) -> None:
        """Post a new lobby; who was invited is mentioned this once."""
        guests = only(saved.reserved if lobby_of(saved, timers.now()).has_guests else ())
        screen = lobby_screen(saved, words(saved.locale), timers.now())
        with ranked(Priority.BOARD):
            posted = replace(saved, message=await self._messages.board.post(saved, screen, guests))
        await self._messages.threads.point(posted)
        self._messages.threads.bring(posted, saved.users)
        await self.note_shown(saved)

    async def show(self, saved: TableRecord) -> None:
        """Show who sits in a lobby, and what is agreed."""
        screen = lobby_screen(saved, words(saved.locale), timers.now())
        await self._messages.threads.point(await self._messages.board.show(saved, screen))
        await self.note_shown(saved)

    async def show_gone(self, saved: TableRecord) -> None:
        """Say in a table's message that it is closed."""
        if saved.message:
            await self._messages.board.show(saved, gone_screen(words(saved.locale)))
            await self._messages.withdraw(saved)

    async def note_shown(self, saved: TableRecord) -> None:
        """Note what Discord shows: a crash before it lets the next start show it again."""
        await self._store.set_told(saved.id, saved.version)

    def forget(self, table_id: int) -> None:
        """Keep memory flat after a game."""
        self._dealt.forget(table_id)
