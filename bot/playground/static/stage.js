// The stage manager: a drawer from which everything that may happen around a game can be tried.
import { avatar, el, icon, say } from "./dom.js";
import { clock } from "./clock.js";
import { lasting, listed, t } from "./words.js";

const STEPS = [["quarter", 900], ["hour", 3600], ["day", 86400]];
let shown = null; // the channel whose permissions are shown

/** Seconds that Discord stays down, as the page counts them. */
export function downFor(client) { return Math.max(0, Math.ceil((client.stage.until - Date.now()) / 1000)); }

/** Whether anything is not as usual. */
export function isUnusual(client) {
  return client.stage.ahead > 0 || client.stage.limits || downFor(client) > 0 || client.stage.refused.length > 0 || client.people.some((p) => p.left) || Object.values(client.stage.denied).some((list) => list.length);
}

export function drawStage(client, app) {
  const act = async (wish) => {
    const result = await client.ask({ do: "stage", ...wish });
    if (result.refused) say(result.refused, true, true);
  };
  return [
    el("header", {}, icon("curtain"), el("h2", { id: "manager-title" }, t("stage.title")),
      el("button.round", { type: "button", "aria-label": t("page.close"), "data-key": "close", onclick: () => app.manage(false) }, icon("close"))),
    el("div.manager-scroll", {}, el("p.faint", {}, t("stage.about")),
      time(client, act), discord(client, act), pictures(client, act), people(client, act), permissions(client, act, app), messages(client, app)),
  ];
}

function part(title, ...content) {
  return el("section", {}, el("h3", {}, title), ...content);
}

function button(key, words, act, more = {}) {
  return el("button.chip", { type: "button", "data-key": key, onclick: act, ...more }, words);
}

function time(client, act) {
  const { ahead } = client.stage;
  const now = new Intl.DateTimeFormat(client.locale, { weekday: "long", hour: "2-digit", minute: "2-digit" }).format(clock.now());
  return part(t("stage.clock"),
    el("p", { role: "status" }, ahead ? t("stage.clock.ahead", { time: now, ahead: lasting(ahead) }) : t("stage.clock.now", { time: now })),
    el("div.choices", {}, STEPS.map(([name, seconds]) => button(name, t(`stage.clock.${name}`), () => act({ what: "clock", seconds }))),
      ahead ? button("real", t("stage.clock.real"), () => act({ what: "clock", seconds: 0 })) : null));
}

function discord(client, act) {
  const n = downFor(client);
  if (n) {
    return part(t("stage.discord"), el("p.alarm", { role: "status" }, t(client.stage.deaf ? "stage.discord.deaf" : "stage.discord.down", { n })),
      el("div.choices", {}, button("up", t("stage.discord.back"), () => act({ what: "up" }))));
  }
  return part(t("stage.discord"), el("p", { role: "status" }, t("stage.discord.up")),
    el("div.choices", {}, button("rest", t("stage.discord.rest"), () => act({ what: "down" })),
      button("all", t("stage.discord.all"), () => act({ what: "down", gateway: true }))),
    el("label.tickable", {},
      el("input", { type: "checkbox", checked: client.stage.limits, "data-key": "limits", onchange: (event) => act({ what: "limits", on: event.target.checked }) }),
      t("stage.discord.limits")));
}

function pictures(client, act) {
  const refused = new Set(client.stage.refused);
  return part(t("stage.pictures"), client.stage.refusable.map((name) => el("label.tickable", {},
    el("input", { type: "checkbox", checked: refused.has(name), "data-key": `pictures ${name}`, onchange: (event) => act({ what: "pictures", kind: name, refused: event.target.checked }) }), t(`stage.pictures.${name}`))));
}

function people(client, act) {
  return part(t("stage.people"), el("ul", {}, client.people.filter((p) => !p.bot).map((p) => el("li", {}, avatar(p),
    el("span.about", {}, el("strong", {}, p.name), el("span.faint", {}, " ", t(p.owner ? "stage.people.owner" : p.left ? "stage.people.left" : "stage.people.here"))),
    p.owner ? null : button(`member ${p.key}`, t(p.left ? "stage.people.return" : "stage.people.leave"), () => act({ what: "member", person: p.key, left: !p.left }),
      { "aria-label": t(p.left ? "stage.people.return.of" : "stage.people.leave.of", p) })))));
}

function permissions(client, act, app) {
  const channels = client.channels.filter((c) => c.kind === "channel");
  const here = client.channel(app.active.channel);
  const current = channels.find((c) => c.id === (shown ?? here?.parent ?? here?.id)) ?? channels[0];
  if (!current) return null;
  const denied = new Set(client.stage.denied[current.id]);
  const tick = (name, on) => {
    const others = client.stage.denied[current.id].filter((other) => other !== name);
    act({ what: "deny", channel: current.id, permissions: on ? others : [...others, name] });
  };
  return part(t("stage.bot"),
    el("select", { "data-key": "where", "aria-label": t("stage.bot.channel"), onchange: (event) => { shown = event.target.value; event.target.blur(); app.changed(); } },
      channels.map((c) => el("option", { value: c.id, selected: c === current }, "#" + c.name))),
    client.stage.permissions.map((name) => el("label.tickable", {},
      el("input", { type: "checkbox", checked: !denied.has(name), "data-key": `${current.id} ${name}`, onchange: (event) => tick(name, event.target.checked) }), t(`stage.${name}`))));
}

function messages(client, app) {
  const names = listed(client.people.filter((p) => p.moderator).map((p) => p.name));
  const place = client.channel(app.active.channel);
  return part(t("stage.messages"), el("p.faint", {}, t("stage.messages.about", { names })),
    place?.kind === "channel" ? el("div.choices", {}, button("thread", t("pane.thread"), () => { app.manage(false); app.active.newThread(); })) : null);
}
