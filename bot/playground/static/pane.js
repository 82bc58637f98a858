// One person's channel on screen: header, messages and composer.
import { avatar, el, icon, say } from "./dom.js";
import { Composer } from "./composer.js";
import { ask, openForm } from "./form.js";
import { drawMessage, redraw } from "./message.js";
import { placeInHash } from "./links.js";
import { t } from "./words.js";

const EVENTS = ["hello", "message", "gone", "act", "channels", "people", "status", "form", "typing", "go"];
const RECENT = 4; // messages: a panel, the table, a notice, and one to spare

export class Pane {
  constructor(client, app) {
    this.app = app;
    this.nodes = new Map(); // message id -> node
    this.inner = el("div.inner");
    // What stays in view whatever grows: "newest" (a picture that would be cut is shown from its heading on), "end", or
    // nothing, when the person has scrolled away.
    this.stuck = "newest";
    this.placed = 0; // where we scrolled to, to know a person's own scrolling from ours
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
    this.channel = channel ?? sessionStorage.getItem(`channel of ${client.key}`) ?? client.channels[0]?.id ?? null;
    this.composer = new Composer(this);
    this.node.replaceChildren(this.head, this.scroll, this.typing, this.composer.node);
    for (const name of EVENTS) client.addEventListener(name, this.listen);
    this.open(this.channel);
  }

  leave() {
    if (!this.client) return;
    this.client.reading = null;
    for (const name of EVENTS) this.client.removeEventListener(name, this.listen);
  }

  open(channel) {
    this.channel = channel ?? this.client.channels[0]?.id ?? null;
    this.client.read(this.channel);
    if (this.client.channel(this.channel)) sessionStorage.setItem(`channel of ${this.client.key}`, this.channel); // a reload comes back here
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
    const mark = icon(kindMark(channel));
    const online = client.connected && client.online;
    this.head.replaceChildren(
      el("button.round.opener", { type: "button", "aria-label": t("pane.opener"), onclick: () => this.app.drawer(true) }, icon("menu")),
      mark, el("h1", {}, name),
      online ? "" : el("span.offline", { role: "status" }, t(!client.connected ? "pane.connecting" : client.stage.deaf ? "pane.cut-off" : "pane.starting")),
      el("span.spring"),
      channel?.kind === "channel" ? el("button.round.threader", { type: "button", "aria-label": t("pane.thread"), title: t("pane.thread"), onclick: () => this.newThread() }, icon("thread")) : "",
      el("span.who", {}, el("span.you-are", {}, t("pane.you-are")), avatar(client.me), el("strong", {}, client.me?.name ?? "")));
    this.scroll.setAttribute("aria-label", t("pane.messages", { place: name, name: client.me?.name ?? "" }));
    this.node.setAttribute("aria-label", t("pane.label", { place: name, name: client.me?.name ?? "" }));
  }

  listen(event) {
    switch (event.type) {
      case "hello": return this.arrive();
      case "message": return this.put(event.detail.message, event.detail.fresh);
      case "gone": return this.drop(event.detail);
      case "act": return this.again(event.detail);
      case "form": return openForm(this.client, event.detail);
      case "typing": return this.types(event.detail);
      case "go": return this.go(event.detail);
      case "people": this.drawAll(true); // falls through: names and languages may have changed
      default: this.title(); this.app.changed();
    }
  }

  /** The state has come, or come again: show the same channel, or the place that the address means. */
  arrive() {
    const wanted = placeInHash();
    this.open(this.client.channel(this.channel) ? this.channel : null);
    if (wanted && this === this.app.panes[0]) {
      history.replaceState(null, "", location.pathname);
      this.go(wanted);
    }
  }

  /** Follow a link: show the channel, and the message from its heading on. */
  go({ channel, message }) {
    if (!this.client.channel(channel)) return say(t("pane.elsewhere", this.client.me), true, true);
    if (channel !== this.channel) this.open(channel);
    if (!message) return;
    const node = this.nodes.get(message);
    if (!node) return say(t("pane.gone"), true, true);
    this.stuck = "";
    this.place(this.scroll.scrollTop + this.above(node));
    node.classList.remove("flash");
    requestAnimationFrame(() => node.classList.add("flash"));
    node.addEventListener("animationend", () => node.classList.remove("flash"), { once: true });
    node.focus({ preventScroll: true });
  }

  async newThread() {
    const { client, channel } = this;
    const name = await ask({ title: t("thread.title", client.channel(channel)), label: t("thread.name"), value: t("thread.default", client.me), yes: t("thread.make") });
    if (name === null) return;
    const result = await client.ask({ do: "thread", channel, name });
    if (result.refused) return say(result.refused, true, true);
    if (client === this.client) this.open(result.thread);
  }

