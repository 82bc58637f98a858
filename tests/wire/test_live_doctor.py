"""`campanile doctor --live`: all that we send is tried, told and taken away, whatever Discord refuses."""

import asyncio
import re
import signal
import sys

import pytest

from bot.ops.doctor_commands import differing
from bot.ops.live_doctor.report import Kind
from bot.playground.actions import buttons
from bot.playground.wire import reply
from bot.playground.world import BOT as BOT_USER
from bot.playground.world import CHANNEL, SERVER
from tests.patience import LONGEST
from tests.wire.harness import BOT, harness
from tests.wire.players import labels

FIELD = {
    "components": {
        "0": {"items": {"0": {"media": {"url": {"_errors": [{"code": "X", "message": "no such file"}]}}}}}
    }
}
REFUSAL = {"code": 50035, "message": "Invalid Form Body", "errors": {"data": FIELD}}
PRESSED = [kind for kind in Kind if kind.startswith("press ")]


class Doctor:
    """A doctor at work in a process of its own, and one scripted person."""

    def __init__(self, h):
        self.h = h
        self.process = None
        self._said = ""

    async def begin(self, *more):
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "doctor", "--live", str(CHANNEL), *more),
            cwd=self.h.home,
            env={**self.h._env, **self.h._where(), "PATH": "/usr/bin"},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )

    async def message(self):
        """Wait for the message with the three buttons, which comes last: then the presses are awaited."""
        async with asyncio.timeout(LONGEST):
            while "Please press" not in self._said:
                line = await self.process.stdout.readline()
                assert line, self._said
                self._said += line.decode()
        (found,) = [m for m in self.h.messages() if len([*buttons(m)]) == 3]
        return found

    async def press_all(self, *, form=True):
        """Press the three buttons, one after the other, and send the form back; each must be answered."""
        message = await self.message()
        for label in ("1: Private panel", "2: Answer and direct message", "3: Form"):
            answer = await self.h.click("bruno", message, label)
            assert "failed" not in answer, label
        if form:
            sent = self.h.acts.submit(self.h.person("bruno"), int(answer["interaction"]), {})
            assert "failed" not in await self.h.acts.done(sent)

    async def ended(self):
        """Wait until it ends by itself; return its exit code and all that it said."""
        async with asyncio.timeout(LONGEST):
            rest = await self.process.stdout.read()
            code = await self.process.wait()
        self._said += rest.decode()
        return code, self._said

    async def close(self):
        if self.process is not None and self.process.returncode is None:
            self.process.kill()
            await self.process.wait()


@pytest.fixture
async def doctor(tmp_path):
    async with harness(BOT, None, DATABASE_URL=f"sqlite:///{tmp_path}/c.sqlite3") as h:
        doctor = Doctor(h)
        yield doctor
        await doctor.close()


def outcomes(said):
    """Read the report: what came of each kind, and what was told about it."""
    found = {}
    for line in said.splitlines():
        how, _, rest = line.partition(" ")
        for kind in Kind if how in ("taken", "refused", "untried") else ():
            if rest.strip().startswith(kind):
                found[kind] = (how, rest.strip().removeprefix(kind).strip())
    return found


def nothing_is_left(h):
    world = h.world.discord
    own = [m for shelf in world.messages.values() for m in shelf.values() if m.author_id == BOT_USER]
    threads = [c for c in world.channels.values() if c.is_thread and not h.world.discord.is_archived(c.id)]
    return not own and not world.application_emojis and not threads


def no_secrets(h, said):
    assert h.playground.token not in said
    assert not re.search(r"\d{15}", said), "no id"
    tokens = {record.token for record in h.world.discord.interactions.values()}
    assert not any(token in said for token in tokens)
    assert "bruno" not in said.lower() and "piazza" not in said.lower(), "no names"


async def test_everything_is_tried_taken_told_and_taken_away(doctor):
    h = doctor.h
    serve = h.wire._serve

    def limited(*asked):
        answer = serve(*asked)
        answer.headers.update({
            "X-RateLimit-Limit": "5", "X-RateLimit-Remaining": "3", "X-RateLimit-Reset-After": "4.5",
            "X-RateLimit-Bucket": "0123456789abcdef0123456789abcdef",
        })  # fmt: skip
        return answer

    h.wire._serve = limited
    await doctor.begin()
    await doctor.press_all()
    code, said = await doctor.ended()
    assert {kind: how for kind, (how, _) in outcomes(said).items()} == dict.fromkeys(
        set(Kind) - {Kind.WORDS}, "taken"
    ), said
    assert code == 0 and "0 refused, 0 untried" in said
    assert (
        "PATCH /channels/{id}/messages/{id}: limit 5, fewest left 3, full again after 4.5 s, bucket 01234567;"
        in said
    )
    assert "PATCH /webhooks/{id}/{token}/messages/@original: limit 5" in said
    assert nothing_is_left(h), said
    assert h.world.discord.commands[None], "there were no commands: the bot's own were sent"
    no_secrets(h, said)


