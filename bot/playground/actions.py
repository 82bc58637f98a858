"""What a person can do: press, choose, fill in a form, run a command, say, delete, open a thread."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bot.playground import backend as sim
from bot.playground.world import ON_USER, Person, World

COMMAND, COMPONENT, AUTOCOMPLETE, FORM = 2, 3, 4, 5  # kinds of interactions
BUTTON = 2
USER_OPTION, CHANNEL_OPTION, INTEGER_OPTION, NUMBER_OPTION = 6, 7, 4, 10
ENTITY_MENUS = {5: "users", 6: "roles", 7: "users", 8: "channels"}


class Refused(Exception):
    """Something that Discord's own client would not let a person do."""


@dataclass
class Sent:
    """An interaction on its way: its record, and what the gateway delivers to the bot."""

    record: sim.Interaction
    payload: dict[str, Any]


class Actions:
    """The hands of the five people; an act is built, then delivered, so that a test can be late."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.discord = world.discord

    def deliver(self, sent: Sent) -> None:
        self.discord.emit("INTERACTION_CREATE", sent.payload)

    async def done(self, sent: Sent) -> dict[str, Any]:
        """Deliver an act and wait for the bot's first word, as Discord's client does, for three seconds."""
        self.deliver(sent)
        if not await self.discord.answer(sent.record):
            return {"failed": True}
        record = sent.record
        answer: dict[str, Any] = {"kind": str(record.response_kind), "interaction": str(record.id)}
        if record.modal is not None:
            answer["modal"] = record.modal
        if record.autocomplete_choices is not None:
            answer["choices"] = record.autocomplete_choices
        return answer

    # ---- buttons and menus

    def press(self, who: Person, channel: int, message: int, custom_id: str) -> Sent:
        stored = self._message(who, channel, message)
        button = _component(stored, custom_id)
        if button["type"] != BUTTON:
            raise Refused("That is not a button.")
        return self._component_act(who, stored, button, {})

    def choose(self, who: Person, channel: int, message: int, custom_id: str, values: list[str]) -> Sent:
        stored = self._message(who, channel, message)
        menu = _component(stored, custom_id)
        if not menu.get("min_values", 1) <= len(set(values)) == len(values) <= menu.get("max_values", 1):
            raise Refused("That is not how many may be chosen here.")
        chosen: dict[str, Any] = {"values": values}
        if menu["type"] in ENTITY_MENUS:
            chosen["resolved"] = self._resolved(ENTITY_MENUS[menu["type"]], values)
        elif set(values) - {option["value"] for option in menu.get("options", ())}:
            raise Refused("That is not in the menu.")
        return self._component_act(who, stored, menu, chosen)

    def _message(self, who: Person, channel: int, message: int) -> sim.Message:
        stored = self.discord.messages.get(channel, {}).get(message)
        if stored is None or not self.world.sees(who, stored):
            raise Refused("That message is gone.")
        return stored

    def _component_act(
        self, who: Person, stored: sim.Message, component: dict[str, Any], more: dict[str, Any]
    ) -> Sent:
        data = {"custom_id": component["custom_id"], "component_type": component["type"], **more}
        if component.get("id") is not None:
            data["id"] = component["id"]
        sent = self._begin(who, COMPONENT, stored.channel_id, data)
        sent.payload["message"] = dict(sim.serializers.message_payload(self.discord, stored))
        sent.record.source_message_id = stored.id
        return sent

    # ---- forms

    def submit(self, who: Person, interaction: int, values: Mapping[str, Any]) -> Sent:
        """Send the form that an earlier interaction opened."""
        opener = self.discord.interactions.get(interaction)
        if opener is None or opener.modal is None or opener.user_id != who.id or opener.modal_consumed:
            raise Refused("That form is no longer open. Press its button again.")
        modal = opener.modal
        data = {
            "custom_id": modal["custom_id"],
            "components": [_filled(part, values) for part in modal["components"]],
        }
        opener.modal_consumed = True
        sent = self._begin(who, FORM, opener.channel_id, data)
        source = self.discord.messages[opener.channel_id].get(opener.source_message_id or 0)
        if source is not None:
            sent.payload["message"] = dict(sim.serializers.message_payload(self.discord, source))
            sent.record.source_message_id = source.id
        return sent

    # ---- commands

    def run(self, who: Person, channel: int, name: str, options: Mapping[str, Any]) -> Sent:
        """Run "play" or "parent child", with the options as a person filled them in."""
        root, leaf, nesting = self._command(who, channel, name)
        declared = {option["name"]: option for option in leaf.get("options") or ()}
        missing = [key for key, option in declared.items() if option.get("required") and key not in options]
        if missing:
            raise Refused(f"Please fill in: {', '.join(missing)}")
        built: list[dict[str, Any]] = []
        resolved: dict[str, Any] = {}
        for key, raw in options.items():
            if key not in declared:
                raise Refused(f"/{name} has no option {key}.")
            value = _typed(name, declared[key], raw)
            built.append({"name": key, "type": declared[key]["type"], "value": value})
            if declared[key]["type"] in (USER_OPTION, CHANNEL_OPTION):
                kind = "users" if declared[key]["type"] == USER_OPTION else "channels"
                for bucket, found in self._resolved(kind, [value]).items():
                    resolved.setdefault(bucket, {}).update(found)
        data = {**_command_head(root), "options": sim.nest_options(root, nesting, built)}
        if resolved:
            data["resolved"] = resolved
        return self._begin(who, COMMAND, channel, data)

    def run_on(self, who: Person, channel: int, name: str, target: int) -> Sent:
        """Run a command from the menu on somebody's name."""
        commands = {c["name"]: c for c in self.world.commands_of(who, channel, ON_USER)}
        if name not in commands:
            raise Refused(f"There is no command {name} here.")
        resolved = self._resolved("users", [str(target)])
        data = {**_command_head(commands[name]), "target_id": str(target), "resolved": resolved}
        return self._begin(who, COMMAND, channel, data)

    def complete(
        self, who: Person, channel: int, name: str, option: str, typed: str, filled: Mapping[str, Any]
    ) -> Sent:
        """Type into an option that the bot completes."""
        root, leaf, nesting = self._command(who, channel, name)
        declared = {item["name"]: item for item in leaf.get("options") or ()}
        if option not in declared or not declared[option].get("autocomplete"):
            raise Refused(f"/{name} does not complete {option}.")
        built = [
            {"name": key, "type": declared[key]["type"], "value": value}
            for key, value in filled.items()
            if key in declared and key != option
        ]
        built.append({"name": option, "type": declared[option]["type"], "value": typed, "focused": True})
        data = {**_command_head(root), "options": sim.nest_options(root, nesting, built)}
        return self._begin(who, AUTOCOMPLETE, channel, data)

    def _command(
        self, who: Person, channel: int, name: str
    ) -> tuple[dict[str, Any], dict[str, Any], list[str]]:
        first, *rest = name.split() or [""]
        seen = {c["name"]: c for c in self.world.commands_of(who, channel)}
        if first not in seen:
            raise Refused(f"There is no command /{first} here.")
        try:
            leaf, nesting = sim.walk_to_subcommand(seen[first], rest)
        except sim.SetupError as error:
            raise Refused(str(error)) from None
        return seen[first], leaf, nesting

    # ---- words

    def say(self, who: Person, channel: int, text: str) -> None:
        if not self.world.may_see(who, channel):
            raise Refused("That channel is not here.")
        if not text.strip() or len(text) > 2000:
            raise Refused("A message has 1 to 2000 characters.")
        self.discord.create_message(channel, who.id, text.strip())

    def delete(self, who: Person, channel: int, message: int) -> None:
        """Delete one's own message, or as a moderator anybody's."""
        stored = self._message(who, channel, message)
        if stored.is_ephemeral or (stored.author_id != who.id and not self.world.is_moderator(who, channel)):
            raise Refused("Only moderators delete other people's messages.")
        self.discord.delete_message(channel, message)

    def start_thread(self, who: Person, channel: int, name: str) -> int:
        if not self.discord.may(channel, who.id, "create_public_threads"):
            raise Refused("Threads are opened in the channels of the server.")
        if self.discord.channels[channel].is_thread or not 1 <= len(name.strip()) <= 100:
            raise Refused("A thread has a name of 1 to 100 characters, and a channel above it.")
        return self.discord.create_thread(channel, name.strip(), who.id).id

    # ---- what all interactions share

    def _begin(self, who: Person, kind: int, channel: int, data: dict[str, Any]) -> Sent:
        if not self.world.may_see(who, channel):
            raise Refused("That channel is not here.")
        guild = self.discord.channels[channel].guild_id
        record, payload = sim.base_payload(
            self.discord, type=kind, channel_id=channel, guild_id=guild, user_id=who.id, data=data
        )
        payload["locale"] = who.locale
        if guild is not None:
            payload["guild_locale"] = self.world.server_locale
        return Sent(record, payload)

    def _resolved(self, kind: str, ids: list[str]) -> dict[str, Any]:
        discord = self.discord
        try:
            if kind == "channels":
                channels = [discord.channels[int(number)] for number in ids]
                return {
                    "channels": {
                        str(c.id): {
                            **sim.serializers.channel_payload(discord, c),
                            "permissions": "0",
                            "app_permissions": discord.permissions_of_bot(c.id),
                        }
                        for c in channels
                    }
                }
            guild = next(iter(discord.guilds.values()))
            if kind == "roles":
                return {"roles": {n: sim.serializers.role_payload(guild.roles[int(n)]) for n in ids}}
            return {
                "users": {n: sim.serializers.user_payload(discord.users[int(n)]) for n in ids},
                "members": {
                    n: sim.serializers.member_payload(discord, guild, guild.members[int(n)], with_user=False)
                    for n in ids
                },
            }
        except (KeyError, ValueError):
            raise Refused("Nobody and nothing here has that id.") from None


