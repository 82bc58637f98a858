// One person's channel on screen: header, messages and composer.
import { avatar, el, icon, say } from "./dom.js";
import { Composer } from "./composer.js";
import { openForm } from "./form.js";
import { drawMessage, redraw } from "./message.js";

export class Pane {
  constructor(client, app) {
    this.app = app;
    this.nodes = new Map(); // message id -> node
    this.inner = el("div.inner");
    this.stuck = true; // at the bottom, and staying there whatever grows
    this.scroll = el("div.scroll", { tabIndex: 0, role: "region", onscroll: () => this.scrolled() }, this.inner);
    const grown = new ResizeObserver(() => this.grown());
    grown.observe(this.scroll);
    grown.observe(this.inner);
    this.head = el("header.pane-head");
    this.typing = el("div.typing", { "aria-hidden": "true" });
    this.node = el("section.pane", { onpointerdown: () => app.activate(this), onfocusin: () => app.activate(this) });
    this.listen = this.listen.bind(this);
    this.show(client);
  }

  show(client, channel) {
    this.leave();
    this.client = client;
    this.channel = channel ?? this.channels?.get(client.key) ?? client.channels[0]?.id ?? null;
    this.composer = new Composer(this);
    this.node.replaceChildren(this.head, this.scroll, this.typing, this.composer.node);
    for (const name of ["hello", "message", "gone", "act", "channels", "people", "status", "form", "typing"]) client.addEventListener(name, this.listen);
    this.open(this.channel);
  }

  leave() {
    if (!this.client) return;
    (this.channels ??= new Map()).set(this.client.key, this.channel);
    this.client.reading = null;
    for (const name of ["hello", "message", "gone", "act", "channels", "people", "status", "form", "typing"]) this.client.removeEventListener(name, this.listen);
  }

  open(channel) {
    this.channel = channel ?? this.client.channels[0]?.id ?? null;
    this.client.reading = this.channel;
    this.client.unread.delete(this.channel);
    this.title();
    this.composer.name();
    this.composer.input && this.composer.typed();
    this.drawAll();
    this.app.changed();
  }

  title() {
    const { client } = this;
    const channel = client.channel(this.channel);
    const name = channel ? (channel.kind === "dm" ? "Campanile" : channel.name) : "…";
    const mark = icon({ dm: "at", thread: "thread" }[channel?.kind] ?? "hash");
    const online = client.connected && client.online;
    this.head.replaceChildren(
      el("button.round.opener", { type: "button", "aria-label": "Channels and people", onclick: () => this.app.drawer(true) }, icon("menu")),
      mark, el("h1", {}, name),
      online ? "" : el("span.offline", { role: "status" }, !client.connected ? "connecting…" : "the bot is starting…"),
      el("span.spring"),
      el("span.who", {}, el("span.you-are", {}, "You are "), avatar(client.me), el("strong", {}, client.me?.name ?? "")));
    this.scroll.setAttribute("aria-label", `Messages in ${name}, as ${client.me?.name ?? ""}`);
    this.node.setAttribute("aria-label", `${client.me?.name ?? ""} in ${name}`);
  }

  listen(event) {
    switch (event.type) {
      case "hello": return this.open(this.client.channel(this.channel) ? this.channel : null);
      case "message": return this.put(event.detail.message, event.detail.fresh);
      case "gone": return this.drop(event.detail);
      case "act": return this.again(event.detail);
      case "form": return openForm(this.client, event.detail);
      case "typing": return this.types(event.detail);
      case "people": this.drawAll(); // falls through: names and languages may have changed
      default: this.title(); this.app.changed();
    }
  }

