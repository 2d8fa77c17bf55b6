import { expect, test } from "vitest";
import { NO_MARKS, receiptsIn, receiptsOf } from "./marks.ts";

const message = (seq: number, deliveredAt: number | null = null, readAt: number | null = null) => ({ seq, deliveredAt, readAt });
const MARKS = { readTo: 4, readAt: 50, deliveredTo: 6, deliveredAt: 60 };

test("a message is read or delivered up to the seq of its receiver's side, and one from before by its own marks", () => {
  expect(receiptsOf(message(7), MARKS)).toEqual({ deliveredAt: null, readAt: null });
  expect(receiptsOf(message(6), MARKS)).toEqual({ deliveredAt: 60, readAt: null });
  expect(receiptsOf(message(9, 10, 20), MARKS)).toEqual({ deliveredAt: 10, readAt: 20 });
  expect(receiptsOf(message(3, 10), MARKS)).toEqual({ deliveredAt: 10, readAt: 50 });
  for (const none of [NO_MARKS, undefined]) expect(receiptsOf(message(1), none)).toEqual({ deliveredAt: null, readAt: null });
});

test("no message was read before it was delivered", () => {
  expect(receiptsOf(message(4), MARKS)).toEqual({ deliveredAt: 50, readAt: 50 });
  expect(receiptsOf(message(1, null, 20), NO_MARKS)).toEqual({ deliveredAt: 20, readAt: 20 });
});

test("the receiver's side counts, also where the other one's is gone", () => {
  const marks = new Map([
    ["anna", NO_MARKS],
    ["ben", MARKS],
  ]);
  expect(receiptsIn({ ...message(4), senderId: "anna" }, marks).readAt).toBe(50);
  expect(receiptsIn({ ...message(4), senderId: "ben" }, marks).readAt).toBeNull();
  expect(receiptsIn({ ...message(4), senderId: "ben" }, new Map([["ben", MARKS]])).readAt).toBeNull();
});
