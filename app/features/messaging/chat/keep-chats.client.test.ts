import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CallError } from "#app/live/client.ts";
import { wipeKeptChats } from "#app/ui/kept-chats.ts";
import { WIPE_KEPT_CHATS } from "#app/ui/wipe-kept-chats.ts";
import type { ChatRow, Message } from "#worker/messaging/chat/chat.contract.ts";
import { keepNow } from "./keep-chats.client.ts";
import type { Kept } from "./kept-chats.client.ts";

const asked: string[] = [];
let answers: Record<string, (input: { conversation?: string; cursor?: string }) => unknown>;
vi.mock("#app/live/client.ts", async () => {
  class CallError extends Error {
    constructor(
      readonly status: number,
      readonly error: { code?: string } = {},
    ) {
      super();
    }
    get code() {
      return this.error.code;
    }
  }
  return {
    CallError,
    call: async (name: string, input: { conversation?: string }) => {
      asked.push(input.conversation ? `${name} ${input.conversation}` : name);
      return answers[name]?.(input);
    },
  };
});
vi.mock("#app/live/live.client.ts", () => ({ live: () => ({ listen: () => () => {} }) }));

let stored: Map<string, string>;
let rows: ChatRow[];

beforeEach(() => {
  stored = new Map();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  };
  // `Object.keys` of a storage are its entries.
  vi.stubGlobal("localStorage", new Proxy(storage, { ownKeys: () => [...stored.keys()], getOwnPropertyDescriptor: () => ENTRY }));
  vi.stubGlobal("navigator", {});
  asked.length = 0;
  rows = Array.from({ length: 60 }, (_, index) => row(`c${index}`, 40));
  answers = {
    chats: ({ cursor }) => (cursor ? { chats: rows.slice(40), cursor: null } : { chats: rows.slice(0, 40), cursor: "next" }),
    chat: ({ conversation }) => ({ messages: messagesOf(conversation ?? "") }),
    readChat: () => ({ unread_messages: 0 }),
  };
});
afterEach(() => void vi.unstubAllGlobals());

const ENTRY = { enumerable: true, configurable: true };
const KEY = "kept-chats:anna";
const choose = (member = "anna") => stored.set(`kept-chats:${member}`, JSON.stringify({ at: 0, chats: [] } satisfies Kept));
const kept = () => JSON.parse(stored.get(KEY) ?? "null") as Kept | null;

function row(id: string, seq: number): ChatRow {
  const profile = { id: `p-${id}`, name: `Name ${id}`, fictional: false, main_image: { filename: "/media/face" } };
  return { conversation: { id, last_seq: seq }, profile, num_unread_messages: 0, last_message: null } as unknown as ChatRow;
}
function messagesOf(id: string): Message[] {
  return Array.from({ length: 40 }, (_, index) => {
    const type = index === 39 ? "photo" : "text";
    const said = {
      seq: index + 1,
      sender: index % 2 ? "anna" : `p-${id}`,
      text: `${id} ${index + 1}`,
      hidden: index === 38,
      type,
    };
    return { ...said, created_at: "2026-11-28T12:00:00.000Z", photo: { filename: "/media/secret" } } as unknown as Message;
  });
}

test("without the member's choice nothing is asked and nothing is kept", async () => {
  await keepNow("anna");
  expect([asked, stored.size]).toEqual([[], 0]);
});

test("the last 50 chats are kept in one key, 30 messages each, in words: no photo, nothing that was deleted", async () => {
  choose();
  await keepNow("anna");
  expect([...stored.keys()]).toEqual([KEY]);
  expect(
    kept()
      ?.chats.map(({ id }) => id)
      .toSorted(),
  ).toEqual(
    rows
      .slice(0, 50)
      .map(({ conversation }) => conversation.id)
      .toSorted(),
  );
  expect(kept()?.chats.every(({ messages }) => messages.length === 30)).toBe(true);
  expect(kept()?.chats[0]?.messages.at(-1)).toMatchObject({ type: "photo", own: true });
  expect(stored.get(KEY)).not.toContain("/media/");
  expect(stored.get(KEY)).not.toContain("c0 39");
});

test("the next time only what changed is read; the order follows the list, and a chat that left it goes", async () => {
  choose();
  await keepNow("anna");
  asked.length = 0;
  rows = [row("c7", 41), ...rows.filter(({ conversation: { id } }) => id !== "c7" && id !== "c3")];
  answers.chat = () => ({ messages: [...messagesOf("c7"), { ...messagesOf("c7")[0], seq: 41, text: "new" }] });
  await keepNow("anna");
  expect(asked).toEqual(["chats", "chats", "chat c7", "chat c50"]);
  await keepNow("anna");
  expect(kept()?.chats[0]?.messages.at(-1)?.text).toBe("new");
  expect(kept()?.chats.some(({ id }) => id === "c3")).toBe(false);
});

test.each([
  ["the session ended", 401, "authentication_required"],
  ["another member is logged in", 403, "other_member"],
  ["the account may not read", 403, "not_allowed"],
])("%s: all is wiped", async (_, status, code) => {
  choose();
  await keepNow("anna");
  answers.chats = () => {
    throw new CallError(status, { code } as never);
  };
  await keepNow("anna");
  expect(stored.size).toBe(0);
});

