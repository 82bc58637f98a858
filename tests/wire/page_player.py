"""People who play a playground of any process over its page's live line, as a browser does."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from typing import Any

import aiohttp

from tests.patience import until
from tests.wire.players import Player


class PagePerson:
    """One person's open page: what they see, and what they ask for."""

    def __init__(self, line: aiohttp.ClientWebSocketResponse) -> None:
        self._line = line
        self._results: dict[int, dict[str, Any]] = {}
        self._asked = 0
        self.hello: dict[str, Any] = {}
        self.commands: set[str] = set()
        self.messages: dict[str, dict[str, Any]] = {}

    async def hear(self) -> None:
        """Take in what the page is told, until the line ends."""
        async for told in self._line:
            self._hear(told.json())

    def _hear(self, event: dict[str, Any]) -> None:
        match event["type"]:
            case "hello":
                self.hello = event
                self.commands = {command["name"] for command in event["commands"]}
                self.messages = {message["id"]: message for message in event["messages"]}
            case "commands":
                self.commands = {command["name"] for command in event["commands"]}
            case "message":
                self.messages[event["message"]["id"]] = event["message"]
            case "gone":
                self.messages.pop(event["id"], None)
            case "result":
                self._results[event["of"]] = event

    async def ask(self, **wish: Any) -> None:
        """Ask for something that is done."""
        result = await self._result(**wish)
        assert not {"refused", "failed"} & result.keys(), result

    async def _result(self, **wish: Any) -> dict[str, Any]:
        """Ask for something and wait until it is answered."""
        self._asked += 1
        number = self._asked
        await self._line.send_json({**wish, "of": number})
        return await until(lambda: self._results.get(number))

    async def run(self, command: str, **options: Any) -> None:
        await until(lambda: command in self.commands)
        channel = self.hello["channels"][0]["id"]
        await self.ask(do="run", channel=channel, command=command, options=options)

    async def click(self, label: str) -> None:
        """Press a button by its words, once it is there and switched on."""
        await until(lambda: self._button(label))
        message, button = self._button(label)
        await self.ask(**_at(message, button), do="press")

    def _button(self, label: str) -> Any:
        for message in reversed(self.messages.values()):
            for part in parts(message["components"]):
                if part.get("label") == label and "custom_id" in part and not part.get("disabled"):
                    return message, part
        return None

    def choices(self) -> list[tuple[dict[str, Any], dict[str, Any]]]:
        """What may be answered on the newest private message, with that message."""
        asking = [m for m in self.messages.values() if m["ephemeral"] and answers(m)]
        return [(asking[-1], part) for part in answers(asking[-1])] if asking else []

    async def answer(self, dice: random.Random) -> None:
        """Take an answer and wait until the question has changed; a newer panel may just replace it."""
        message, part = dice.choice(self.choices())
        wish: dict[str, Any] = {"do": "press"}
        if options := part.get("options"):
            chosen = dice.sample(options, part.get("min_values", 1))
            wish = {"do": "choose", "values": [option["value"] for option in chosen]}
        result = await self._result(**_at(message, part), **wish)
        if "refused" not in result:
            await until(lambda: self.messages.get(message["id"]) != message)


def _at(message: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    return {"channel": message["channel"], "message": message["id"], "custom_id": part["custom_id"]}


def answers(message: dict[str, Any]) -> list[dict[str, Any]]:
    """The buttons and menus of a question."""
    return [
        part for part in parts(message["components"]) if Player.answers(part) and not part.get("disabled")
    ]


def parts(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """All components, whatever they stand in."""
    inner = [part for found in components for part in parts(found.get("components", []))]
    return [*components, *inner, *(found["accessory"] for found in components if "accessory" in found)]


@contextlib.asynccontextmanager
async def visitor(page: str, name: str) -> AsyncIterator[PagePerson]:
    """Open the page as somebody."""
    async with aiohttp.ClientSession() as session:
        async with session.get(f"{page}/as/{name}") as told:
            assert told.status == 200 and "<script" in await told.text()
        async with session.ws_connect(f"{page}/as/{name}/live", headers={"Origin": page}) as line:
            person = PagePerson(line)
            hearing = asyncio.create_task(person.hear())
            try:
                await until(lambda: person.hello)
                yield person
            finally:
                hearing.cancel()
