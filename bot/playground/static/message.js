// One message: its header, its words, and Components V2.
import { clock } from "./clock.js";
import { avatar, el, icon, say, worded } from "./dom.js";
import { ask } from "./form.js";
import { link } from "./links.js";
import { markdown } from "./markdown.js";
import { openWithin, select } from "./menu.js";
import { personName } from "./people.js";
import { t } from "./words.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };
const DEAD = 15 * 60 * 1000; // a deferred answer that never came

export function drawMessage(message, client, before) {
  const author = client.person(message.author);
  const called = message.pings?.includes(client.you) && !message.silent;
  const node = el("article.message", { tabIndex: -1, "data-id": message.id, "aria-label": `${author?.name ?? t("message.somebody")}, ${timeOf(message, client)}${message.ephemeral ? t("message.only-you.label") : ""}` });
  node.classList.toggle("ephemeral", Boolean(message.ephemeral));
  node.classList.toggle("called", Boolean(called && !message.ephemeral));
  if (message.system) {
    node.classList.add("system");
    node.append(el("div.body", {}, el("span.author", {}, author?.name ?? ""), " ", el("span.faint", {}, t(`message.${message.system}`)), " ", message.content));
    return node;
  }
  const follows = before && !before.system && before.author === message.author && !message.asked?.command && before.ephemeral === message.ephemeral
    && new Date(message.time) - new Date(before.time) < 7 * 60 * 1000;
  if (message.asked?.command) node.append(asked(message, client));
  if (follows) node.classList.add("follows");
  else node.append(avatar(author));
  const body = el("div.body");
  if (!follows) {
    body.append(el("div.head", {},
      personName("button.author", author, client, author?.name ?? t("message.somebody")),
      author?.bot ? el("span.app", {}, t("message.app")) : null,
      el("span.when", {}, timeOf(message, client)),
      message.silent ? el("span.quiet-mark", { role: "img", title: t("message.silent"), "aria-label": t("message.silent") }, icon("quiet")) : null));
    if (author && !author.bot) body.querySelector(".author").style.color = author.colour;
  }
  body.append(...content(message, client));
  if (client.failures.has(message.id)) body.append(el("div.failure", {}, client.failures.get(message.id)));
  if (message.ephemeral) body.append(onlyYou(message, client));
  node.append(body);
  if (client.mayDelete(message)) node.append(tools(message, client));
  return node;
}

function tools(message, client) {
  const remove = async () => {
    if ((await ask({ title: t("message.delete.ask"), yes: t("message.delete.yes"), danger: true })) === null) return;
    const result = await client.ask({ do: "delete", channel: message.channel, message: message.id });
    if (result.refused) say(result.refused, true, true);
  };
  return el("div.tools", {}, el("button.round.bin", { type: "button", "aria-label": t("message.delete"), title: t("message.delete"), onclick: remove }, icon("bin")));
}

