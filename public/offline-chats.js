// The last chats on the offline page, of the member who chose to keep them on this device (docs/decisions/0097).
// app/features/messaging/chat/kept-chats.client.ts describes what the key holds.
const PREFIX = "kept-chats:";
/** In ms: after a week without a connection the member may be logged out, and nobody here knows. */
const LONGEST = 7 * 24 * 3600_000;

const place = document.querySelector("[data-kept]");
const kept = place && readKept();
if (kept) show(kept);

/** Of two members neither sees the other's. */
function readKept() {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    const stored = keys.length === 1 && JSON.parse(localStorage.getItem(keys[0]));
    if (stored && Date.now() - stored.at < LONGEST) return { key: keys[0], ...stored };
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // No storage, or not ours: there is nothing to show.
  }
  return null;
}

function show({ key, at, chats }) {
  const [, area, id] = location.pathname.split("/");
  const open = chats.find((chat) => (area === "chats" && chat.id === id) || (area === "members" && chat.profile === id));
  place.hidden = false;
  part(place, "as-of").textContent = place.dataset.asOf.replace("{{time}}", () => timeOf(at, { dateStyle: "medium" }));
  if (open) showChat(open, key);
  else for (const chat of chats) addRow(chat);
  part(place, "none").hidden = open !== undefined || chats.length > 0;
  part(place, "back").hidden = open === undefined;
  if (!open) return;
  part(place, "title").textContent = open.name;
  document.title = open.name;
}

function addRow(chat) {
  const row = copyOf("row");
  const last = chat.messages.at(-1);
  part(row, "link").href = `/chats/${chat.id}`;
  part(row, "name").textContent = chat.name;
  part(row, "fictional").hidden = !chat.fictional;
  const words = last ? wordsOf(last) : "";
  part(row, "text").textContent = last?.byStaff ? place.dataset.byStaff.replace("{{text}}", () => words) : words;
  part(row, "time").textContent = last ? timeOf(Date.parse(last.at), { dateStyle: "short" }) : "";
  part(place, "list").append(row);
}

function showChat(chat, key) {
  for (const message of chat.messages) {
    const bubble = copyOf(message.own ? "own" : "other");
    part(bubble, "author").textContent = message.own ? place.dataset.you : chat.name;
    part(bubble, "by-staff").hidden = !message.byStaff;
    part(bubble, "text").textContent = wordsOf(message);
    part(bubble, "time").textContent = timeOf(Date.parse(message.at), { dateStyle: "short" });
    part(place, "list").append(bubble);
  }
  place.lastElementChild.scrollIntoView({ block: "end" });
  // Told to the server with the next connection: what was read here is read.
  try {
    const stored = JSON.parse(localStorage.getItem(key));
    for (const one of stored.chats) if (one.id === chat.id && chat.seq > 0) one.seen = chat.seq;
    localStorage.setItem(key, JSON.stringify(stored));
  } catch {
    // Full: the chat stays unread.
  }
}

function wordsOf({ type, text }) {
  const { gift, photo, voice } = place.dataset;
  const word = { gift, photo, voice }[type];
  return word ? [word, text].filter(Boolean).join(": ") : text;
}

function timeOf(at, style) {
  return new Intl.DateTimeFormat(place.dataset.locale, { timeStyle: "short", ...style }).format(at);
}

function copyOf(name) {
  return place.querySelector(`template[data-of="${name}"]`).content.firstElementChild.cloneNode(true);
}

function part(inside, name) {
  return inside.querySelector(`[data-part="${name}"]`) ?? inside;
}
