// Every word of the page itself, in one place; what people and the bot say comes from elsewhere.
// Another language is another dictionary with the same keys: words.fr.js; the server tells which there are.

import languages from "./languages.js";

const OTHERS = new Set(languages);

const ENGLISH = {
  // the frame
  "page.title": "Campanile playground",
  "page.skip": "Skip to the messages",
  "page.side": "Server and people",
  "page.you": "You are {name}",
  "page.lost": "The playground is not answering.",
  "page.close": "Close",
  "page.unread": "unread",
  "page.pings": "{n} for you",
  "side.channels": "Channels",
  "side.letters": "Direct messages",
  "side.people": "People at this machine",
  "side.you": "you",
  "side.turn": "turn",
  "side.away": "left",
  "side.tab": "In a new tab",
  "side.tab.of": "Open {name} in a new tab",
  "side.menu.of": "More about {name}",
  "side.left": "You have left this server.",
  "side.return": "Come back",
  "side.this": "You are this person",
  "side.language.of": "{name}'s language",
  "side.language.server": "Server's language",
  "side.dms": "Accepts direct messages",
  "banner.waiting": "Waiting for {names}",
  "banner.you": "you",
  "banner.nobody": "Nobody is awaited",
  "banner.continue": "Continue as {name}",
  "banner.follow": "Follow the turn",
  "banner.follow.short": "Follow",
  "banner.panes": "Two panes",
  "banner.stage": "Stage manager",
  // the first visit
  "hint.learn": "Learn a game",
  "hint.learn.rest": " with /learn: three minutes, by playing.",
  "hint.open": "Open a table",
  "hint.open.rest": " with /play, and choose a game.",
  "hint.seat": "Seat the others",
  "hint.seat.rest": " lets the other people here press Join, so that you can start.",
  "hint.follow": "Follow the turn",
  "hint.follow.rest": " always makes you the person who is to move.",
  "hint.done": "Got it",
  // a channel
  "pane.opener": "Channels and people",
  "pane.connecting": "connecting…",
  "pane.starting": "the bot is starting…",
  "pane.cut-off": "the bot is cut off",
  "pane.you-are": "You are ",
  "pane.messages": "Messages in {place}, as {name}",
  "pane.label": "{name} in {place}",
  "pane.thread": "New thread",
  "pane.typing": "{name} is typing…",
  "pane.only-to-you": ", only to you",
  "pane.gone": "That message is gone.",
  "pane.elsewhere": "{name} cannot see that channel.",
  "start.letters": "Letters from Campanile",
  "start.letters.rest": "Only you and the bot can read this.",
  "start.channel": "Welcome to #{name}",
  "start.thread": "{name}",
  "start.channel.rest": "Type / to see what the bot can do. What others do appears here at once.",
  "start.learn": "Learn a game in three minutes",
  "start.open": "Open a table",
  "start.now": "Play now against the computer",
  "thread.title": "New thread in #{name}",
  "thread.name": "Name",
  "thread.default": "Table of {name}",
  "thread.make": "Open the thread",
  // a message
  "message.somebody": "Somebody",
  "message.only-you": "Only you can see this",
  "message.only-you.label": ", only you can see this",
  "message.dismiss": "Dismiss message",
  "message.app": "APP",
  "message.used": " used ",
  "message.dead": "The application did not respond",
  "message.failed": "This interaction failed",
  "message.thinking": "{name} is thinking…",
  "message.edited": "(edited)",
  "message.part": "(a part of kind {kind})",
  "message.file": "file",
  "message.enlarge": "Enlarge the picture",
  "message.describe": "Description of the picture",
  "message.alt": "ALT",
  "message.picture": "Picture",
  "message.thread": "started a thread:",
  "message.delete": "Delete message",
  "message.delete.ask": "Delete this message for everybody?",
  "message.delete.yes": "Delete",
  "message.silent": "sent silently: nobody is notified",
  "seat.others": "Seat the others",
  "seat.mark": "playground",
  "seat.done": { 0: "Nobody else could join", 1: "1 person pressed Join", n: "{n} people pressed Join" },
  "markdown.to-move": "to move",
  "markdown.spoiler": "Spoiler, show it",
  "markdown.nobody": "unknown-user",
  "markdown.nowhere": "unknown",
  "markdown.role": "role",
  "markdown.no-date": "invalid date",
  // menus, forms and commands
  "menu.several": "Make selections",
  "menu.one": "Make a selection",
  "menu.select": "Select",
  "menu.select.n": "Select ({n})",
  "menu.select.of": "Select ({n} of at most {most})",
  "form.cancel": "Cancel",
  "form.submit": "Submit",
  "form.as": "as {name}",
  "form.failed": "Something went wrong. Please try again.",
  "form.label": "Form: {title}",
  "write.commands": "Commands",
  "write.slash": "Slash commands",
  "write.send": "Send",
  "write.short": "Message {place}",
  "write.long": "Message {place}, or / for commands",
  "write.label": "Message {place}; type a slash for commands",
  "write.none": "No such command.",
  "write.none.yet": "The bot has no commands yet.",
  "write.run": "Run",
  "write.told": "Command {name}. {description}",
  "write.optional": " optional",
  "write.choose": "Choose",
  "write.yes": "Yes",
  "write.no": "No",
  "person.menu": "About {name}",
  "person.none": "The bot has no commands for people.",
  // the stage manager
  "stage.title": "Stage manager",
  "stage.about": "What can happen around a game. Nothing here is part of Discord.",
  "stage.clock": "The clock",
  "stage.clock.now": "It is {time}.",
  "stage.clock.ahead": "It is {time}, {ahead} ahead of the real time.",
  "stage.clock.quarter": "+15 minutes",
  "stage.clock.hour": "+1 hour",
  "stage.clock.day": "+1 day",
  "stage.clock.real": "Real time again",
  "stage.discord": "Discord",
  "stage.discord.up": "Everything works.",
  "stage.discord.down": "Down for {n} s more: no request of the bot is answered.",
  "stage.discord.deaf": "Down for {n} s more, and the bot is cut off.",
  "stage.discord.rest": "Requests fail for a minute",
  "stage.discord.all": "All of it is down for a minute",
  "stage.discord.limits": "Enforce Discord's rate limits",
  "stage.discord.back": "Up again",
  "stage.pictures": "Discord refuses pictures",
  "stage.pictures.edits": "in edits of private answers",
  "stage.pictures.follow-ups": "in fresh private messages",
  "stage.pictures.messages": "in the channels and by DM",
  "stage.people": "People",
  "stage.people.owner": "owns the server and stays",
  "stage.people.here": "is here",
  "stage.people.left": "has left the server",
  "stage.people.leave": "Leave",
  "stage.people.return": "Come back",
  "stage.people.leave.of": "{name} leaves the server",
  "stage.people.return.of": "{name} comes back",
  "stage.bot": "What the bot may do in",
  "stage.bot.channel": "Channel",
  "stage.view_channel": "View Channel",
  "stage.send_messages": "Send Messages",
  "stage.send_messages_in_threads": "Send Messages in Threads",
  "stage.create_public_threads": "Create Public Threads",
  "stage.attach_files": "Attach Files",
  "stage.read_message_history": "Read Message History",
  "stage.messages": "Messages and threads",
  "stage.messages.about": "{names} can delete any message: point at it, or tap it, and press the bin. Everybody can delete their own.",
  "stage.on.down": "Discord is down",
};

