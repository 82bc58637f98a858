"""What `campanile doctor --live` prints can be pasted anywhere: no id, no token, but every code and field."""

import asyncio

import aiohttp
import discord
import pytest

from bot.ops.live_doctor import undo as undoing
from bot.ops.live_doctor.limits import Bucket, route
from bot.ops.live_doctor.report import OPTIONAL, Kind, Report, discreet, fields, refusal
from bot.ops.live_doctor.trial import Unfit, channel_of
from bot.ops.live_doctor.undo import Undo
from bot.views.parts import custom_ids

TOKEN = "aW50ZXJhY3Rpb246MTU3Mjc0MTUzMzE4OTI3NTY0ODpBbGx2" * 2


class Answer:
    """An answer of Discord, as its errors want it."""

    def __init__(self, status):
        self.status, self.reason = status, "Bad Request"


def refused(errors, status=400, code=50035):
    told = {"code": code, "message": "Invalid Form Body", "errors": errors}
    return discord.HTTPException(Answer(status), told)


def field(*path, message):
    found = {"_errors": [{"code": "X", "message": message}]}
    for name in reversed(path):
        found = {name: found}
    return found


def test_a_refusal_names_status_code_and_field_and_neither_id_nor_token():
    said = f"Value 1572741518161084418 of {TOKEN} is not in attachment://table.png"
    told = refusal(refused(field("data", "components", "0", "items", "12", "media", "url", message=said)), 5)
    assert told.startswith(
        "400, code 50035: Invalid Form Body; data.components.0.items.12.media.url: Value …"
    )
    assert "15727" not in told and TOKEN not in told and "attachment://table.png" in told


def test_of_many_refused_fields_the_first_are_told():
    told = fields(refused({str(n): field("name", message="too long") for n in range(9)}).text)
    assert told.count("too long") == 4 and told.endswith("and 5 more")


def test_a_press_that_another_process_has_answered_is_told_as_that():
    assert "another process with this token was faster" in refusal(refused({}, code=40060), 5)
    assert refusal(TimeoutError(), 5) == "no answer within 5 s"
    assert refusal(aiohttp.ServerDisconnectedError(), 5) == "ServerDisconnectedError"


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/api/v10/channels/1000000000000000004/messages/7", "/channels/{id}/messages/{id}"),
        (f"/api/v10/webhooks/1/{TOKEN}/messages/@original", "/webhooks/{id}/{token}/messages/@original"),
        ("/api/v10/interactions/1/short/callback", "/interactions/{id}/{token}/callback"),
        ("/api/v10/oauth2/applications/@me", "/oauth2/applications/@me"),
        (f"/attachments/{TOKEN}", "/attachments/{…}"),
    ],
)
def test_a_route_is_told_without_ids_and_tokens(path, told):
    assert route(path) == told


def test_a_bucket_tells_the_tightest_that_was_seen():
    bucket = Bucket()
    for left, after in ((4, "5.0"), (2, "3.5")):
        headers = {"X-RateLimit-Limit": "5", "X-RateLimit-Remaining": str(left)}
        bucket.heard(
            200, headers | {"X-RateLimit-Reset-After": after, "X-RateLimit-Bucket": "abcdef0123456789"}
        )
    bucket.heard(429, {})
    told = "limit 5, fewest left 2, full again after 5.0 s, bucket abcdef01; 2 x 200, 1 x 429"
    assert str(bucket) == told


def test_a_trial_is_complete_only_if_everything_was_taken():
    report = Report()
    for kind in set(Kind) - OPTIONAL:
        assert not report.complete
        report.took(kind)
    assert report.complete
    report.refused(Kind.DM, "403")
    assert not report.complete


def test_words_stay_and_secrets_go():
    assert discreet("In data.components.0.items.1: must be 1-100 in length.") == (
        "In data.components.0.items.1: must be 1-100 in length."
    )
    assert TOKEN not in discreet(f"see /webhooks/123456789012345678/{TOKEN}")


@pytest.mark.parametrize("said", ["1000000000000000004", "<#1000000000000000004>"])
def test_a_channel_is_read_in_every_form_that_people_have_at_hand(said):
    link = "https://discord.com/channels/1000000000000000003/1000000000000000004"
    assert channel_of(said) == channel_of(link) == 1000000000000000004
    for other in ("general", "12", f"{said}; rm", ""):
        with pytest.raises(Unfit):
            channel_of(other)


def test_only_a_trial_has_ids_of_a_trial():
    assert (
        custom_ids.trial_act(custom_ids.trial("ab12", "2")) == "2" == custom_ids.trial_act("x:ab12:2", "ab12")
    )
    assert not custom_ids.trial_act("x:ab12:2", "other") and not custom_ids.trial_act(
        custom_ids.lobby(1, "join")
    )
    assert not custom_ids.trial_act("") and custom_ids.read(custom_ids.trial("ab12", "2")) is None


# --- taking away again


async def test_what_was_made_goes_from_its_end_and_what_is_left_is_named():
    undo, gone = Undo(), []

    async def made(name):
        return name

    async def away(name):
        if name == "stuck":
            raise refused({}, status=403, code=50013)
        if name == "gone":
            raise refused({}, status=404, code=10008)
        gone.append(name)

    for name in ("first", "stuck", "gone", "last"):
        await undo.made(name, made(name), away)
    assert await undo.all() == ["stuck: 403, code 50013"]
    assert gone == ["last", "first"]


async def test_what_was_just_being_made_when_it_ended_is_taken_away_too():
    undo, gone, answer = Undo(), [], asyncio.Event()

    async def slow():
        await answer.wait()
        return "late"

    async def away(name):
        gone.append(name)

    making = asyncio.create_task(undo.made("late", slow(), away))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    making.cancel()
    undone = asyncio.create_task(undo.all())
    await asyncio.sleep(0)
    answer.set()
    assert await undone == [] and gone == ["late"]


async def test_a_discord_that_no_longer_answers_keeps_nobody_waiting(monkeypatch):
    monkeypatch.setattr(undoing, "UNDOING_SECONDS", 0.01)
    undo = Undo()

    async def made():
        return 1

    async def never(_):
        await asyncio.Event().wait()

    await undo.made("a message", made(), never)
    assert await undo.all() == ["a message: Discord did not answer in time"]