function timeOf(message, client) {
  const date = new Date(message.time);
  const today = date.toDateString() === new Date(clock.now()).toDateString();
  return new Intl.DateTimeFormat(client.locale, today ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" }).format(date);
}

function asked(message, client) {
  const who = client.person(message.asked.by);
  return el("div.asked", {}, el("span.elbow", { "aria-hidden": "true" }), avatar(who),
    el("span.author", { style: { color: who?.colour } }, who?.name ?? t("message.somebody")), t("message.used"), el("span.mention", {}, (client.onPeople.some((c) => c.path === message.asked.command) ? "" : "/") + message.asked.command));
}

function onlyYou(message, client) {
  return el("div.only-you", {}, icon("eye"), el("span", {}, t("message.only-you")), el("span", { "aria-hidden": "true" }, "•"),
    el("button.textual", { type: "button", onclick: () => client.dismiss(message.id) }, t("message.dismiss")));
}

function content(message, client) {
  if (message.loading) {
    const late = clock.now() - new Date(message.time) > DEAD;
    return [late ? el("div.failure", {}, t("message.dead")) : el("div.thinking", {}, el("span.dots", { "aria-hidden": "true" }), t("message.thinking", client.person(message.author)))];
  }
  if (message.failed) return [el("div.failure", {}, message.content)];
  const out = [];
  if (message.content) {
    const words = markdown(message.content, client);
    if (message.edited) (words.lastElementChild ?? words).append(" ", el("span.edited", {}, t("message.edited")));
    out.push(words);
  }
  if (message.attachments.length) out.push(gallery({ items: message.attachments.map((a) => ({ media: a, description: a.description })) }));
  for (const component of message.components) out.push(draw(component, message, client));
  return out;
}

function draw(component, message, client) {
  const inner = () => (component.components ?? []).map((child) => draw(child, message, client));
  switch (component.type) {
    case 1: return el("div.row", { tabIndex: -1 }, inner(), seating(component, message, client));
    case 2: return button(component, message, client);
    case 3: case 5: case 6: case 7: case 8: return menu(component, message, client);
    case 9: return el("div.section", {}, el("div.section-text", {}, inner()), draw(component.accessory, message, client));
    case 10: return markdown(component.content, client);
    case 11: return el("img.thumbnail", { src: component.media.url, alt: component.description ?? "" });
    case 12: return gallery(component);
    case 13: return el("a.file", { href: component.file.url, download: "" }, component.name ?? t("message.file"));
    case 14: return el(component.divider === false ? "div.gap" : "hr", { className: component.spacing === 2 ? "wide" : "" });
    case 17: {
      const box = el("div.container", {}, inner());
      if (component.accent_color !== null && component.accent_color !== undefined)
        box.style.setProperty("--accent", "#" + component.accent_color.toString(16).padStart(6, "0"));
      return box;
    }
    default: return el("div.faint", {}, t("message.part", { kind: component.type }));
  }
}

function button(component, message, client) {
  const emoji = worded(component.emoji?.name && !component.emoji.id ? component.emoji.name + " " : "");
  if (component.style === 5) {
    const anchor = link("a.button.link", component.url, client, emoji, worded(component.label));
    anchor.append(icon(anchor.target ? "tab" : "go"));
    return anchor;
  }
  const busy = client.busy.has(`${message.id} ${component.custom_id}`);
  return el(`button.button.${STYLES[component.style] ?? "secondary"}`, {
    type: "button", disabled: component.disabled, "aria-busy": busy ? "true" : null, "data-key": component.custom_id,
    onclick: () => client.press(message, component),
  }, el("span.button-words", {}, emoji, worded(component.label)), busy ? el("span.dots", { "aria-hidden": "true" }) : null);
}

/** In the row with Join: the playground's own way to fill the table. */
function seating(row, message, client) {
  const join = row.components.find((c) => c.type === 2 && !c.disabled && /(^|:)join$/.test(c.custom_id ?? ""));
  if (!join || message.ephemeral) return null;
  const seat = async () => {
    const result = await client.ask({ do: "seat", channel: message.channel, message: message.id, custom_id: join.custom_id });
    say(result.refused ?? t("seat.done", { n: result.seated }), false, true);
  };
  return el("button.own", { type: "button", "data-key": "seat", "aria-label": t("seat.others"), onclick: seat }, icon("chairs"), t("seat.others"), el("span.own-mark", {}, t("seat.mark")));
}

function menu(component, message, client) {
  const key = `${message.id} ${component.custom_id}`;
  const given = [...(component.options ?? []).filter((o) => o.default).map((o) => o.value), ...(component.default_values ?? []).map((v) => v.id)];
  return select(component, client, {
    key, chosen: client.chosen.get(key) ?? given, busy: client.busy.has(key), send: (values) => client.choose(message, component, values),
  });
}

function gallery(component) {
  return el(component.items.length > 1 ? "div.gallery.many" : "div.gallery", {}, component.items.map(picture));
}

function picture(item) {
  const { url, width, height } = item.media;
  const alt = item.description ?? "";
  const img = el("img", { src: url, alt, width, height, decoding: "async" });
  const figure = el("figure.picture", {}, el("button.zoom", { type: "button", "aria-label": t("message.enlarge") + (alt ? `: ${alt}` : ""), onclick: () => enlarge(url, alt) }, img));
  if (alt) {
    const caption = el("figcaption", { hidden: true }, alt);
    const toggle = el("button.alt", { type: "button", "aria-expanded": "false", "aria-label": t("message.describe") }, t("message.alt"));
    toggle.addEventListener("click", () => {
      caption.hidden = !caption.hidden;
      toggle.setAttribute("aria-expanded", String(!caption.hidden));
    });
    figure.append(toggle, caption);
  }
  return figure;
}

function enlarge(url, alt) {
  const dialog = el("dialog.lightbox", { "aria-label": t("message.picture"), onclose: () => dialog.remove() },
    el("button.closer", { type: "button", "aria-label": t("page.close"), onclick: () => dialog.close() }, icon("close")),
    el("div.lightbox-scroll", { onclick: () => dialog.close() }, el("img", { src: url, alt })));
  document.body.append(dialog);
  dialog.showModal();
}

/** Draw a message again in the place of its old node, keeping the focus and an open menu where they can be kept. */
export function redraw(old, message, client, before) {
  const menuState = openWithin(old);
  const had = old.contains(document.activeElement) ? document.activeElement : null;
  const shown = [...old.querySelectorAll(".alt")].map((toggle) => toggle.getAttribute("aria-expanded") === "true");
  const node = drawMessage(message, client, before);
  keepPictures(old, node);
  old.replaceWith(node);
  node.querySelectorAll(".alt").forEach((toggle, i) => shown[i] && toggle.click());
  if (menuState) {
    const trigger = [...node.querySelectorAll(".select")].find((t) => `${message.id} ${t.dataset.key}` === menuState.key);
    if (trigger) return trigger.parentElement.reopen(menuState), node;
  }
  if (had) refocus(node, had);
  return node;
}

/** A picture that is already on screen stays, so that nothing flickers; the same sign stands many times in a message. */
function keepPictures(old, node) {
  const key = (img) => `${img.className} ${img.getAttribute("src")}`;
  const loaded = new Map();
  for (const img of old.querySelectorAll("img")) loaded.set(key(img), [...(loaded.get(key(img)) ?? []), img]);
  for (const img of node.querySelectorAll("img")) {
    const same = loaded.get(key(img))?.shift();
    if (same) {
      same.alt = img.alt;
      img.replaceWith(same);
    }
  }
}

function refocus(node, had) {
  const key = had.dataset?.key;
  const words = had.textContent;
  const all = [...node.querySelectorAll("button:not([disabled]), a[href]")];
  const next = all.find((e) => key && e.dataset.key === key)
    ?? all.find((e) => had.matches(".button, .textual") && e.textContent === words)
    ?? (had.matches(".button, .select, .options, .row") ? node.querySelector(".select:enabled") ?? node.querySelector(".row") : null);
  // A menu or the row before the buttons, never a button itself: Enter twice must not play.
  (next ?? node).focus({ preventScroll: true });
}

