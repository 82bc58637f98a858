// The page: who is on screen, who is awaited, and the way from one person to the next.
import { Client } from "./client.js";
import { avatar, el, icon, say } from "./dom.js";
import { Pane } from "./pane.js";

const LANGUAGES = {
  "en-US": "English", "en-GB": "English (UK)", it: "Italiano", de: "Deutsch", fr: "Français", "es-ES": "Español", "pt-BR": "Português",
  nl: "Nederlands", pl: "Polski", "sv-SE": "Svenska", da: "Dansk", fi: "Suomi", cs: "Čeština", tr: "Türkçe", uk: "Українська", ru: "Русский",
  ja: "日本語", ko: "한국어", "zh-CN": "中文",
};
const PAUSE = 900; // so that one sees what came of the own move before the next person's screen
const $ = (id) => document.getElementById(id);

class App {
  constructor() {
    this.clients = new Map();
    this.panes = [];
    this.follow = sessionStorage.getItem("follow") === "yes";
    this.wide = matchMedia("(min-width: 1000px)");
    this.wide.addEventListener("change", () => this.layout());
    const key = decodeURIComponent(location.pathname.split("/")[2] ?? "");
    this.panes.push(new Pane(this.client(key), this));
    this.active = this.panes[0];
    const beside = sessionStorage.getItem("beside");
    if (beside && this.wide.matches) this.split(beside);
    this.layout();
    addEventListener("popstate", () => this.become(location.pathname.split("/")[2], { push: false }));
    $("shade").addEventListener("click", () => this.drawer(false));
    addEventListener("keydown", (event) => event.key === "Escape" && this.drawer(false));
    this.changed();
  }

  client(key) {
    if (!this.clients.has(key)) {
      const client = new Client(key);
      for (const name of ["hello", "message", "gone", "channels", "people", "commands"]) client.addEventListener(name, () => this.changed());
      this.clients.set(key, client);
    }
    return this.clients.get(key);
  }

  // ---- panes

  layout() {
    if (!this.wide.matches && this.panes.length > 1) this.panes.length = 1;
    if (!this.panes.includes(this.active)) this.active = this.panes[0];
    $("panes").replaceChildren(...this.panes.map((p) => p.node));
    $("panes").classList.toggle("two", this.panes.length > 1);
    this.changed();
  }

  split(key) {
    if (this.panes.length > 1) {
      this.panes.pop().leave();
      sessionStorage.removeItem("beside");
    } else {
      const shown = this.panes[0].client.key;
      const people = this.people().map((p) => p.key);
      const other = key ?? this.awaited().find((p) => p.key !== shown)?.key ?? people[(people.indexOf(shown) + 1) % people.length];
      this.panes.push(new Pane(this.client(other), this));
      sessionStorage.setItem("beside", other);
    }
    this.layout();
  }

  activate(pane) {
    if (this.active === pane) return;
    this.active = pane;
    this.changed();
  }

  people() { return this.panes[0].client.people.filter((p) => !p.bot); }

  /** Show another person in the active pane. */
  become(key, { push = true, channel } = {}) {
    const there = this.panes.find((p) => p.client.key === key);
    if (there) {
      this.active = there;
      if (channel && there.client.channel(channel)) there.open(channel);
    } else {
      this.active.show(this.client(key), channel);
      if (this.active === this.panes[1]) sessionStorage.setItem("beside", key);
    }
    if (push && this.active === this.panes[0]) history.pushState(null, "", `/as/${key}`);
    this.drawer(false);
    say(`You are ${this.active.client.me?.name ?? key}`);
    this.changed();
  }

  drawer(open) {
    document.body.classList.toggle("drawer", open);
    $("shade").hidden = !open;
    if (open) $("side").querySelector("button, a")?.focus();
  }

  // ---- everything that depends on the people's state

  changed() {
    if (this.pending) return;
    this.pending = true;
    queueMicrotask(() => { this.pending = false; this.draw(); });
  }

  draw() {
    const { client } = this.active;
    for (const pane of this.panes) pane.node.classList.toggle("active", this.panes.length > 1 && pane === this.active);
    const channel = client.channel(this.active.channel);
    document.title = `${client.unread.size ? `(${client.unread.size}) ` : ""}${client.me?.name ?? "…"} · ${channel?.kind === "dm" ? "Campanile" : "#" + (channel?.name ?? "")} · Campanile playground`;
    if (client.ready) {
      keepingFocus($("side"), () => this.side(client));
      keepingFocus($("banner"), () => this.banner(client));
      this.following(client);
    }
  }

  awaited() { return this.active.client.waiting()?.people ?? []; }

  following(client) {
    const waiting = client.waiting();
    const next = waiting?.people[0];
    clearTimeout(this.turning);
    if (!this.follow || !next || waiting.people.some((p) => this.panes.some((pane) => pane.client.key === p.key))) {
      const here = this.follow && next && this.panes.find((p) => p.client.key === next.key);
      if (here && this.panes.length > 1) this.activate(here);
      return;
    }
    this.turning = setTimeout(() => this.become(next.key, { channel: waiting.channel }), PAUSE);
  }

  /** The newest lobby on screen: a message of the bot with a button to join. */
  lobby(client) {
    const parts = (list) => list.flatMap((c) => [c, ...parts(c.components ?? []), ...(c.accessory ? [c.accessory] : [])]);
    for (const message of client.inChannel(this.active.channel).reverse()) {
      if (message.author !== client.server.bot || message.ephemeral) continue;
      const join = parts(message.components).find((c) => c.type === 2 && !c.disabled && (c.label === "Join" || /\bjoin\b/.test(c.custom_id ?? "")));
      if (join) return { message: message.id, custom_id: join.custom_id };
    }
    return null;
  }