  drawAll(stay = false) {
    const at = stay && !this.stuck ? this.scroll.scrollTop : null;
    this.nodes.clear();
    const messages = this.client.inChannel(this.channel);
    const nodes = messages.map((m, i) => this.made(m, messages[i - 1]));
    const channel = this.client.channel(this.channel);
    const start = el("div.start", {}, el("div.start-mark", {}, icon(kindMark(channel))),
      el("h2", {}, t({ dm: "start.letters", thread: "start.thread" }[channel?.kind] ?? "start.channel", { name: channel?.name ?? "" })),
      el("p.faint", {}, t(channel?.kind === "dm" ? "start.letters.rest" : "start.channel.rest")),
      channel ? el("button.chip", { type: "button", onclick: () => this.client.run(this.channel, "learn", {}) }, icon("chairs"), t("start.learn")) : null,
      channel && channel.kind !== "dm" ? el("button.chip", { type: "button", onclick: () => this.composer.slash("play") }, icon("chairs"), t("start.open")) : null,
      channel ? el("button.chip", { type: "button", onclick: () => this.playAlone() }, icon("chairs"), t("start.now")) : null,
      this.client.me?.left ? el("div.outside", {}, el("p", {}, t("side.left")), el("button.chip", { type: "button", onclick: () => this.client.comeBack() }, t("side.return"))) : null);
    this.inner.replaceChildren(start, ...nodes);
    at === null ? this.settle(stay ? this.stuck : "newest") : this.place(at);
  }

  /** Start a game for two against the computer, with one press; a bot that cannot do that shows its commands. */
  async playAlone() {
    const command = this.composer.commands().find((c) => c.path === "play" && c.options.some((o) => o.name === "computers"));
    const games = command?.options.find((o) => o.name === "game")?.choices ?? [];
    if (!games.length) return this.composer.slash();
    const word = await this.client.run(this.channel, "play", { game: games[games.length - 1].value, computers: true });
    if (word) say(word, true, true);
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
      const old = this.nodes.get(message.id);
      const asked = this.client.pressed(message.id) || old.querySelector(".thinking");
      const pictured = hasPicture(old);
      this.again(message.id);
      const node = this.nodes.get(message.id);
      if (asked && hasPicture(node) && !pictured) return this.settle("newest"); // a game has begun, or a panel has come
      if (!stick && this.client.pressed(message.id)) this.reveal(node);
    } else {
      const all = this.client.inChannel(this.channel);
      const at = all.findIndex((m) => m.id === message.id);
      const node = this.made(message, all[at - 1]);
      const next = all[at + 1] && this.nodes.get(all[at + 1].id);
      next ? next.before(node) : this.inner.append(node);
    }
    if (message.author !== this.client.you) this.typing.textContent = "";
    if (stick) this.settle(fresh ? this.wish(message) : this.stuck || "newest");
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
    say(`${who}${message.ephemeral ? t("pane.only-to-you") : ""}: ${words.replace(/\s+/g, " ").slice(0, 300)}`);
  }

  types({ channel, who }) {
    if (channel !== this.channel) return;
    this.typing.textContent = t("pane.typing", this.client.person(who));
    clearTimeout(this.typed);
    this.typed = setTimeout(() => { this.typing.textContent = ""; }, 8000);
  }

  // ---- what is in view

  /** A new message: words must be read, so the end is shown; what belongs to a table may stay below its picture. */
  wish(message) {
    const words = message.author !== this.client.server.bot || (message.ephemeral && !hasPicture(this.nodes.get(message.id)));
    return words || this.stuck === "end" && !message.ephemeral ? "end" : "newest";
  }

  /** Scroll to the end; but a picture that would be cut there is shown from its heading on. */
  settle(wish) {
    this.stuck = wish;
    this.place(this.scroll.scrollHeight);
    if (wish !== "newest") return;
    const shown = this.pictured();
    if (!shown) return;
    const top = this.above(shown);
    if (top < 0 && (shown.matches(".ephemeral") || top + shown.offsetHeight > 0)) this.place(this.scroll.scrollTop + top);
  }

  /** The picture to be seen first: one's own panel while it is recent (the table may come after it), or the newest. */
  pictured() {
    const all = [...this.inner.querySelectorAll(".message")];
    return all.slice(-RECENT).findLast((node) => node.matches(".ephemeral") && hasPicture(node)) ?? all.findLast(hasPicture);
  }

  place(top) {
    this.scroll.scrollTop = top;
    this.placed = this.scroll.scrollTop;
    this.sized = this.size();
  }

  /** How far a message begins below the upper edge. */
  above(node) { return node.getBoundingClientRect().top - this.scroll.getBoundingClientRect().top; }

  atBottom() { return this.scroll.scrollHeight - this.scroll.scrollTop - this.scroll.clientHeight < 80; }

  /** Only a person's own scrolling changes what stays in view: a message that shrinks and grows again scrolls by itself. */
  scrolled() {
    const size = this.size(), still = size === this.sized;
    const own = Math.abs(this.scroll.scrollTop - this.placed) > 2;
    if (own && this.atBottom()) this.stuck = still ? "end" : this.stuck || "end";
    else if (own && still) this.stuck = "";
    this.sized = size;
  }

  grown() {
    this.sized = this.size();
    if (this.stuck) this.settle(this.stuck);
  }

  size() { return `${this.scroll.scrollHeight} ${this.scroll.clientHeight}`; }

  /** Show what came of one's own press: the controls stand at the end of a message. */
  reveal(node) {
    const below = node.getBoundingClientRect().bottom - this.scroll.getBoundingClientRect().bottom;
    if (below > 0) this.place(this.scroll.scrollTop + below + 8);
  }
}

function kindMark(channel) { return { dm: "at", thread: "thread" }[channel?.kind] ?? "hash"; }

function hasPicture(node) { return Boolean(node?.querySelector(".picture")); }