REFUSED = {
    "commands": (r"PUT /applications/\d+/commands", {Kind.COMMANDS}),
    "emoji": (r"POST /applications/\d+/emojis", {Kind.EMOJI}),
    "edits": (r"PATCH /channels/\d+/messages/\d+", {Kind.EDIT, Kind.DM_EDIT}),
    "threads": (r"POST /channels/\d+/messages/\d+/threads", {Kind.THREAD}),
    "thread members": (r"PUT /channels/\d+/thread-members/\d+", {Kind.MEMBER}),
    "edits of answers": (
        r"PATCH /webhooks/\d+/[^/]+/messages/@original",
        {Kind.DEFER_WORDS, Kind.DEFER_EDIT, Kind.IN_PLACE_EDIT},
    ),
    "edits of follow-ups": (r"PATCH /webhooks/\d+/[^/]+/messages/\d+", {Kind.FOLLOW_EDIT}),
    "follow-ups": (r"POST /webhooks/\d+/[^/]+", {Kind.FOLLOW_UP, Kind.FILM}),
    "direct messages": (r"POST /users/@me/channels", {Kind.DM}),
}  # fmt: skip
FOLLOWING = {  # what cannot be tried when something else was refused
    "edits": {Kind.KEPT},
    "threads": {Kind.IN_THREAD, Kind.MEMBER},
    "follow-ups": {Kind.FOLLOW_EDIT},
    "direct messages": {Kind.DM_EDIT},
}


def refuse(h, *patterns):
    """Let Discord refuse requests to some routes as it refuses a field."""

    async def trouble(method, path):
        if any(re.fullmatch(pattern, f"{method} {path}") for pattern in patterns):
            return reply(REFUSAL, 400)
        return None

    h.wire.trouble = trouble


@pytest.mark.parametrize("what", REFUSED)
async def test_what_discord_refuses_is_told_with_code_and_field_and_all_else_is_tried(doctor, what):
    h, (pattern, kinds) = doctor.h, REFUSED[what]
    refuse(h, pattern)
    await doctor.begin()
    await doctor.press_all()
    code, said = await doctor.ended()
    h.wire.trouble = None
    found = outcomes(said)
    assert {kind for kind, (how, _) in found.items() if how == "refused"} == kinds, said
    for kind in kinds:
        told = found[kind][1]
        assert told.startswith("400, code 50035: Invalid Form Body"), told
        assert "data.components.0.items.0.media.url: no such file" in told
    untried = {kind for kind, (how, _) in found.items() if how == "untried"}
    assert untried == FOLLOWING.get(what, set()), said
    assert code == 1 and nothing_is_left(h), said
    no_secrets(h, said)


async def test_with_every_refusal_on_it_still_hears_the_presses_tells_all_and_leaves_nothing(doctor):
    h = doctor.h
    refuse(h, *(pattern for pattern, _ in REFUSED.values()))
    await doctor.begin()
    await doctor.press_all()
    code, said = await doctor.ended()
    h.wire.trouble = None
    refused = {kind for kind, (how, _) in outcomes(said).items() if how == "refused"}
    assert refused == set.union(*(kinds for _, kinds in REFUSED.values())) - {
        Kind.MEMBER, Kind.FOLLOW_EDIT, Kind.DM_EDIT
    }, said  # fmt: skip
    assert code == 1 and nothing_is_left(h), said


async def test_a_refused_picture_in_the_first_message_keeps_nobody_from_pressing(doctor):
    h, posted = doctor.h, []

    async def first_post(method, path):
        if method == "POST" and path == f"/channels/{CHANNEL}/messages" and not posted:
            posted.append(path)
            return reply(REFUSAL, 400)
        return None

    h.wire.trouble = first_post
    await doctor.begin()
    await doctor.press_all()
    code, said = await doctor.ended()
    found = outcomes(said)
    assert found[Kind.POST][0] == "refused" and found[Kind.WORDS][0] == "taken"
    assert all(found[kind][0] == "taken" for kind in PRESSED), said
    assert code == 1 and nothing_is_left(h)


async def test_a_channel_that_takes_no_message_ends_it_at_once(doctor):
    refuse(doctor.h, rf"POST /channels/{CHANNEL}/messages")
    await doctor.begin()
    code, said = await doctor.ended()
    assert code == 1 and "there was no message with buttons to press" in said
    assert all(outcomes(said)[kind][0] == "untried" for kind in PRESSED)
    assert nothing_is_left(doctor.h)


async def test_a_form_that_is_not_sent_back_is_no_fault(doctor):
    await doctor.begin()
    await doctor.press_all(form=False)
    code, said = await doctor.ended()
    assert code == 0 and "0 refused, 2 untried" in said
    assert nothing_is_left(doctor.h), said


