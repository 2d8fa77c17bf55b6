import { expect, test } from "vitest";
import type { ChatRow, Message } from "#worker/messaging/chat/chat.contract.ts";
import { isLastWord, type Rows, unreadIn, withDrafts, withMessage, withNewest, withOlder } from "./rows.client.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();

function row(id: string, minute: number, unread = 0): ChatRow {
  return {
    conversation: { id, last_seq: 1 },
    profile: { id: `p${id}`, name: id } as ChatRow["profile"],
    num_unread_messages: unread,
    muted: false,
    draft: null,
    goodbye: null,
    last_message: {
      text: "Hi",
      gift: null,
      photo: false,
      voice: false,
      call: null,
      own: false,
      by_staff: false,
      created_at: at(minute),
    },
  };
}
const rows = (cursor: string | null, ...chats: ChatRow[]): Rows => ({ chats, cursor });
const idsOf = ({ chats }: Rows) => chats.map(({ conversation }) => conversation.id).join("");

function message(conversation: string, seq: number, sender = "partner"): Message {
  return { conversation, seq, sender, type: "text", text: "line\none", gift: null, created_at: at(50) } as Message;
}

test("a new first page keeps the rows below it and the way on", () => {
  const known = withOlder(rows("2", row("a", 9), row("b", 8)), rows("4", row("c", 7), row("d", 6)), "2");
  expect(idsOf(known)).toBe("abcd");
  const now = withNewest(known, rows("2b", row("d", 10), row("a", 9)));
  expect([idsOf(now), now.cursor]).toEqual(["dabc", "4"]);
});

test("a removed chat goes, and a first page without a known chat begins anew", () => {
  const known = rows("4", row("a", 9), row("b", 8), row("c", 7), row("d", 6));
  expect(idsOf(withNewest(known, rows("x", row("a", 9), row("c", 7))))).toBe("acd");
  expect(withNewest(known, rows("x", row("y", 20), row("z", 19)))).toEqual(rows("x", row("y", 20), row("z", 19)));
  expect(idsOf(withNewest(known, rows(null, row("a", 9))))).toBe("a");
});

test("a page with a chat that moved up adds it once", () => {
  expect(idsOf(withOlder(rows("2", row("c", 20), row("a", 9)), rows("4", row("b", 8), row("c", 7)), "2"))).toBe("cab");
});

test("a page that was asked for before the list began anew is not added", () => {
  const anew = rows("9", row("y", 20), row("z", 19));
  expect(withOlder(anew, rows("4", row("b", 8), row("c", 7)), "2")).toBe(anew);
});

test("a first page that was read before a message does not take the message back", () => {
  const known = rows(null, row("a", 9), row("b", 8));
  const heard = withMessage(known, message("b", 2), "me", undefined) ?? expect.unreachable();
  const now = withNewest(heard, rows(null, row("a", 10), row("b", 8)));
  expect(idsOf(now)).toBe("ba");
  expect(now.chats[0]).toMatchObject({ num_unread_messages: 1, last_message: { text: "line one" } });
});

test("a message moves its chat to the top and counts once; own and open ones do not count", () => {
  const known = rows(null, row("a", 9), row("b", 8));
  const heard = withMessage(known, message("b", 2), "me", undefined) ?? expect.unreachable();
  expect(idsOf(heard)).toBe("ba");
  expect(heard.chats[0]).toMatchObject({ num_unread_messages: 1, last_message: { text: "line one", own: false } });
  expect(withMessage(heard, message("b", 2), "me", undefined)).toBe(heard);
  expect(withMessage(known, message("b", 2, "me"), "me", undefined)?.chats[0]).toMatchObject({ num_unread_messages: 0 });
  expect(withMessage(known, message("b", 2), "me", "b")?.chats[0]).toMatchObject({ num_unread_messages: 0 });
  expect(withMessage(known, message("z", 2), "me", undefined)).toBeNull();
});

test("counts what is unread in loaded chats, and knows a chat's last words", () => {
  const known = rows(null, row("a", 9, 2), row("b", 8, 1));
  expect(unreadIn(known)).toBe(3);
  expect(isLastWord(known, "a", message("a", 1))).toBe(true);
  expect(isLastWord(withMessage(known, message("a", 2), "me", undefined) ?? known, "a", message("a", 1))).toBe(false);
  expect(isLastWord(known, "a", null)).toBe(true);
  expect(isLastWord(known, "z", null)).toBe(false);
});

test("a text that this device has not saved yet is the draft of its chat, and a deleted one is none", () => {
  const read = rows(
    null,
    { ...row("a", 9), draft: "of the server" },
    { ...row("b", 8), draft: "deleted here" },
    row("c", 7),
    row("d", 6),
  );
  const texts = new Map([
    ["pb", " "],
    ["pc", " begun here "],
    ["px", "of nobody in this list"],
  ]);
  expect(withDrafts(read, texts).chats.map(({ draft }) => draft)).toEqual(["of the server", null, "begun here", null]);
  expect(withDrafts(read, new Map())).toBe(read);
});
