import { expect, test } from "vitest";
import type { MessageRow } from "./message.sql.ts";
import { messageOf, NOTHING, type Shows } from "./message-view.ts";

const ASKS = "Can you send me 200 euros with a gift card?";

function seen(given: Partial<MessageRow> = {}, shows: Shows = NOTHING, reader = "ben") {
  const times = { createdAt: 0, deliveredAt: null, readAt: null, editedAt: null };
  const row = { ...times, senderId: "anna", seq: 3, text: ASKS, gift: null, replyTo: null, hiddenFromReceiver: 0, ...given };
  return messageOf(row as MessageRow, reader, shows, { after: 0, oldest: 0 }).caution;
}

test("an early message that asks for money or leads elsewhere says so to both", () => {
  expect([seen(), seen({}, NOTHING, "anna")]).toEqual(["money", "money"]);
  expect(seen({ text: "Write to me on Telegram: maja_91" })).toBe("contact");
  expect(seen({ text: "Shall we walk along the canal on Sunday?" })).toBe(null);
  expect([seen({ seq: 200 }), seen({ seq: 201 })]).toEqual(["money", null]);
});

test("a deleted message and one to or from a fictional profile say nothing", () => {
  expect(seen({ hiddenFromReceiver: 1 })).toBe(null);
  expect(seen({}, { ...NOTHING, fictional: "anna" })).toBe(null);
  expect(seen({}, { ...NOTHING, fictional: "ben" }, "anna")).toBe(null);
});
