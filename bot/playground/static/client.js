// One person's Discord: what they see, kept up to date over a live line, and what they can ask for.

import { clock } from "./clock.js";
import { t } from "./words.js";

export const page = { since: "" }; // ephemerals live as long as the page, so switching people keeps them

const JUST = 3000; // so long an answer to a press may take

export class Client extends EventTarget {
  constructor(key) {
    super();
    this.key = key;
    this.ready = false;
    this.connected = false;
    this.online = false;
    this.people = [];
    this.channels = [];
    this.commands = [];
    this.onPeople = []; // the bot's commands in the menu on somebody's name
    this.stage = { ahead: 0, down: 0, deaf: false, limits: false, permissions: [], denied: {} };
    this.messages = new Map(); // id -> message
    this.dismissed = new Set();
    this.unread = new Set(); // channels
    this.pinged = new Map(); // channel -> how many messages there really called this person
    this.reading = null; // the channel on screen, if any
    this.chosen = new Map(); // "message custom_id" -> values, since a menu remembers
    this.failures = new Map(); // message id -> words
    this.busy = new Set(); // "message custom_id" waiting for the bot
    this.asked = new Map();
    this.count = 0;
    this.wait = 200;
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(`${scheme}//${location.host}/as/${this.key}/live?since=${page.since}`);
    this.socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
    this.socket.addEventListener("close", () => this.lost());
  }