def _command_head(root: Mapping[str, Any]) -> dict[str, Any]:
    head = {"id": root["id"], "name": root["name"], "type": root.get("type", 1)}
    return head | ({"guild_id": root["guild_id"]} if root.get("guild_id") else {})


def _component(stored: sim.Message, custom_id: str) -> dict[str, Any]:
    for component in sim.walk_components(stored.components):
        if component.get("custom_id") == custom_id:
            if component.get("disabled"):
                raise Refused("That is switched off.")
            return dict(component)
    raise Refused("That is no longer on the message.")


def _typed(command: str, option: Mapping[str, Any], raw: Any) -> Any:
    kind = option["type"]
    try:
        if kind == INTEGER_OPTION:
            raw = int(raw)
        elif kind == NUMBER_OPTION:
            raw = float(raw)
        if kind in (USER_OPTION, CHANNEL_OPTION):
            return str(int(raw))
        return sim.validate_option_value(command, dict(option), raw)
    except (sim.SetupError, ValueError, TypeError) as error:
        raise Refused(f"{option['name']}: {error}") from None


def _filled(part: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return a form's part as it is sent back: the same shape with what was filled in."""
    sent: dict[str, Any] = {key: part[key] for key in ("type", "id", "custom_id") if key in part}
    if "components" in part:
        sent["components"] = [_filled(child, values) for child in part["components"]]
    if "component" in part:
        sent["component"] = _filled(part["component"], values)
    if "custom_id" in part:
        sent.update(_value(part, values.get(part["custom_id"])))
    return sent


def _value(control: Mapping[str, Any], given: Any) -> dict[str, Any]:
    name = control.get("label") or control["custom_id"]
    match control["type"]:
        case 4:  # text input
            text = str(given or "")
            if (control.get("required", True) or text) and len(text) < (control.get("min_length") or 0):
                raise Refused(f"{name}: that is too short.")
            if control.get("required", True) and not text:
                raise Refused(f"{name}: please fill this in.")
            if len(text) > (control.get("max_length") or 4000):
                raise Refused(f"{name}: that is too long.")
            return {"value": text}
        case 21:  # radio group
            known = {option["value"] for option in control.get("options", ())}
            if given not in known and (given is not None or control.get("required", True)):
                raise Refused("Please choose one.")
            return {"value": given}
        case 23:  # checkbox
            return {"value": bool(given)}
        case _:  # menus and groups of checkboxes
            chosen = [str(value) for value in given or ()]
            options = control.get("options")
            if options is not None and set(chosen) - {option["value"] for option in options}:
                raise Refused("That is not in the menu.")
            least = control.get("min_values") if control.get("required", True) or chosen else 0
            most = control.get("max_values") or (len(options or ()) if control["type"] == 22 else 1)
            if not (1 if least is None else least) <= len(chosen) <= most:
                raise Refused("That is not how many may be chosen.")
            return {"values": chosen}


def buttons(stored: sim.Message) -> Iterator[Mapping[str, Any]]:
    """The buttons of a message that can be pressed."""
    for component in sim.walk_components(stored.components):
        if component.get("type") == BUTTON and component.get("custom_id") and not component.get("disabled"):
            yield component
