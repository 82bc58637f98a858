// One person's Discord: what they see, kept up to date over a live line, and what they can ask for.

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
    this.messages = new Map(); // id -> message
    this.dismissed = new Set();
    this.unread = new Set(); // channels
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
    for (const settle of this.asked.values()) settle({ refused: "The playground is not answering." });
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
      case "commands": this.commands = event.commands; return this.tell("commands");
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
      people: state.people, channels: state.channels, commands: state.commands,
    });
    this.messages = new Map([...state.messages, ...local].map((m) => [m.id, m]));
    this.busy.clear();
    this.tell("hello");
  }

  put(message) {
    const fresh = !this.messages.has(message.id);
    this.messages.set(message.id, message);
    this.failures.delete(message.id);
    if (fresh && message.channel !== this.reading && message.author !== this.you) {
      this.unread.add(message.channel);
      this.tell("channels");
    }
    this.tell("message", { message, fresh });
  }

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

  /** Whom the newest turn notice calls: told by the bot's mentions alone. */
  waiting() {
    const places = new Set(this.channels.filter((c) => c.kind !== "dm").map((c) => c.id));
    const called = [...this.messages.values()]
      .filter((m) => m.author === this.server?.bot && !m.ephemeral && m.pings.length && places.has(m.channel))
      .sort((a, b) => (a.id < b.id ? 1 : -1))[0];
    if (!called) return null;
    return { channel: called.channel, people: called.pings.map((id) => this.person(id)).filter(Boolean) };
  }

  // ---- what a person does

  ask(wish) {
    if (!this.connected) return Promise.resolve({ refused: "The playground is not answering." });
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
      this.failures.set(message.id, result.refused ?? "This interaction failed");
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

  async run(channel, command, options) {
    const result = await this.ask({ do: "run", channel, command, options });
    if (result.refused) return result.refused;
    if (result.failed) {
      const id = String(BigInt(Date.now() - 1420070400000) << 22n);
      this.put({
        id, channel, author: this.server.bot, content: "The application did not respond", time: new Date().toISOString(),
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
