import { expect, test } from "vitest";
import type { Message } from "#worker/messaging/chat/chat.contract.ts";
import { chunksOf, firstUnread, isGroup } from "./groups.client.ts";

const message = (seq: number, sender: string, second: number) =>
  ({ seq, sender, created_at: new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString() }) as Message;

test("a group ends with another sender or after five minutes", () => {
  expect(isGroup(message(1, "a", 0), message(2, "a", 299))).toBe(true);
  expect(isGroup(message(1, "a", 0), message(2, "a", 300))).toBe(false);
  expect(isGroup(message(1, "a", 0), message(2, "b", 1))).toBe(false);
  expect(isGroup(message(1, "a", 0), undefined)).toBe(false);
});

test("older and newer messages leave the other chunks as they are", () => {
  const all = Array.from({ length: 160 }, (_, index) => message(index + 1, "a", index));
  const first = chunksOf(all.slice(60, 150), []);
  expect(first.map(({ key, messages }) => [key, messages.length])).toEqual([
    [1, 39],
    [2, 50],
    [3, 1],
  ]);
  const second = chunksOf(all, first);
  expect(second.map(({ key, messages }) => [key, messages.length])).toEqual([
    [0, 49],
    [1, 50],
    [2, 50],
    [3, 11],
  ]);
  expect([second[2] === first[1], second[1] === first[0]]).toEqual([true, false]);
});

test("own messages are never unread", () => {
  const all = [message(1, "b", 0), message(2, "a", 1), message(3, "b", 2)];
  expect([firstUnread(all, "b", 1), firstUnread(all, "b", 0), firstUnread(all, "b", 3)]).toEqual([3, 1, null]);
});
