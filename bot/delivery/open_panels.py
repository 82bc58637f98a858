"""What the next process needs to bring open panels alive; written after the answer to a press."""

import asyncio
import logging

import discord

from bot.base import timers
from bot.base.errors import StoreTrouble
from bot.base.logs import trace
from bot.base.shards import Shards
from bot.delivery.panel_sender import Private, Token
from bot.delivery.sealed_tokens import seal_token, unseal_token
from bot.storage.open_panels import Closed, OpenPanel, OpenPanelStore

log = logging.getLogger(__name__)

OVERLAP = 60_000 << 22  # a minute, in ids of presses: what is written late is still found
Key = tuple[int, int]  # a table and a seat


class OpenPanelLog:
    """Notes panels that were opened or closed, all that wait in one unit; reads those of other processes."""

    def __init__(self, client: discord.Client, store: OpenPanelStore, mine: Shards) -> None:
        self._client = client
        self._store = store
        self._mine = mine
        self._waiting: dict[Key, OpenPanel | Closed] = {}
        self._noted: dict[Key, OpenPanel] = {}
        self._writing: asyncio.Task[None] | None = None
        self._newest = 0  # the newest press whose panel was read

    @property
    def _secret(self) -> str:
        return self._client.http.token or ""

    def opened(self, key: Key, place: Private, lives: float, user: int, locale: str, asked: int) -> None:
        """Let whoever comes after this process know of a panel that lives for so many seconds."""
        until, sealed = int(timers.now() + lives), seal_token(self._secret, place.token.token)
        self._note(key, OpenPanel(*key, user, place.message, sealed, locale, asked, until))

    def showed(self, key: Key, told: int, look: str) -> None:
        """Note which version of its table a panel shows, and what that looks like."""
        if panel := self._noted.get(key):
            self._note(key, panel._replace(told=told, look=look))

    def moved(self, key: Key, message: int) -> None:
        """Note that a fresh message has taken a panel's place."""
        if panel := self._noted.get(key):
            self._note(key, panel._replace(message=message))

    def closed(self, key: Key, asked: int = 0) -> None:
        """Let nobody keep a panel current any more."""
        self._noted.pop(key, None)
        self._waiting[key] = Closed(*key, asked)
        self._write_soon()

    def _note(self, key: Key, panel: OpenPanel) -> None:
        self._noted[key] = self._waiting[key] = panel
        self._write_soon()

    def _write_soon(self) -> None:
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())

    async def _write(self) -> None:
        """Write all that waits, until nothing does; what fails costs a panel its next life, nothing else."""
        try:
            while self._waiting:
                panels, self._waiting = [*self._waiting.values()], {}
                await self._store.note_panels(panels, int(timers.now()))
        except StoreTrouble as trouble:
            log.debug("open panels were not noted: %s", trouble)
        except Exception as error:
            log.error("open panels were not noted\n%s", trace(error))
        finally:
            self._writing = None

    async def living(self) -> list[tuple[OpenPanel, Private, int]]:
        """Return panels that another process has left, or has opened since, with their tables' versions."""
        after = max(0, self._newest - OVERLAP)
        found = await self._store.living_panels(int(timers.now()), after, self._mine)
        self._newest = max([self._newest, *(panel.asked for panel, _ in found)])
        living, application = [], self._client.application_id or 0
        for panel, version in found:
            if (token := unseal_token(self._secret, panel.sealed)) is not None:
                place = Private(Token(self._client, application, token), panel.message)
                living.append((panel, place, version))
        return living

    def adopted(self, panel: OpenPanel) -> None:
        """Keep a panel of another process as one's own."""
        self._noted[panel.table_id, panel.seat] = panel

    async def close(self) -> None:
        """Write what waits; the panels themselves stay for whoever comes next."""
        if self._writing is not None:
            await asyncio.wait([self._writing])