test("a chat whose partner has blocked goes, the others stay; a lost connection changes nothing", async () => {
  choose();
  await keepNow("anna");
  rows = [row("c0", 41), ...rows.slice(1)];
  answers.chat = () => {
    throw new CallError(403, { code: "blocked" });
  };
  await keepNow("anna");
  expect([kept()?.chats.length, kept()?.chats.some(({ id }) => id === "c0")]).toEqual([49, false]);
  answers.chats = () => {
    throw new CallError(0);
  };
  await keepNow("anna");
  expect(kept()?.chats.length).toBe(49);
});

test("what arrives after the choice was taken back, or after a log-out, is not kept", async () => {
  choose();
  answers.chat = ({ conversation }) => {
    wipeKeptChats();
    return { messages: messagesOf(conversation ?? "") };
  };
  await keepNow("anna");
  expect([stored.size, asked]).toEqual([0, ["chats", "chats", "chat c0"]]);
});

test("what was read without a connection is told as read", async () => {
  choose();
  await keepNow("anna");
  stored.set(
    KEY,
    JSON.stringify({ ...kept(), chats: kept()?.chats.map((chat) => (chat.id === "c2" ? { ...chat, seen: 40 } : chat)) }),
  );
  asked.length = 0;
  await keepNow("anna");
  expect(asked[0]).toBe("readChat c2");
  expect(kept()?.chats.some(({ seen }) => seen)).toBe(false);
});

test.each([
  ["is gone", 404, "not_found"],
  ["has a partner who has blocked", 403, "blocked"],
])("a chat that was read without a connection and %s goes; the others are told and kept", async (_, status, code) => {
  choose();
  await keepNow("anna");
  const read = (id: string) => (id === "c2" || id === "c4" ? { seen: 40 } : {});
  stored.set(KEY, JSON.stringify({ ...kept(), chats: kept()?.chats.map((chat) => ({ ...chat, ...read(chat.id) })) }));
  asked.length = 0;
  answers.readChat = ({ conversation }) => {
    if (conversation === "c2") throw new CallError(status, { code } as never);
  };
  rows = [row("c0", 41), ...rows.slice(1)].filter(({ conversation }) => conversation.id !== "c2");
  await keepNow("anna");
  expect(asked).toEqual(expect.arrayContaining(["readChat c2", "readChat c4", "chats", "chat c0"]));
  expect(kept()?.chats.some(({ id, seen }) => id === "c2" || seen)).toBe(false);
  expect(kept()?.chats.length).toBe(50);
});

test("only the chat that was told as read is so; a lost connection keeps the rest for the next time", async () => {
  choose();
  await keepNow("anna");
  const seen = (chats = kept()?.chats ?? []) => chats.filter((chat) => chat.seen).map(({ id }) => id);
  const read = kept()?.chats.map((chat) => (chat.id === "c2" || chat.id === "c4" ? { ...chat, seen: 40 } : chat));
  stored.set(KEY, JSON.stringify({ ...kept(), chats: read }));
  const [, second] = seen();
  answers.readChat = ({ conversation }) => {
    if (conversation === second) throw new CallError(0);
  };
  await keepNow("anna");
  expect(seen()).toEqual([second]);
});

test("a page of another member, and one of a visitor, wipes what was kept; the own one does not", () => {
  choose();
  choose("ben");
  stored.set("draft:anna:x", "{}");
  wipeKeptChats("ben");
  expect([...stored.keys()]).toEqual(["kept-chats:ben", "draft:anna:x"]);
  wipeKeptChats();
  expect([...stored.keys()]).toEqual(["draft:anna:x"]);
});

test("the log-in page wipes what was kept without a file of scripts, also where there is no storage", () => {
  choose();
  stored.set("draft:anna:x", "{}");
  runInNewContext(WIPE_KEPT_CHATS, { localStorage });
  expect([...stored.keys()]).toEqual(["draft:anna:x"]);
  runInNewContext(WIPE_KEPT_CHATS, {});
});

describe("the offline page", () => {
  const DAY = 24 * 3_600_000;
  const script = readFileSync("public/offline-chats.js", "utf8");
  /** True if it found something to show. */
  const shows = () => {
    let looked = false;
    const place = new Proxy({}, { get: () => void (looked = true), set: () => (looked = true) });
    const document = { querySelector: () => place };
    try {
      runInNewContext(script, { localStorage, document, location: { pathname: "/chats" }, Date, JSON, Object });
    } catch {
      // The place is no element.
    }
    return looked;
  };

  test.each([
    ["of the member who chose", 1, ["anna"], true],
    ["that were not read anew for a week", 8, ["anna"], false],
    ["of two members", 1, ["anna", "ben"], false],
  ])("chats %s, after %i days", (_, days, members, expected) => {
    for (const member of members) stored.set(`kept-chats:${member}`, JSON.stringify({ at: Date.now() - days * DAY, chats: [] }));
    expect(shows()).toBe(expected);
    expect(stored.size).toBe(expected ? 1 : 0);
  });
});