let language = "en";
let words = ENGLISH;

/** Speak the language of a locale from now on, if the page has it; says whether that changed anything. */
export async function speak(locale) {
  const wanted = [locale, locale.split("-")[0]].find((name) => OTHERS.has(name)) ?? "en";
  if (wanted === language) return false;
  language = wanted;
  const found = wanted === "en" ? ENGLISH : (await import(`./words.${wanted}.js`)).default;
  if (wanted !== language) return false; // somebody else is on screen by now
  words = found;
  document.documentElement.lang = wanted;
  return true;
}

/** The words for a key, with what belongs in the {braces}; `n` also chooses between one and many. */
export function t(key, fill = {}) {
  const found = words[key] ?? ENGLISH[key];
  if (found === undefined) throw new Error(`no words for ${key}`);
  const text = typeof found === "string" ? found : found[fill.n] ?? found.n;
  return text.replace(/\{(\w+)\}/g, (_, name) => fill[name]);
}

/** "you, Bruno and Chiara" in the page's language. */
export function listed(names) { return new Intl.ListFormat(language, { type: "conjunction" }).format(names); }

/** "2 hours", "3 days" in the page's language. */
export function lasting(seconds) {
  const [unit, size] = [["day", 86400], ["hour", 3600], ["minute", 60]].find(([, s]) => seconds >= s) ?? ["second", 1];
  const n = Math.round((seconds / size) * 10) / 10;
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(n);
}
