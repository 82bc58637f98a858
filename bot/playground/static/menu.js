// A select menu as Discord has it: one or several values, second lines, keyboard, and silence for the same choice again.
import { el, icon, worded } from "./dom.js";
import { t } from "./words.js";

let open = null; // the one menu that is open: { key, picks, close }

export function closeMenu() { open?.close(false); }

/** The options of a menu; those of people and channels come from what the person sees. */
export function optionsOf(menu, client) {
  const people = client.people.filter((p) => !p.bot && !p.left).map((p) => ({ label: p.name, value: p.id }));
  const channels = client.channels.filter((c) => c.kind === "channel").map((c) => ({ label: "#" + c.name, value: c.id }));
  return { 5: people, 7: people, 8: channels }[menu.type] ?? menu.options ?? [];
}

const same = (a, b) => a.length === b.length && a.every((v) => b.includes(v));

/**
 * A menu. `send` gets the values when they differ from the ones chosen before;
 * in a form (`settings.form`) it gets every change.
 */
export function select(menu, client, settings) {
  const { key, chosen, send, busy = false, labelledby } = settings;
  const options = optionsOf(menu, client);
  const least = menu.min_values ?? 1;
  const most = Math.min(menu.max_values ?? 1, Math.max(options.length, 1));
  const several = most > 1 || least === 0;
  const placeholder = menu.placeholder || t(several ? "menu.several" : "menu.one");
  const labels = options.filter((o) => chosen.includes(o.value)).map((o) => o.label);
  const text = el(labels.length ? "span.value" : "span.value.none", {}, worded(labels.join(", ") || placeholder));
  const trigger = el("button.select", {
    type: "button", disabled: menu.disabled, "aria-haspopup": "listbox", "aria-expanded": "false", "aria-busy": busy ? "true" : null,
    "data-key": menu.custom_id,
  }, text, busy ? el("span.dots", { "aria-hidden": "true" }) : icon("down"));
  if (labelledby) trigger.setAttribute("aria-labelledby", labelledby);
  else trigger.setAttribute("aria-label", labels.length ? `${placeholder}: ${labels.join(", ")}` : placeholder);
  const box = el("div.menu", {}, trigger);

  function show(picks, focused) {
    closeMenu();
    const list = el("div.options", { role: "listbox", "aria-label": placeholder, tabIndex: -1, "aria-multiselectable": several ? "true" : null });
    const items = options.map((option, i) => {
      const item = el("div.option", { role: "option", id: `o${Math.random().toString(36).slice(2)}`, "data-value": option.value },
        el("span.words", {}, el("span.label", {}, worded(option.label)), option.description ? el("span.detail", {}, worded(option.description)) : null),
        el("span.tick", { "aria-hidden": "true" }, icon("check")));
      item.addEventListener("click", (event) => { event.stopPropagation(); at = i; pick(); });
      item.addEventListener("pointermove", () => { if (at !== i) mark(i, false); });
      return item;
    });
    list.append(...items);
    const done = several ? el("button.done", { type: "button", onclick: () => finish() }, t("menu.select")) : null;
    const sheet = el("div.sheet", { onclick: (event) => event.stopPropagation() }, el("div.sheet-title", {}, worded(placeholder)), list, done);
    const veil = el("div.veil", { onclick: () => finish() });
    let at = Math.max(0, options.findIndex((o) => (focused ?? picks[0]) === o.value));

    function paint() {
      items.forEach((item, i) => {
        item.setAttribute("aria-selected", String(picks.includes(options[i].value)));
        item.classList.toggle("at", i === at);
      });
      if (items[at]) list.setAttribute("aria-activedescendant", items[at].id);
      if (done) {
        done.disabled = picks.length < least || picks.length > most;
        done.textContent = t(most < options.length ? "menu.select.of" : "menu.select.n", { n: picks.length, most });
      }
    }
    function mark(i, scroll = true) {
      at = (i + items.length) % items.length;
      paint();
      if (scroll) items[at].scrollIntoView({ block: "nearest" });
    }
    function pick() {
      const value = options[at].value;
      if (!several) { picks = [value]; return finish(); }
      if (picks.includes(value)) picks = picks.filter((v) => v !== value);
      else if (picks.length < most) picks = [...picks, value];
      if (open) open.picks = picks;
      paint();
    }
    function finish() {
      const fits = picks.length >= least && picks.length <= most;
      close(true);
      if (fits && !same(picks, chosen)) send(picks); // the same again sends nothing, as on Discord
    }
    function close(refocus) {
      if (open?.close !== close) return;
      open = null;
      sheet.remove();
      veil.remove();
      trigger.setAttribute("aria-expanded", "false");
      document.removeEventListener("pointerdown", outside, true);
      if (refocus && trigger.isConnected) trigger.focus({ preventScroll: true });
    }
    function outside(event) {
      if ([sheet, veil, trigger].some((part) => part.contains(event.target))) return;
      several ? finish() : close(false);
    }
    let typed = "", typedAt = 0;
    list.addEventListener("keydown", (event) => {
      const moves = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 };
      if (event.key in moves) mark(moves[event.key]);
      else if ((event.key === " " && Date.now() - typedAt > 800) || (event.key === "Enter" && !several)) pick();
      else if (event.key === "Enter") finish();
      else if (event.key === "Escape") close(true);
      else if (event.key === "Tab") { if (!several) close(true); return; }
      else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
        typed = Date.now() - typedAt > 800 ? event.key : typed + event.key;
        typedAt = Date.now();
        const hit = options.findIndex((o) => o.label.toLowerCase().startsWith(typed.toLowerCase()));
        if (hit >= 0) mark(hit);
      } else return;
      event.preventDefault();
      event.stopPropagation();
    });
    sheet.addEventListener("keydown", (event) => {
      if (event.key === "Escape") { event.preventDefault(); event.stopPropagation(); close(true); }
    });
    box.append(veil, sheet);
    trigger.setAttribute("aria-expanded", "true");
    const room = box.closest(".scroll, .form-body")?.getBoundingClientRect();
    const here = trigger.getBoundingClientRect();
    if (room && room.bottom - here.bottom < 260 && here.top - room.top > room.bottom - here.bottom) sheet.classList.add("up");
    open = { key, close, finish, picks };
    document.addEventListener("pointerdown", outside, true);
    paint();
    list.focus({ preventScroll: true });
    items[at]?.scrollIntoView({ block: "nearest" });
  }

  trigger.addEventListener("click", () => (trigger.getAttribute("aria-expanded") === "true" ? open?.finish() : busy || show([...chosen])));
  trigger.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" && !busy) { event.preventDefault(); show([...chosen]); }
  });
  // The message was drawn again while this menu was open: go on where the person was.
  box.reopen = (state) => show(state.picks);
  return box;
}

/** Whether the open menu belongs to this message; returns what is needed to open it again. */
export function openWithin(node) {
  if (!open || !node.querySelector(".sheet")) return null;
  const state = { key: open.key, picks: open.picks };
  return state;
}
