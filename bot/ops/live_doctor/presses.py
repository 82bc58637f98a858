"""The three presses of a trial, each answered in other ways."""

import asyncio
from collections.abc import Awaitable, Callable

import discord

from bot.client.message_edits import NO_MENTIONS, edit_answer, edit_private
from bot.ops.live_doctor import shown
from bot.ops.live_doctor.attempt import NOT_TAKEN, Attempts
from bot.ops.live_doctor.report import Kind
from bot.ops.live_doctor.sending import Sending
from bot.text.words import Words, words
from bot.views.parts.custom_ids import trial_act

Press = discord.Interaction[discord.Client]
OTHERS = 20  # presses that are acknowledged and do nothing: a second press, a menu, somebody in a hurry


class Presses:
    """Answers each button once; everything else that is pressed is only acknowledged."""

    def __init__(self, client: discord.Client, attempts: Attempts, sending: Sending) -> None:
        self._client = client
        self._attempts = attempts
        self._sending = sending
        self._pressed = {act: asyncio.Event() for act in ("1", "2", "3", "form")}
        self._done = {act: asyncio.Event() for act in self._pressed}
        self._others = 0
        self._answering: set[asyncio.Task[object]] = set()
        self._answers: dict[str, Callable[[Press, Words], Awaitable[None]]] = {
            "1": self._panel,
            "2": self._letter,
            "3": self._form,
            "form": self._sent_back,
        }

    async def came(self, press: Press) -> None:
        """Answer a press, if it is one of this trial."""
        data = dict(press.data or {})
        act = trial_act(str(data.get("custom_id", "")), self._attempts.run)
        if act in self._answers and not self._pressed[act].is_set():
            self._pressed[act].set()
            await self._answer(act, press)
        elif act and self._others < OTHERS:
            self._others += 1
            await self._only_acknowledge(press)

    async def _answer(self, act: str, press: Press) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._answering.add(task)
        try:
            await self._answers[act](press, words(str(press.locale)))
        finally:
            self._answering.discard(task)
            self._done[act].set()

    async def close(self) -> None:
        """Answer nothing any more, so that nothing new is made; what was made is known to be taken away."""
        self._answers.clear()
        self._others = OTHERS
        for task in (under_way := set(self._answering)):
            task.cancel()
        if under_way:
            await asyncio.wait(under_way)

    async def _only_acknowledge(self, press: Press) -> None:
        try:
            await press.response.defer()
        except NOT_TAKEN:  # somebody pressed twice: nothing is owed to them
            return

    def missing(self) -> list[str]:
        """Return the buttons that nobody has pressed."""
        return [act for act in shown.BUTTONS if not self._pressed[act].is_set()]

    async def all(self) -> None:
        """Wait until the three buttons are pressed and answered."""
        for act in shown.BUTTONS:
            await self._done[act].wait()

    async def sent_back(self) -> None:
        """Wait until the form is sent back and answered."""
        await self._done["form"].wait()

    # ---- the first: as [Your hand] opens a panel

    async def _panel(self, press: Press, say: Words) -> None:
        attempts, hook = self._attempts, press.followup
        deferring = press.response.defer(ephemeral=True, thinking=True)
        if not await attempts.make(Kind.DEFER, deferring, lambda _: press.delete_original_response()):
            return
        in_words = shown.saying(say, shown.PRIVATE)
        await attempts.attempt(Kind.DEFER_WORDS, edit_answer(hook, in_words, []))
        view, picture = shown.showing(say, shown.PRIVATE, attempts.run), attempts.pictures.still(0)
        await attempts.attempt(Kind.DEFER_EDIT, edit_answer(hook, view, [picture]))
        await self._follow_up(press, say)

    async def _follow_up(self, press: Press, say: Words) -> None:
        attempts, view = self._attempts, shown.showing(say, shown.PRIVATE, self._attempts.run)
        file = attempts.pictures.still(1)
        sending = press.followup.send(view=view, file=file, ephemeral=True, wait=True)
        made = await attempts.make(Kind.FOLLOW_UP, sending, lambda message: message.delete())
        if made is not None:
            view = shown.showing(say, shown.PRIVATE, attempts.run)
            again = edit_private(press.followup, made.id, view, [attempts.pictures.still(2)])
            await attempts.attempt(Kind.FOLLOW_EDIT, again)

    # ---- the second: a direct answer, what everybody sees, and a direct message

    async def _letter(self, press: Press, say: Words) -> None:
        attempts = self._attempts
        view, file = shown.showing(say, shown.PRIVATE, attempts.run), attempts.pictures.still(1)
        answering = press.response.send_message(view=view, file=file, ephemeral=True)
        answered = await attempts.make(Kind.ANSWER, answering, lambda _: press.delete_original_response())
        if answered is None:
            await self._only_acknowledge(press)
        sharing = press.followup.send(view=shown.moving(say), file=attempts.pictures.moving(), wait=True)
        await attempts.make(Kind.FILM, sharing, lambda message: message.delete())
        await self._write(press.user, say)
        if self._sending.thread:
            adding = self._client.http.add_user_to_thread(self._sending.thread, press.user.id)
            await attempts.attempt(Kind.MEMBER, adding)

    async def _write(self, person: discord.User | discord.Member, say: Words) -> None:
        attempts, view = self._attempts, shown.showing(say, shown.WRITTEN)
        writing = person.send(view=view, file=attempts.pictures.still(2), allowed_mentions=NO_MENTIONS)
        made = await attempts.make(Kind.DM, writing, lambda message: message.delete())
        if made is not None:
            again = made.edit(
                view=shown.showing(say, shown.WRITTEN), attachments=[attempts.pictures.still(0)]
            )
            await attempts.attempt(Kind.DM_EDIT, again)

    # ---- the third: a form, which may be sent back

    async def _form(self, press: Press, say: Words) -> None:
        form = shown.form(say, self._attempts.run)
        if not await self._attempts.attempt(Kind.FORM, press.response.send_modal(form)):
            await self._only_acknowledge(press)

    async def _sent_back(self, press: Press, say: Words) -> None:
        attempts = self._attempts
        if await attempts.attempt(Kind.IN_PLACE, press.response.defer()) and press.message is not None:
            view, picture = shown.asking(say, attempts.run), attempts.pictures.still(2)
            await attempts.attempt(Kind.IN_PLACE_EDIT, edit_answer(press.followup, view, [picture]))