  banner(client) {
    const waiting = client.waiting()?.people ?? [];
    const others = waiting.filter((p) => p.id !== client.you);
    const mine = waiting.length > others.length;
    const names = new Intl.ListFormat("en", { type: "conjunction" }).format([...(mine ? ["you"] : []), ...others.map((p) => p.name)]);
    const lobby = this.lobby(client);
    const seat = el("button.chip", { type: "button", "data-key": "seat", onclick: () => this.seat(client, lobby) }, icon("chairs"), "Seat the others");
    $("banner").replaceChildren(
      waiting.length ? el(mine ? "span.waiting.mine" : "span.waiting", {}, `Waiting for ${names}`) : el("span.waiting.none", {}, "Nobody is awaited"),
      ...others.slice(0, 4).map((p) => el("button.chip.go", { type: "button", "data-key": `go ${p.key}`, onclick: () => this.become(p.key, { channel: client.waiting()?.channel }) }, avatar(p), `Continue as ${p.name}`)),
      el("span.spring"),
      lobby ? seat : "",
      el("button.chip.quiet", { type: "button", "data-key": "follow", "aria-label": "Follow the turn", title: "Follow the turn", "aria-pressed": String(this.follow), onclick: () => this.toggleFollow() }, icon("turn"), "Follow", el("span.chip-words", {}, " the turn")),
      el("button.chip.wide-only", { type: "button", "data-key": "split", "aria-pressed": String(this.panes.length > 1), onclick: () => this.split() }, icon("panes"), "Two panes"));
  }

  toggleFollow() {
    this.follow = !this.follow;
    sessionStorage.setItem("follow", this.follow ? "yes" : "no");
    this.changed();
  }

  async seat(client, lobby) {
    const result = await client.ask({ do: "seat", channel: this.active.channel, ...lobby });
    say(result.refused ?? `${result.seated} people pressed Join`);
  }

  side(client) {
    const link = (channel) => {
      const here = channel.id === this.active.channel;
      const unread = client.unread.has(channel.id);
      return el("li", {}, el(`button.place.${channel.kind}`, {
        type: "button", "aria-current": here ? "true" : null, className: `place ${channel.kind}${unread ? " unread" : ""}`, "data-key": channel.id,
        onclick: () => { this.active.open(channel.id); this.drawer(false); },
      }, icon({ dm: "at", thread: "thread" }[channel.kind] ?? "hash"), el("span", {}, channel.kind === "dm" ? "Campanile" : channel.name), unread ? el("span.dot", { "aria-label": "unread" }) : null));
    };
    const rooms = client.channels.filter((c) => c.kind !== "dm" && !c.archived);
    const letters = client.channels.filter((c) => c.kind === "dm");
    const waiting = new Set(client.waiting()?.people.map((p) => p.id));
    $("side").replaceChildren(
      el("div.server", {}, el("img", { src: "/static/tower.svg", alt: "" }), el("strong", {}, client.server.name),
        el("button.round.closer", { type: "button", "aria-label": "Close", onclick: () => this.drawer(false) }, icon("close"))),
      el("div.side-scroll", {},
        el("h2", {}, "Channels"), el("ul", {}, rooms.map(link)),
        el("h2", {}, "Direct messages"), el("ul", {}, letters.map(link)),
        el("h2", {}, "People at this machine"),
        el("ul.people", {}, this.people().map((p) => el("li", {},
          el("a.person", {
            href: `/as/${p.key}`, "aria-current": p.id === client.you ? "true" : null, "data-key": p.key,
            onclick: (event) => { if (!event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); this.become(p.key); } },
          }, avatar(p), el("span.person-name", {}, p.name), p.id === client.you ? el("span.tag", {}, "you") : null, waiting.has(p.id) ? el("span.tag.turn", {}, "turn") : null),
          el("a.round.newtab", { href: `/as/${p.key}`, target: `as-${p.key}`, "aria-label": `Open ${p.name} in a new tab`, title: "In a new tab" }, icon("tab")))))),
      this.settings(client));
  }

  settings(client) {
    const languages = (id, value, change) => el("select", { id, "data-key": id, onchange: (event) => change(event.target.value) },
      Object.entries(LANGUAGES).map(([code, name]) => el("option", { value: code, selected: code === value, lang: code }, name)));
    const me = client.me;
    return el("div.settings", {},
      el("div.myself", {}, avatar(me), el("div", {}, el("strong", {}, me.name), el("div.faint", {}, "You are this person"))),
      el("label", { htmlFor: "locale" }, el("span", {}, `${me.name}'s language`), languages("locale", me.locale, (locale) => client.ask({ do: "set", locale }))),
      el("label", { htmlFor: "server-locale" }, el("span", {}, "Server's language"), languages("server-locale", client.server.locale, (server_locale) => client.ask({ do: "set", server_locale }))),
      el("label.tickable", {}, el("input", { type: "checkbox", checked: me.dms, "data-key": "dms", onchange: (event) => client.ask({ do: "set", dms: event.target.checked }) }), el("span", {}, "Accepts direct messages")));
  }
}

/** Draw a part of the page again without taking the focus from whoever is in it, or disturbing an open list. */
function keepingFocus(node, draw) {
  const had = node.contains(document.activeElement) ? document.activeElement : null;
  if (had?.tagName === "SELECT") return had.addEventListener("blur", () => window.playground.changed(), { once: true });
  const scrolled = node.querySelector(".side-scroll")?.scrollTop ?? 0;
  draw();
  if (scrolled) node.querySelector(".side-scroll").scrollTop = scrolled;
  if (had?.dataset.key) node.querySelector(`[data-key="${CSS.escape(had.dataset.key)}"]`)?.focus({ preventScroll: true });
}

window.playground = new App();