  drawAll() {
    this.nodes.clear();
    const messages = this.client.inChannel(this.channel);
    const nodes = messages.map((m, i) => this.made(m, messages[i - 1]));
    const channel = this.client.channel(this.channel);
    const start = el("div.start", {}, el("div.start-mark", {}, icon(channel?.kind === "dm" ? "at" : "hash")),
      el("h2", {}, channel?.kind === "dm" ? "Letters from Campanile" : `Welcome to #${channel?.name ?? ""}`),
      el("p.faint", {}, channel?.kind === "dm" ? "Only you and the bot can read this." : "Type / to see what the bot can do. What others do appears here at once."),
      channel?.kind === "channel" ? el("button.chip", { type: "button", onclick: () => this.composer.slash("play") }, icon("chairs"), "Open a table") : null);
    this.inner.replaceChildren(start, ...nodes);
    this.bottom();
  }

  made(message, before) {
    const node = drawMessage(message, this.client, before);
    this.nodes.set(message.id, node);
    return node;
  }

  put(message, fresh) {
    this.app.changed();
    if (message.channel !== this.channel) return;
    const stick = this.stuck || (fresh && (message.ephemeral || message.author === this.client.you));
    if (this.nodes.has(message.id)) {
      this.again(message.id);
      if (!stick && this.client.pressed(message.id)) this.reveal(this.nodes.get(message.id));
    } else {
      const all = this.client.inChannel(this.channel);
      const at = all.findIndex((m) => m.id === message.id);
      const node = this.made(message, all[at - 1]);
      const next = all[at + 1] && this.nodes.get(all[at + 1].id);
      next ? next.before(node) : this.inner.append(node);
    }
    if (message.author !== this.client.you) this.typing.textContent = "";
    if (stick) this.bottom();
    if (fresh && message.author !== this.client.you) this.tell(message);
  }

  again(id) {
    const message = this.client.messages.get(id);
    const old = this.nodes.get(id);
    if (!message || !old) return;
    const all = this.client.inChannel(this.channel);
    this.nodes.set(id, redraw(old, message, this.client, all[all.findIndex((m) => m.id === id) - 1]));
    if (this.client.failures.has(id)) say(this.client.failures.get(id), true);
  }

  drop(id) {
    const old = this.nodes.get(id);
    if (!old) return;
    const next = old.nextElementSibling;
    const focused = old.contains(document.activeElement);
    old.remove();
    this.nodes.delete(id);
    if (next?.dataset.id) this.again(next.dataset.id);
    if (focused) this.scroll.focus({ preventScroll: true });
    this.app.changed();
  }

  tell(message) {
    const words = this.nodes.get(message.id)?.querySelector(".body")?.innerText ?? "";
    const who = this.client.person(message.author)?.name ?? "";
    say(`${who}${message.ephemeral ? ", only to you" : ""}: ${words.replace(/\s+/g, " ").slice(0, 300)}`);
  }

  types({ channel, who }) {
    if (channel !== this.channel) return;
    this.typing.textContent = `${this.client.person(who)?.name} is typing…`;
    clearTimeout(this.typed);
    this.typed = setTimeout(() => { this.typing.textContent = ""; }, 8000);
  }

  atBottom() { return this.scroll.scrollHeight - this.scroll.scrollTop - this.scroll.clientHeight < 80; }

  /** Only a person's own scrolling leaves the bottom: a message that shrinks and grows again scrolls by itself. */
  scrolled() {
    const size = this.size();
    if (this.atBottom()) this.stuck = true;
    else if (size === this.sized) this.stuck = false;
    this.sized = size;
  }

  grown() {
    this.sized = this.size();
    if (this.stuck) this.scroll.scrollTop = this.scroll.scrollHeight;
  }

  size() { return `${this.scroll.scrollHeight} ${this.scroll.clientHeight}`; }

  /** Show what came of one's own press: the controls stand at the end of a message. */
  reveal(node) {
    const below = node.getBoundingClientRect().bottom - this.scroll.getBoundingClientRect().bottom;
    if (below > 0) this.scroll.scrollTop += below + 8;
  }

  bottom() {
    this.stuck = true;
    this.scroll.scrollTop = this.scroll.scrollHeight;
  }
}