  lost() {
    this.connected = false;
    for (const settle of this.asked.values()) settle({ refused: t("page.lost") });
    this.asked.clear();
    this.tell("status");
    setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, 3000);
  }

  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  hear(event) {
    switch (event.type) {
      case "hello": return this.hello(event);
      case "message": return this.put(event.message);
      case "gone": return this.drop(event.id);
      case "channels": this.channels = event.channels; return this.tell("channels");
      case "commands": this.commands = event.commands; this.onPeople = event.on_people; return this.tell("commands");
      case "stage": return this.staged(event.stage);
      case "people": this.people = event.people; this.server = event.server; return this.tell("people");
      case "online": this.online = event.online; return this.tell("status");
      case "typing": return this.tell("typing", event);
      case "result": {
        const settle = this.asked.get(event.of);
        this.asked.delete(event.of);
        settle?.(event);
      }
    }
  }

  hello(state) {
    page.since ||= state.since;
    const local = [...this.messages.values()].filter((m) => m.local);
    Object.assign(this, {
      ready: true, connected: true, wait: 200, online: state.online, you: state.you, server: state.server,
      people: state.people, channels: state.channels, commands: state.commands, onPeople: state.on_people,
    });
    this.staged(state.stage);
    this.messages = new Map([...state.messages, ...local].map((m) => [m.id, m]));
    this.busy.clear();
    this.tell("hello");
  }

  put(message) {
    const fresh = !this.messages.has(message.id);
    this.messages.set(message.id, message);
    this.failures.delete(message.id);
    if (fresh && message.channel !== this.reading && message.author !== this.you && !message.silent) {
      this.unread.add(message.channel);
      const called = message.pings.includes(this.you) || this.channel(message.channel)?.kind === "dm";
      if (called) this.pinged.set(message.channel, (this.pinged.get(message.channel) ?? 0) + 1);
      this.tell("channels");
    }
    this.tell("message", { message, fresh });
  }

  /** The stage manager did something; an outage is noted by when it ends. */
  staged(stage) {
    this.stage = { ...stage, until: Date.now() + stage.down * 1000 };
    clock.ahead = stage.ahead * 1000;
    this.tell("stage");
  }

  read(channel) {
    this.reading = channel;
    this.unread.delete(channel);
    this.pinged.delete(channel);
  }

  get calls() { return [...this.pinged.values()].reduce((sum, n) => sum + n, 0); }

  drop(id) {
    if (this.messages.delete(id)) this.tell("gone", id);
  }

  dismiss(id) {
    this.dismissed.add(id);
    this.tell("gone", id);
  }

  // ---- what the pane reads

  get me() { return this.person(this.you); }
  get locale() { return this.me?.locale ?? "en-US"; }
  person(id) { return this.people.find((p) => p.id === id); }
  channel(id) { return this.channels.find((c) => c.id === id); }

  inChannel(id) {
    return [...this.messages.values()]
      .filter((m) => m.channel === id && !this.dismissed.has(m.id))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Whom a table waits for: one in the channel on screen, or one that waits for this person, or the newest. */
  waiting() {
    const places = new Set(this.channels.filter((c) => c.kind !== "dm").map((c) => c.id));
    const tables = [...this.messages.values()]
      .filter((m) => m.author === this.server?.bot && !m.ephemeral && places.has(m.channel))
      .map((m) => ({ id: m.id, channel: m.channel, ...awaitedIn(m) }))
      .filter((table) => table.ids.length)
      .sort((a, b) => (a.id < b.id ? 1 : -1))
      .filter((table, i, all) => table.marked || all.findIndex((other) => !other.marked) === i) // an older call is past
      .map((table) => ({ ...table, people: table.ids.map((id) => this.person(id)).filter(Boolean) }));
    const mine = (table) => table.people.some((p) => p.id === this.you);
    const here = tables.filter((table) => table.channel === this.reading);
    return here.find(mine) ?? here[0] ?? tables.find(mine) ?? tables[0] ?? null;
  }

  mayDelete(message) {
    if (message.ephemeral || message.local) return false;
    return message.author === this.you || Boolean(this.me?.moderator && this.channel(message.channel)?.kind !== "dm");
  }

  // ---- what a person does

  ask(wish) {
    if (!this.connected) return Promise.resolve({ refused: t("page.lost") });
    const of = String(++this.count);
    this.socket.send(JSON.stringify({ ...wish, of }));
    return new Promise((settle) => this.asked.set(of, settle));
  }

  async act(message, component, wish) {
    const key = `${message.id} ${component.custom_id}`;
    if (this.busy.has(key)) return;
    this.busy.add(key);
    this.last = { id: message.id, at: Date.now() };
    this.failures.delete(message.id);
    this.tell("act", message.id);
    const result = await this.ask({ ...wish, channel: message.channel, message: message.id, custom_id: component.custom_id });
    this.busy.delete(key);
    if (result.failed || result.refused) {
      this.failures.set(message.id, result.refused ?? t("message.failed"));
      this.chosen.delete(key);
    }
    this.tell("act", message.id);
    this.answered(result);
  }

  /** Whether this message is being changed by the person's own press. */
  pressed(id) { return this.last?.id === id && Date.now() - this.last.at < JUST; }

  press(message, button) { return this.act(message, button, { do: "press" }); }

  choose(message, menu, values) {
    this.chosen.set(`${message.id} ${menu.custom_id}`, values);
    return this.act(message, menu, { do: "choose", values });
  }

  comeBack() { return this.ask({ do: "stage", what: "member", person: this.key, left: false }); }

  run(channel, command, options) { return this.command({ do: "run", channel, command, options }); }

  runOn(channel, command, target) { return this.command({ do: "run_on", channel, command, target }); }

  async command(wish) {
    const { channel, command } = wish;
    const result = await this.ask(wish);
    if (result.refused) return result.refused;
    if (result.failed) {
      const id = String(BigInt(clock.now() - 1420070400000) << 22n);
      this.put({
        id, channel, author: this.server.bot, content: t("message.dead"), time: new Date(clock.now()).toISOString(),
        components: [], attachments: [], pings: [], ephemeral: true, local: true, failed: true,
        asked: { by: this.you, command },
      });
    }
    this.answered(result);
    return null;
  }

  answered(result) {
    if (result.modal) this.tell("form", result);
  }
}

/** All components of a message, however deep. */
export function parts(list) {
  return list.flatMap((c) => [c, ...parts(c.components ?? []), ...(c.accessory ? [c.accessory] : [])]);
}

/** Whom a public message of the bot waits for: those with the sign ▶ on a table, or really called by a notice. */
function awaitedIn(message) {
  const all = parts(message.components);
  const lines = all.flatMap((c) => (c.content ?? "").split("\n")).filter((line) => line.startsWith("\u25b6"));
  const marked = lines.flatMap((line) => [...line.matchAll(/<@!?(\d+)>/g)].slice(0, 1).map((m) => m[1]));
  // Who is told how a game ended is called too, but not awaited: such a message has no way to a hand.
  const calls = !all.length || all.some((c) => /(^|:)hand$/.test(c.custom_id ?? ""));
  return marked.length || !calls ? { ids: marked, marked: true } : { ids: message.pings, marked: false };
}
