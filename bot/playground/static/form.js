// A modal form: text, menus, radio buttons and checkboxes, in the browser's own dialog.
import { el, say } from "./dom.js";
import { select } from "./menu.js";
import { t } from "./words.js";

let made = 0;

export function openForm(client, shown) {
  const { modal, interaction } = shown;
  const values = {};
  const error = el("p.failure", { role: "alert" });
  const title = el("h2", { id: `form${++made}` }, modal.title);
  const submit = el("button.button.primary", { type: "submit" }, t("form.submit"));
  const form = el("form", { method: "dialog", noValidate: false },
    el("header", {}, title, el("span.faint", {}, t("form.as", client.me))),
    el("div.form-body", {}, modal.components.map((part) => field(part, values, client)), error),
    el("footer", {}, el("button.button.secondary", { type: "button", onclick: () => dialog.close() }, t("form.cancel")), submit));
  const dialog = el("dialog.form", { "aria-labelledby": title.id, onclose: () => dialog.remove() }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    submit.disabled = true;
    error.textContent = "";
    const result = await client.ask({ do: "submit", interaction, values });
    submit.disabled = false;
    if (result.refused || result.failed) {
      error.textContent = result.refused ?? t("form.failed");
      return;
    }
    dialog.close();
    client.answered(result);
  });
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("input, textarea, .select")?.focus();
  say(t("form.label", modal));
}

function field(part, values, client) {
  if (part.type === 1) return part.components.map((child) => control(child, values, client, child.label));
  if (part.type === 18) return control(part.component, values, client, part.label, part.description);
  if (part.type === 10) return el("p", {}, part.content);
  return control(part, values, client, part.label);
}

function control(part, values, client, label, description) {
  const id = `field${++made}`;
  const required = part.required ?? true;
  const words = [label ?? "", required && part.type !== 23 ? el("span.needed", { "aria-hidden": "true" }, " *") : null];
  const hint = description ? el("span.hint", { id: `${id}d` }, description) : null;
  const set = (value) => { values[part.custom_id] = value; };
  const described = { "aria-describedby": hint ? hint.id : null };
  switch (part.type) {
    case 4: {
      const input = el(part.style === 2 ? "textarea" : "input", {
        id, required, value: part.value ?? "", placeholder: part.placeholder ?? "", minLength: part.min_length ?? undefined,
        maxLength: part.max_length ?? 4000, autocomplete: "off", ...described, oninput: () => set(input.value),
      });
      set(input.value);
      return el("div.field", {}, el("label", { htmlFor: id }, words), hint, input);
    }
    case 21: return group("radio", part, words, hint, set);
    case 22: return group("checkbox", part, words, hint, set);
    case 23: {
      const box = el("input", { id, type: "checkbox", checked: Boolean(part.default), onchange: () => set(box.checked) });
      set(box.checked);
      return el("div.field", {}, el("label.tickable", { htmlFor: id }, box, words), hint);
    }
    case 3: case 5: case 7: case 8: {
      let chosen = (part.options ?? []).filter((o) => o.default).map((o) => o.value);
      set(chosen);
      const holder = el("div.field", {}, el("span.label", { id }, words), hint);
      const draw = () => {
        holder.querySelector(".menu")?.remove();
        holder.append(select({ ...part, min_values: required ? part.min_values ?? 1 : 0 }, client, {
          key: id, chosen, send: (picked) => { chosen = picked; set(picked); draw(); holder.querySelector(".select").focus(); },
        }));
        const shown = holder.querySelector(".value");
        shown.id = `${id}v`;
        holder.querySelector(".select").setAttribute("aria-labelledby", `${id} ${id}v`);
      };
      draw();
      return holder;
    }
    default: return el("p.faint", {}, t("message.part", { kind: part.type }));
  }
}

function group(type, part, words, hint, set) {
  const name = `group${++made}`;
  const boxes = part.options.map((o) => el("input", { type, name, value: o.value, checked: Boolean(o.default), onchange: () => report() }));
  const report = () => {
    const on = boxes.filter((b) => b.checked).map((b) => b.value);
    set(type === "radio" ? on[0] ?? null : on);
  };
  report();
  return el("fieldset.field", {}, el("legend", {}, words), hint,
    part.options.map((o, i) => el("label.tickable", {}, boxes[i], el("span", {}, o.label, o.description ? el("span.hint", {}, o.description) : null))));
}

/** Ask something of the page's own in a dialog: a word, or only yes or no. Resolves to the word, "" or null. */
export function ask({ title, label, value = "", yes, danger = false }) {
  return new Promise((settle) => {
    const input = label ? el("input", { id: `field${++made}`, required: true, maxLength: 100, value, autocomplete: "off" }) : null;
    const head = el("h2", { id: `form${++made}` }, title);
    const dialog = el("dialog.form.own", { "aria-labelledby": head.id }, el("form", { method: "dialog", onsubmit: () => { answer = input?.value ?? ""; } },
      el("header", {}, head),
      input ? el("div.form-body", {}, el("div.field", {}, el("label", { htmlFor: input.id }, label), input)) : null,
      el("footer", {}, el("button.button.secondary", { type: "button", onclick: () => dialog.close() }, t("form.cancel")),
        el(danger ? "button.button.danger" : "button.button.primary", { type: "submit" }, yes))));
    let answer = null;
    dialog.addEventListener("close", () => { dialog.remove(); settle(answer); });
    document.body.append(dialog);
    dialog.showModal();
    input?.select();
  });
}
