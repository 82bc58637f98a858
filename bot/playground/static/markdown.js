// Discord's markdown as nodes. Nothing here ever parses HTML.
import { clock } from "./clock.js";
import { el, emoji, EMOJI_PATTERN } from "./dom.js";
import { link } from "./links.js";
import { personName } from "./people.js";
import { t } from "./words.js";

const INLINE = [
  [new RegExp(`^${EMOJI_PATTERN.source}`, "u"), (m) => emoji(m[1])],
  [/^▶\ufe0f?/u, () => el("span.now", { role: "img", "aria-label": t("markdown.to-move") })],
  [/^▫\ufe0f?/u, () => el("span.later", { "aria-hidden": "true" })],
  [/^\\([\\*_~`|<>#()[\]:.!@-])/, (m) => m[1]],
  [/^``([^]+?)``|^`([^`\n]+?)`/, (m) => el("code", {}, m[1] ?? m[2])],
  [/^\*\*\*([^]+?)\*\*\*/, (m, c) => el("strong", {}, el("em", {}, inline(m[1], c)))],
  [/^\*\*([^]+?)\*\*(?!\*)/, (m, c) => el("strong", {}, inline(m[1], c))],
  [/^__([^]+?)__(?!_)/, (m, c) => el("u", {}, inline(m[1], c))],
  [/^\*(?=\S)([^*]*?\S)\*(?!\*)/, (m, c) => el("em", {}, inline(m[1], c))],
  [/^_(?=\S)([^_]*?\S)_(?![\p{L}\p{N}_])/u, (m, c) => el("em", {}, inline(m[1], c)), "word"],
  [/^~~([^]+?)~~/, (m, c) => el("s", {}, inline(m[1], c))],
  [/^\|\|([^]+?)\|\|/, (m, c) => spoiler(inline(m[1], c))],
  [/^<@!?(\d+)>/, (m, c) => personName(m[1] === c.you ? "button.mention.me" : "button.mention", c.person(m[1]), c, "@" + (c.person(m[1])?.name ?? t("markdown.nobody")))],
  [/^<#(\d+)>/, (m, c) => el("span.mention", {}, "#" + (c.channel(m[1])?.name ?? t("markdown.nowhere")))],
  [/^<@&\d+>/, () => el("span.mention", {}, "@" + t("markdown.role"))],
  [/^<\/([^:>]+):\d+>/, (m) => el("span.mention", {}, "/" + m[1])],
  [/^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, (m, c) => timestamp(Number(m[1]), m[2] ?? "f", c.locale)],
  [/^<a?:(\w+):\d+>/, (m) => `:${m[1]}:`],
  [/^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (m, c) => link("a", m[2], c, inline(m[1], c))],
  [/^<(https?:\/\/[^\s>]+)>/, (m, c) => link("a", m[1], c, m[1])],
  [/^https?:\/\/[^\s<]*[^\s<.,:;"')\]]/, (m, c) => link("a", m[0], c, m[0])],
];

function spoiler(content) {
  const button = el("button.spoiler", { type: "button", "aria-expanded": "false", "aria-label": t("markdown.spoiler") }, el("span", { "aria-hidden": "true" }, content));
  button.addEventListener("click", () => {
    button.classList.add("open");
    button.setAttribute("aria-expanded", "true");
    button.removeAttribute("aria-label");
    button.firstChild.removeAttribute("aria-hidden");
  });
  return button;
}

export function inline(text, context) {
  const out = [];
  let plain = "";
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at);
    let found = null;
    if (/[\\*_~`|<[h]/.test(rest[0]) || rest[0] > "\u2000") {
      for (const [pattern, make, rule] of INLINE) {
        if (rule === "word" && /[\p{L}\p{N}]$/u.test(text.slice(0, at))) continue;
        const m = pattern.exec(rest);
        if (m) { found = [m, make]; break; }
      }
    }
    if (!found) { plain += text[at++]; continue; }
    if (plain) out.push(plain);
    plain = "";
    out.push(found[1](found[0], context));
    at += found[0][0].length;
  }
  if (plain) out.push(plain);
  return out.flat(Infinity);
}

export function markdown(text, context) {
  const root = el("div.md");
  const parts = text.split(/```(?:[\w+-]*\n)?([^]*?)```/);
  parts.forEach((part, i) => (i % 2 ? root.append(el("pre", {}, el("code", {}, part.replace(/\n$/, "")))) : blocks(part, root, context)));
  return root;
}

function blocks(text, root, context) {
  const lines = text.split("\n");
  if (lines[0] === "" && root.lastChild) lines.shift();
  if (lines.at(-1) === "") lines.pop();
  let at = 0;
  const run = (pattern) => {
    const taken = [];
    while (at < lines.length && pattern.test(lines[at])) taken.push(lines[at++]);
    return taken;
  };
  while (at < lines.length) {
    const line = lines[at];
    const heading = /^(#{1,3}) +(.+)$/.exec(line);
    if (heading) { at++; root.append(el(`h${heading[1].length + 2}.h${heading[1].length}`, {}, inline(heading[2], context))); continue; }
    const small = /^-# +(.+)$/.exec(line);
    if (small) { at++; root.append(el("p.small", {}, inline(small[1], context))); continue; }
    if (/^> /.test(line)) {
      const quote = el("blockquote");
      blocks(run(/^> /).map((l) => l.slice(2)).join("\n"), quote, context);
      root.append(quote);
      continue;
    }
    if (/^\s*[-*] +/.test(line)) { root.append(list("ul", run(/^\s*[-*] +/), /^\s*[-*] +/, context)); continue; }
    if (/^\s*\d+\. +/.test(line)) {
      const items = run(/^\s*\d+\. +/);
      const ol = list("ol", items, /^\s*\d+\. +/, context);
      ol.start = parseInt(items[0], 10);
      root.append(ol);
      continue;
    }
    const plain = run(/^(?!#{1,3} +\S|-# |> |\s*[-*] +|\s*\d+\. +)/);
    if (!plain.length) plain.push(lines[at++]);
    const p = el("p");
    plain.forEach((l, i) => p.append(...(i ? [el("br")] : []), ...inline(l, context)));
    root.append(p);
  }
}

function list(tag, lines, mark, context) {
  return el(tag, {}, lines.map((l) => el(/^\s{1,}/.test(l) ? "li.deep" : "li", {}, inline(l.replace(mark, ""), context))));
}

// ---- time

const STYLES = {
  t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
};

export function timestamp(seconds, style, locale) {
  const date = new Date(seconds * 1000);
  const node = el("time", { dateTime: isNaN(date) ? "" : date.toISOString() });
  if (isNaN(date)) node.textContent = t("markdown.no-date");
  else if (style === "R") {
    node.dataset.ago = seconds;
    node.dataset.locale = locale;
    node.textContent = ago(seconds, locale);
  } else node.textContent = new Intl.DateTimeFormat(locale, STYLES[style]).format(date);
  if (!isNaN(date)) node.title = new Intl.DateTimeFormat(locale, STYLES.F).format(date);
  return node;
}

const UNITS = [["year", 31536000], ["month", 2592000], ["week", 604800], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

export function ago(seconds, locale) {
  const away = seconds - clock.now() / 1000;
  const [unit, size] = UNITS.find(([, s]) => Math.abs(away) >= s) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(Math.round(away / size), unit);
}

/** The time passes, or was set: say again how long ago everything was. */
export function tick() {
  for (const node of document.querySelectorAll("time[data-ago]")) {
    const now = ago(Number(node.dataset.ago), node.dataset.locale);
    if (node.textContent !== now) node.textContent = now;
  }
}
setInterval(tick, 5000);