async def test_when_nobody_presses_it_ends_by_itself_and_says_so(doctor):
    await doctor.begin("--wait", "0.2")
    await doctor.message()
    code, said = await doctor.ended()
    assert code == 1 and "nobody pressed [1] [2] [3]" in said
    found = outcomes(said)
    assert found[Kind.EDIT][0] == "taken" and all(found[kind][0] == "untried" for kind in PRESSED)
    assert nothing_is_left(doctor.h), said


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
async def test_ctrl_c_ends_it_and_takes_everything_away(doctor, stop):
    message = await started(doctor)
    assert "failed" not in await doctor.h.click("ada", message, "1: Private panel")
    doctor.process.send_signal(stop)
    code, said = await doctor.ended()
    assert code == 1 and "by hand: nobody pressed [2] [3]" in said
    assert nothing_is_left(doctor.h), said


async def started(doctor):
    await doctor.begin()
    return await doctor.message()


async def test_ctrl_c_while_something_is_being_made_takes_that_away_too(doctor):
    h, made, waiting = doctor.h, asyncio.Event(), asyncio.Event()
    serve = h.wire.rest

    async def slow(request):
        answer = await serve(request)
        if request.path.endswith("/threads"):
            made.set()
            await waiting.wait()
        return answer

    h.wire.rest = slow
    for resource in h.playground._runner.app.router.resources():
        for route in resource:
            if route.handler == serve:
                route._handler = slow
    await doctor.begin()
    await asyncio.wait_for(made.wait(), LONGEST)
    doctor.process.send_signal(signal.SIGINT)
    waiting.set()
    code, said = await doctor.ended()
    assert code == 1 and nothing_is_left(h), said


async def test_a_second_press_a_menu_and_whoever_presses_without_end_are_only_acknowledged(doctor):
    h, message = doctor.h, await started(doctor)
    assert "failed" not in await h.click("ada", message, "1: Private panel")
    await h.until(lambda: len([m for m in h.seen_by("ada") if m.is_ephemeral]) == 2)
    for _ in range(3):
        assert "failed" not in await h.click("bruno", message, "1: Private panel")
    assert not [m for m in h.seen_by("bruno") if m.is_ephemeral], "once is enough"
    doctor.process.send_signal(signal.SIGINT)
    code, said = await doctor.ended()
    assert nothing_is_left(h), said


# --- beside a running bot with the same token


async def test_a_running_bot_is_not_disturbed_and_leaves_the_trial_alone(doctor):
    h = doctor.h
    await h.start_bot()
    await h.until(lambda: h.world.discord.commands.get(None))
    before = dict(h.world.discord.commands[None])
    await doctor.begin()
    await doctor.press_all()
    assert "failed" not in await h.run("ada", "play", game="tuir"), "the bot plays on meanwhile"
    code, said = await doctor.ended()
    assert code == 0, said
    after = h.world.discord.commands[None]
    assert after.keys() == before.keys()
    assert not differing([*before.values()], [*after.values()])
    await h.until(lambda: any("Join" in labels(m) for m in h.messages()))
    (board,) = [m for m in h.messages() if "Join" in labels(m)]
    greeting = [m for m in h.messages() if "Play" in labels(m)]
    posted = [m for m in h.messages() if m.author_id == BOT_USER and not m.is_ephemeral]
    ours = [m for m in posted if m not in (board, *greeting)]
    assert len(greeting) <= 1 and not ours, "its table stands, and nothing of the trial"
    assert "failed" not in await h.click("bruno", board, "Join")


async def test_commands_of_another_version_are_compared_and_left_alone(doctor):
    h = doctor.h
    other = [{"name": "tombola", "description": "Another bot's", "type": 1}]
    h.world.discord.register_commands(None, other)
    await doctor.begin()
    await doctor.press_all()
    code, said = await doctor.ended()
    how, told = outcomes(said)[Kind.COMMANDS]
    assert how == "untried" and "left alone: Discord has others" in told and "tombola" in told
    assert [name for name, _ in h.world.discord.commands[None]] == ["tombola"]
    assert code == 1 and nothing_is_left(h)


@pytest.mark.parametrize(
    ("channel", "told"),
    [
        ("7", "is the number of a channel"),
        (str(SERVER), "does not see CHANNEL"),
        ("<#1000000000000000200>", "not a text channel"),
    ],
)
async def test_a_channel_that_will_not_do_is_named_before_anything_is_sent(doctor, channel, told):
    h = doctor.h
    code, said = await h.type("doctor", "--live", channel)
    assert code == 2 and told in said and "Traceback" not in said
    assert nothing_is_left(h) and not h.wire.online


async def test_the_last_identifies_of_a_day_are_left_to_the_bot(doctor):
    async def few(method, path):
        if path == "/gateway/bot":
            limit = {"total": 1000, "remaining": 9, "reset_after": 500, "max_concurrency": 1}
            return reply({"url": doctor.h.wire.gateway_url, "shards": 1, "session_start_limit": limit})
        return None

    doctor.h.wire.trouble = few
    code, said = await doctor.h.type("doctor", "--live", str(CHANNEL))
    assert code == 2 and "only 9 identifies are left today" in said
