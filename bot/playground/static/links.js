// Links: those to a message of this server are followed in the page, all others open a new tab.
import { el } from "./dom.js";

const PLACE = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(@me|\d+)\/(\d+)(?:\/(\d+))?\/?$/;

/** The channel and message that an address means, if they are on this server. */
export function placeOf(url, client) {
  const found = PLACE.exec(url ?? "");
  return found && (found[1] === "@me" || found[1] === client.server?.id) ? { channel: found[2], message: found[3] } : null;
}

/** A link; within the server it shows the message it means. */
export function link(name, url, client, ...content) {
  const place = placeOf(url, client);
  if (!place) return el(name, { href: url, target: "_blank", rel: "noopener noreferrer" }, ...content);
  return el(name, {
    href: `/as/${client.key}#${place.channel}/${place.message ?? ""}`,
    onclick: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      client.tell("go", place);
    },
  }, ...content);
}

/** The place that the page's own address means. */
export function placeInHash() {
  const [channel, message] = location.hash.slice(1).split("/");
  return /^\d+$/.test(channel) ? { channel, message } : null;
}
