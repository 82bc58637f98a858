// Where a person writes: plain words, or a slash command with its options, choices and completions.
import { el, icon, say } from "./dom.js";
import { t } from "./words.js";

let made = 0;

export class Composer {
  constructor(pane) {
    this.pane = pane;
    this.node = el("div.composer");
    this.plain();
  }

  get client() { return this.pane.client; }

  commands() {
    const kind = this.client.channel(this.pane.channel)?.kind === "dm" ? "dm" : "channel";
    return this.client.commands.filter((c) => c.places.includes(kind));
  }

  // ---- plain words

  plain(text = "", focus = false) {
    const listId = `commands${++made}`;
    this.at = 0;
    this.list = el("div.picker", { role: "listbox", id: listId, "aria-label": t("write.commands"), hidden: true });
    this.input = el("textarea", {
      rows: 1, value: text, maxLength: 2000, role: "combobox", "aria-expanded": "false", "aria-controls": listId, "aria-autocomplete": "list",
      oninput: () => this.typed(), onkeydown: (event) => this.key(event),
    });
    this.status = el("div.composer-note", { role: "alert" });
    this.node.replaceChildren(this.status, this.list, el("div.bar", {},
      el("button.round", { type: "button", "aria-label": t("write.slash"), onclick: () => this.slash() }, "/"),
      this.input,
      el("button.round.send", { type: "button", "aria-label": t("write.send"), onclick: () => this.send() }, icon("send"))));
    this.name();
    if (focus) this.input.focus();
    this.typed();
  }

  /** Offer all commands, or go straight to the one that opens a table. */
  slash(wanted) {
    const command = this.commands().find((c) => c.path === wanted);
    if (command) {
      this.fill(command);
      return this.node.querySelector("select, input")?.focus();
    }
    if (!this.input) this.plain();
    this.input.value = "/";
    this.input.focus();
    this.typed();
  }

  name() {
    const channel = this.client.channel(this.pane.channel);
    const place = channel ? ({ dm: "@Campanile", thread: `“${channel.name}”` }[channel.kind] ?? `#${channel.name}`) : "";
    if (!this.input) return;
    this.input.placeholder = t(matchMedia("(max-width: 720px)").matches ? "write.short" : "write.long", { place });
    this.input.setAttribute("aria-label", t("write.label", { place }));
  }

  typed() {
    const text = this.input.value;
    this.input.style.height = "";
    if (text.includes("\n") || this.input.scrollHeight > this.input.clientHeight + 4) this.input.style.height = Math.min(this.input.scrollHeight, 160) + "px";
    const wanted = text.startsWith("/") ? text.slice(1).toLowerCase() : null;
    this.found = wanted === null ? [] : this.commands().filter((c) => c.name.startsWith(wanted) || c.path.startsWith(wanted));
    if (wanted && !this.found.length) this.found = this.commands().filter((c) => c.name.includes(wanted));
    this.at = 0;
    this.list.hidden = wanted === null;
    this.input.setAttribute("aria-expanded", String(wanted !== null));
    this.list.replaceChildren(...this.found.map((command, i) =>
      el("div.command", { role: "option", id: `${this.list.id}-${i}`, onclick: () => this.fill(command) },
        el("span.command-name", {}, "/" + command.name, command.options.filter((o) => o.required).map((o) => el("span.opt", {}, o.label))),
        el("span.detail", {}, command.description))));
    if (wanted !== null && !this.found.length) this.list.append(el("div.command.faint", {}, t(this.commands().length ? "write.none" : "write.none.yet")));
    this.mark(0);
  }

  mark(i) {
    if (!this.found.length) return;
    this.at = (i + this.found.length) % this.found.length;
    [...this.list.children].forEach((c, n) => { c.classList.toggle("at", n === this.at); c.setAttribute("aria-selected", String(n === this.at)); });
    this.input.setAttribute("aria-activedescendant", `${this.list.id}-${this.at}`);
    this.list.children[this.at].scrollIntoView({ block: "nearest" });
  }

