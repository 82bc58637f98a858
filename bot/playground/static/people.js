// The small menu on somebody's name: be them, or run one of the bot's commands on them.
import { avatar, el, icon, say } from "./dom.js";
import { t } from "./words.js";

let open = null;

export function closePersonMenu() { open?.(); }

/** A name that opens the menu; the side list has the same menu for the keyboard. */
export function personName(name, person, client, ...content) {
  if (!person || person.bot) return el(name.replace("button", "span"), {}, ...content);
  return el(name, { type: "button", tabIndex: -1, onclick: (event) => personMenu(client, person, event.currentTarget) }, ...content);
}

export function personMenu(client, person, anchor) {
  closePersonMenu();
  const run = async (command) => {
    close();
    const channel = window.playground.active.channel;
    const word = await client.runOn(channel, command.path, person.id);
    if (word) say(word, true, true);
  };
  const entry = (mark, words, act) => el("button.entry", { type: "button", role: "menuitem", onclick: act }, mark, words);
  const entries = [
    ...(person.id === client.you ? [] : [entry(icon("turn"), t("banner.continue", person), () => { close(); window.playground.become(person.key); })]),
    ...client.onPeople.map((command) => entry(icon("slash"), command.name, () => run(command))),
  ];
  const menu = el("div.person-menu", { role: "menu", "aria-label": t("person.menu", person) },
    el("div.person-head", {}, avatar(person), el("strong", {}, person.name)), entries,
    client.onPeople.length ? null : el("p.faint", {}, t("person.none")));
  const veil = el("div.person-veil", { onclick: () => close() });
  menu.addEventListener("keydown", (event) => {
    const all = [...menu.querySelectorAll(".entry")];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape" || event.key === "Tab") close();
    else if (step) all[(all.indexOf(document.activeElement) + step + all.length) % all.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  function close() {
    menu.remove();
    veil.remove();
    open = null;
    if (anchor.isConnected) anchor.focus({ preventScroll: true });
  }
  open = close;
  document.body.append(veil, menu);
  const at = anchor.getBoundingClientRect();
  menu.style.left = `${Math.max(8, Math.min(at.left, innerWidth - menu.offsetWidth - 8))}px`;
  menu.style.top = `${at.bottom + menu.offsetHeight + 12 > innerHeight ? Math.max(8, at.top - menu.offsetHeight - 4) : at.bottom + 4}px`;
  menu.querySelector(".entry")?.focus();
}
