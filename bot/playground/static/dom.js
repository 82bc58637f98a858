// Building the page node by node: text is always text, never markup.

export function el(name, props = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const node = document.createElement(tag || "div");
  if (classes.length) node.className = classes.join(" ");
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "style") Object.assign(node.style, value);
    else if (key in node && !key.includes("-")) node[key] = value;
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

const ICONS = {
  hash: "M10 4 8 20M16 4l-2 16M4 9h16M3.500 15h16",
  thread: "M5 5h14v10H11l-4 4v-4H5z",
  at: "M16 12a4 4 0 1 1-1.200-2.900M16 8v5a2.500 2.500 0 0 0 5 0v-1a9 9 0 1 0-3.500 7.100",
  menu: "M4 6h16M4 12h16M4 18h16",
  down: "M6 9l6 6 6-6",
  close: "M6 6l12 12M18 6 6 18",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  tab: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  check: "M5 12l5 5 9-10",
  send: "M4 12l16-8-5 16-3-7z",
  slash: "M15 4 9 20",
  panes: "M4 5h16v14H4zM12 5v14",
  turn: "M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5",
  bin: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.500 11v5.500M13.500 11v5.500",
  curtain: "M4 4h16M5 4v16c4-2 6-6 6-16M19 4v16c-4-2-6-6-6-16",
  quiet: "M6 17h12l-1.500-3v-4a4.500 4.500 0 0 0-9 0v4zM10.500 20h3M4 4l16 16",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  go: "M5 12h14M13 6l6 6-6 6",
  chairs: "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 19c0-3 2-5 5-5s5 2 5 5M17 8v6M14 11h6",
};

export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "icon");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

export function avatar(person) {
  if (person?.bot) return el("img.avatar", { src: "/static/tower.svg", alt: "" });
  return el("span.avatar", { style: { background: person?.colour ?? "#80848e" }, "aria-hidden": "true" }, (person?.name ?? "?")[0]);
}

// Discord draws its emoji itself, in buttons and menus too; so do we, those that the bot uses, whatever fonts a machine has.
const EMOJI = { "🦁": "lion", "🕊": "dove", "🐻": "bear", "🐟": "fish", "🦌": "stag", "🪟": "window", "🛡": "shield", "💧": "drop", "🥇": "gold", "🥈": "silver", "🥉": "bronze", "👑": "crown", "🤖": "robot", "🏅": "medal", "💡": "bulb", "✅": "check", "⬜": "box",
  "🟥": "square-red", "🟦": "square-blue", "🟧": "square-orange", "🟨": "square-yellow", "🟩": "square-green", "🟪": "square-purple" };
export const EMOJI_PATTERN = new RegExp(`(${Object.keys(EMOJI).join("|")})\\ufe0f?`, "u");

export function emoji(sign) {
  return el("img.emoji", { src: `/static/${EMOJI[sign]}.svg`, alt: sign });
}

/** Words as nodes, with the emoji in them drawn. */
export function worded(text) {
  return (text ?? "").split(EMOJI_PATTERN).map((part, i) => (i % 2 ? emoji(part) : part));
}

let quiet = 0;
/** Tell a reader of the page; what would otherwise not be seen is also shown for a moment. */
export function say(text, loudly = false, shown = false) {
  const region = document.getElementById(loudly ? "alarm" : "say");
  region.textContent = text + (quiet++ % 2 ? "\u00a0" : ""); // the same words twice are told twice
  if (shown) toast(text);
}

function toast(text) {
  document.querySelector(".toast")?.remove();
  const node = el("div.toast", { "aria-hidden": "true" }, text);
  document.body.append(node);
  setTimeout(() => node.remove(), 3000);
}

/** Show other children, but keep those that are the same: what a finger is on must not go away under it. */
export function renew(node, key, fresh) {
  const wanted = [...el("div", {}, fresh).childNodes];
  if (node.shownFor !== key) node.replaceChildren(...wanted); // another person's: nothing of the old may stay
  else patch(node, wanted);
  node.shownFor = key;
}

function patch(node, wanted) {
  const old = [...node.childNodes];
  if (old.length !== wanted.length) return node.replaceChildren(...wanted);
  wanted.forEach((fresh, i) => {
    const had = old[i];
    const shell = (n) => (n.nodeType === 1 ? n.cloneNode(false).outerHTML : "");
    if (!shell(had) || shell(had) !== shell(fresh) || had.value !== fresh.value) {
      if (!had.isEqualNode(fresh) || had.value !== fresh.value) had.replaceWith(fresh);
      return;
    }
    if ("checked" in fresh) had.checked = fresh.checked;
    patch(had, [...fresh.childNodes]);
  });
}