  key(event) {
    const picking = !this.list.hidden && this.found.length;
    if (picking && event.key === "ArrowDown") this.mark(this.at + 1);
    else if (picking && event.key === "ArrowUp") this.mark(this.at - 1);
    else if (picking && (event.key === "Enter" || event.key === "Tab")) this.fill(this.found[this.at]);
    else if (event.key === "Escape" && !this.list.hidden) this.plain("", true);
    else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) this.send();
    else return;
    event.preventDefault();
  }

  async send() {
    const text = this.input.value.trim();
    if (!text) return;
    if (text.startsWith("/")) return this.found.length ? this.fill(this.found[this.at]) : undefined;
    this.input.value = "";
    this.typed();
    const result = await this.client.ask({ do: "say", channel: this.pane.channel, text });
    if (result.refused) this.status.textContent = result.refused;
  }

  // ---- a command with options

  fill(command) {
    this.input = null;
    if (!command.options.length) return this.run(command, {});
    const values = {};
    this.status = el("div.composer-note", { role: "alert" });
    const options = [...command.options].sort((a, b) => b.required - a.required);
    const form = el("form.filling", { "aria-label": `/${command.name}` },
      el("div.filling-head", {}, el("span.command-name", {}, "/" + command.name), el("span.detail", {}, command.description)),
      el("div.filling-fields", {}, options.map((o) => this.option(o, command, values))),
      el("div.filling-foot", {}, el("button.button.secondary", { type: "button", onclick: () => this.plain("", true) }, t("form.cancel")),
        el("button.button.primary", { type: "submit" }, t("write.run"))));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.run(command, Object.fromEntries(Object.entries(values).filter(([, v]) => v !== "" && v !== undefined)));
    });
    form.addEventListener("keydown", (event) => event.key === "Escape" && this.plain("", true));
    this.node.replaceChildren(this.status, form);
    form.querySelector("input, select")?.focus();
    say(t("write.told", command));
  }

  async run(command, options) {
    const channel = this.pane.channel;
    if (!this.node.querySelector("form")) this.plain("", true);
    const word = await this.client.run(channel, command.path, options);
    if (word) this.status.textContent = word;
    else if (this.node.querySelector("form")) this.plain("", true);
  }

  option(option, command, values) {
    const id = `option${++made}`;
    const set = (value) => { values[option.name] = value; };
    const label = el("label", { htmlFor: id }, option.label, option.required ? el("span.needed", { "aria-hidden": "true" }, " *") : el("span.faint", {}, t("write.optional")));
    const choices = option.type === 5 ? [{ name: t("write.yes"), value: true }, { name: t("write.no"), value: false }]
      : option.type === 6 ? this.client.people.filter((p) => !p.bot && !p.left).map((p) => ({ name: p.name, value: p.id }))
      : option.type === 7 ? this.client.channels.filter((c) => c.kind !== "dm").map((c) => ({ name: "#" + c.name, value: c.id }))
      : option.choices;
    let field;
    if (choices.length && !option.autocomplete) {
      field = el("select", { id, required: option.required, "aria-describedby": `${id}d`, onchange: () => set(choices[field.selectedIndex - 1]?.value) },
        el("option", { value: "" }, option.required ? t("write.choose") : "—"), choices.map((c) => el("option", {}, c.name)));
    } else if (option.autocomplete) {
      field = this.completed(id, option, command, values, set);
    } else {
      const number = option.type === 4 || option.type === 10;
      field = el("input", { id, required: option.required, type: number ? "number" : "text", min: option.min_value, max: option.max_value,
        step: option.type === 10 ? "any" : undefined, autocomplete: "off", "aria-describedby": `${id}d`, oninput: () => set(field.value) });
    }
    return el("div.field", {}, label, field, el("span.hint", { id: `${id}d` }, option.description));
  }

  completed(id, option, command, values, set) {
    const list = el("div.picker.completing", { role: "listbox", id: `${id}l`, hidden: true, "aria-label": option.label });
    let found = [], at = 0, asking = 0;
    const mark = (i) => {
      at = (i + found.length) % found.length;
      [...list.children].forEach((c, n) => { c.classList.toggle("at", n === at); c.setAttribute("aria-selected", String(n === at)); });
      input.setAttribute("aria-activedescendant", `${id}-${at}`);
    };
    const take = (choice) => { input.value = choice.name; set(choice.value); hide(); };
    const hide = () => { list.hidden = true; input.setAttribute("aria-expanded", "false"); };
    const look = async () => {
      const mine = ++asking;
      const result = await this.client.ask({ do: "complete", channel: this.pane.channel, command: command.path, option: option.name, typed: input.value, options: values });
      if (mine !== asking || document.activeElement !== input) return;
      found = result.choices ?? [];
      list.replaceChildren(...found.map((c, i) => el("div.command", { role: "option", id: `${id}-${i}`, onpointerdown: (e) => { e.preventDefault(); take(c); } }, c.name)));
      list.hidden = !found.length;
      input.setAttribute("aria-expanded", String(found.length > 0));
      if (found.length) mark(0);
    };
    const input = el("input", {
      id, required: option.required, autocomplete: "off", role: "combobox", "aria-autocomplete": "list", "aria-controls": list.id, "aria-expanded": "false",
      "aria-describedby": `${id}d`, oninput: () => { set(input.value); look(); }, onfocus: look, onblur: hide,
    });
    input.addEventListener("keydown", (event) => {
      if (list.hidden || !found.length) return;
      if (event.key === "ArrowDown") mark(at + 1);
      else if (event.key === "ArrowUp") mark(at - 1);
      else if (event.key === "Enter") take(found[at]);
      else if (event.key === "Escape") hide();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    return el("div.completer", {}, input, list);
  }
}
