// The page: who is on screen, who is awaited, and the way from one person to the next.
import { Client } from "./client.js";
import { avatar, el, icon, renew, say } from "./dom.js";
import { tick } from "./markdown.js";
import { Pane } from "./pane.js";
import { closePersonMenu, personMenu } from "./people.js";
import { downFor, drawStage, isUnusual } from "./stage.js";
import { listed, speak, t } from "./words.js";

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
    addEventListener("keydown", (event) => event.key === "Escape" && (this.drawer(false), this.manage(false)));
    this.frame();
    setInterval(() => this.counting(), 1000);
    this.changed();
  }

  /** What stays on the page whoever is on screen. */
  frame() {
    for (const node of document.querySelectorAll("[data-words]")) node.textContent = t(node.dataset.words);
    $("side").setAttribute("aria-label", t("page.side"));
    document.querySelector(".welcome")?.remove();
    this.hint();
  }

  /** The page's own words are in the language of whoever is on screen, as in Discord. */
  async speak(locale) {
    if (!(await speak(locale))) return;
    this.frame();
    for (const pane of this.panes) pane.show(pane.client, pane.channel);
    this.changed();
  }

  client(key) {
    if (!this.clients.has(key)) {
      const client = new Client(key);
      for (const name of ["hello", "message", "gone", "channels", "people", "commands", "stage"]) client.addEventListener(name, () => this.changed());
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
    closePersonMenu();
    say(t("page.you", { name: this.active.client.me?.name ?? key }));
    this.changed();
  }

  drawer(open) {
    document.body.classList.toggle("drawer", open);
    $("shade").hidden = !open;
    if (open) $("side").querySelector("button, a")?.focus();
  }

  /** Open or close the stage manager's drawer. */
  manage(open) {
    if (this.managing === open) return;
    this.managing = open;
    document.body.classList.toggle("managed", open);
    if (!open && $("manager").contains(document.activeElement)) $("banner").querySelector("[data-key=stage]")?.focus();
    $("manager").hidden = !open;
    this.draw();
    if (open) $("manager").querySelector("button")?.focus();
  }

  /** While Discord is down the seconds are counted; the time of day goes on. */
  counting() {
    const { client } = this.active;
    const state = client.ready ? `${downFor(client)}` : "";
    if (state !== this.counted) this.changed();
    this.counted = state;
  }

  /** Three sentences for the first visit. */
  hint() {
    if (localStorage.getItem("hinted")) return;
    const sentence = (key) => el("li", {}, el("strong", {}, t(key)), t(`${key}.rest`));
    const done = () => { localStorage.setItem("hinted", "yes"); node.remove(); };
    const node = el("aside.welcome", {}, el("ol", {}, ["hint.learn", "hint.open", "hint.seat", "hint.follow"].map(sentence)),
      el("button.chip", { type: "button", onclick: done }, t("hint.done")));
    $("banner").after(node);
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
    document.title = `${client.calls ? `(${client.calls}) ` : ""}${client.me?.name ?? "…"} · ${channel?.kind === "dm" ? "Campanile" : "#" + (channel?.name ?? "")} · ${t("page.title")}`;
    if (client.ready) {
      this.speak(client.locale);
      keepingFocus($("side"), () => this.side(client));
      keepingFocus($("banner"), () => this.banner(client));
      if (this.managing) keepingFocus($("manager"), () => renew($("manager"), client.key, drawStage(client, this)));
      tick();
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

  banner(client) {
    const waiting = client.waiting();
    const people = waiting?.people ?? [];
    const others = people.filter((p) => p.id !== client.you);
    const mine = people.length > others.length;
    const names = listed([...(mine ? [t("banner.you")] : []), ...others.map((p) => p.name)]);
    const chip = (kind, key, label, act, ...content) => el(`button.chip.${kind}`, { type: "button", "data-key": key, "aria-label": label, title: label, onclick: act }, ...content);
    const follow = chip("follow", "follow", t("banner.follow"), () => this.toggleFollow(), icon("turn"), el("span.chip-words", {}, t("banner.follow")), el("span.chip-short", {}, t("banner.follow.short")));
    const split = chip("wide-only", "split", t("banner.panes"), () => this.split(), icon("panes"), el("span.chip-words", {}, t("banner.panes")));
    const stage = chip("stage", "stage", t("banner.stage"), () => this.manage(!this.managing), icon("curtain"),
      el("span.chip-words", {}, downFor(client) ? t("stage.on.down") : t("banner.stage")));
    follow.setAttribute("aria-pressed", String(this.follow));
    split.setAttribute("aria-pressed", String(this.panes.length > 1));
    stage.setAttribute("aria-expanded", String(Boolean(this.managing)));
    stage.classList.toggle("unusual", isUnusual(client));
    renew($("banner"), client.key, [
      people.length ? el(mine ? "span.waiting.mine" : "span.waiting", {}, t("banner.waiting", { names })) : el("span.waiting.none", {}, t("banner.nobody")),
      ...others.slice(0, 4).map((p) => chip(others.length > 1 ? "go.brief" : "go", `go ${p.key}`, t("banner.continue", p), () => this.become(p.key, { channel: client.waiting()?.channel }),
        avatar(p), el("span.chip-words", {}, t("banner.continue", p)), el("span.chip-short", {}, p.name))),
      el("span.spring"), follow, split, stage]);
  }

  toggleFollow() {
    this.follow = !this.follow;
    sessionStorage.setItem("follow", this.follow ? "yes" : "no");
    this.changed();
  }

  side(client) {
    const link = (channel) => {
      const here = channel.id === this.active.channel;
      const unread = client.unread.has(channel.id);
      const pings = client.pinged.get(channel.id);
      return el("li", {}, el("button.place", {
        type: "button", "aria-current": here ? "true" : null, className: `place ${channel.kind}${unread ? " unread" : ""}`, "data-key": channel.id,
        onclick: () => { this.active.open(channel.id); this.drawer(false); },
      }, icon({ dm: "at", thread: "thread" }[channel.kind] ?? "hash"), el("span", {}, channel.kind === "dm" ? "Campanile" : channel.name),
      pings ? el("span.pings", { "aria-label": t("page.pings", { n: pings }) }, String(pings)) : unread ? el("span.dot", { "aria-label": t("page.unread") }) : null));
    };
    const threads = (parent) => client.channels.filter((c) => c.kind === "thread" && c.parent === parent.id && !c.archived);
    const rooms = client.channels.filter((c) => c.kind === "channel").flatMap((c) => [c, ...threads(c)]);
    const letters = client.channels.filter((c) => c.kind === "dm");
    const waiting = new Set(client.waiting()?.people.map((p) => p.id));
    renew($("side"), client.key, [
      el("div.server", {}, el("img", { src: "/static/tower.svg", alt: "" }), el("strong", {}, client.server.name),
        el("button.round.closer", { type: "button", "aria-label": t("page.close"), onclick: () => this.drawer(false) }, icon("close"))),
      el("div.side-scroll", {},
        el("h2", {}, t("side.channels")),
        client.me.left ? el("div.outside", {}, el("p", {}, t("side.left")), el("button.chip", { type: "button", onclick: () => client.comeBack() }, t("side.return"))) : el("ul", {}, rooms.map(link)),
        el("h2", {}, t("side.letters")), el("ul", {}, letters.map(link)),
        el("h2", {}, t("side.people")),
        el("ul.people", {}, this.people().map((p) => el("li", { oncontextmenu: (event) => { event.preventDefault(); personMenu(client, p, event.currentTarget); } },
          el("a.person", {
            href: `/as/${p.key}`, "aria-current": p.id === client.you ? "true" : null, "data-key": p.key,
            onclick: (event) => { if (!event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); this.become(p.key); } },
          }, avatar(p), el("span.person-name", {}, p.name), p.id === client.you ? el("span.tag", {}, t("side.you")) : null,
          p.left ? el("span.tag", {}, t("side.away")) : null, waiting.has(p.id) ? el("span.tag.turn", {}, t("side.turn")) : null),
          el("button.round.newtab", { type: "button", "data-key": `menu ${p.key}`, "aria-haspopup": "menu", "aria-label": t("side.menu.of", p), onclick: (event) => personMenu(client, p, event.currentTarget) }, icon("more")),
          el("a.round.newtab", { href: `/as/${p.key}`, target: `as-${p.key}`, "aria-label": t("side.tab.of", p), title: t("side.tab") }, icon("tab")))))),
      this.settings(client)]);
  }

  settings(client) {
    const languages = (id, value, change) => el("select", { id, "data-key": id, onchange: (event) => change(event.target.value) },
      Object.entries(LANGUAGES).map(([code, name]) => el("option", { value: code, selected: code === value, lang: code }, name)));
    const me = client.me;
    return el("div.settings", {},
      el("div.myself", {}, avatar(me), el("div", {}, el("strong", {}, me.name), el("div.faint", {}, t("side.this")))),
      el("label", { htmlFor: "locale" }, el("span", {}, t("side.language.of", me)), languages("locale", me.locale, (locale) => client.ask({ do: "set", locale }))),
      el("label", { htmlFor: "server-locale" }, el("span", {}, t("side.language.server")), languages("server-locale", client.server.locale, (server_locale) => client.ask({ do: "set", server_locale }))),
      el("label.tickable", {}, el("input", { type: "checkbox", checked: me.dms, "data-key": "dms", onchange: (event) => client.ask({ do: "set", dms: event.target.checked }) }), el("span", {}, t("side.dms"))));
  }
}

/** Draw a part of the page again without taking the focus from whoever is in it, or disturbing an open list. */
function keepingFocus(node, draw) {
  const had = node.contains(document.activeElement) ? document.activeElement : null;
  if (had?.tagName === "SELECT") return had.addEventListener("blur", () => window.playground.changed(), { once: true });
  const inner = () => node.querySelector(".side-scroll, .manager-scroll");
  const scrolled = inner()?.scrollTop ?? 0;
  draw();
  if (scrolled) inner().scrollTop = scrolled;
  if (had?.dataset.key) node.querySelector(`[data-key="${CSS.escape(had.dataset.key)}"]`)?.focus({ preventScroll: true });
}

window.playground = new App();
