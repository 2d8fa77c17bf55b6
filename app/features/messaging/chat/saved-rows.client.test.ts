import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ChatRow } from "#worker/messaging/chat/chat.contract.ts";
import { savedRows, saveRows } from "./saved-rows.client.ts";

const stored = new Map<string, string>();
let room = Number.POSITIVE_INFINITY;

beforeEach(() => {
  stored.clear();
  room = Number.POSITIVE_INFINITY;
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => stored.delete(key),
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException("full", "QuotaExceededError");
      stored.set(key, value);
    },
  });
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ type: "back_forward" }] as never);
});
// Files of one worker share the globals.
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const rows = (count: number) => ({
  chats: Array.from({ length: count }, (_, i) => ({ conversation: { id: `chat${i}` } }) as ChatRow),
  cursor: "next",
});

test("a list of thousands is saved with its place", () => {
  const place = { id: "chat-chat4321", offset: 12 };
  saveRows("anna", rows(5_000), place);
  const saved = savedRows("anna");
  expect(saved?.chats.length).toBe(5_000);
  expect(saved?.place).toEqual(place);
});

test("a list without room leaves no older one behind", () => {
  saveRows("anna", rows(30), null);
  room = 100;
  saveRows("anna", rows(60), null);
  expect(savedRows("anna")).toBe(null);
});

test("another member who uses the tab gets no rows, and they are deleted", () => {
  saveRows("anna", rows(30), null);
  expect(savedRows("ben")).toBe(null);
  expect(savedRows("anna")).toBe(null);
});
