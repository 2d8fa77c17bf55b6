import { afterEach, expect, test, vi } from "vitest";
import type { Message } from "#worker/messaging/chat/chat.contract.ts";
import { editableFor, isEditable } from "./use-actions.client.ts";
import { joined } from "./use-edit.client.ts";

afterEach(() => void vi.useRealTimers());

test("a message may be edited for five minutes, and not once it is read", () => {
  vi.useFakeTimers({ now: Date.parse("2026-11-26T12:04:59.000Z") });
  const message = { type: "text", created_at: "2026-11-26T12:00:00.000Z" } as Message;
  expect([editableFor(message), isEditable(message, false), isEditable(message, true)]).toEqual([1000, true, false]);
  vi.setSystemTime("2026-11-26T12:05:00.000Z");
  expect([editableFor(message), isEditable(message, false)]).toEqual([0, false]);
  vi.setSystemTime("2026-11-26T12:30:00.000Z");
  expect(editableFor(message)).toBe(0);
});

test("two texts that must both stay stand below each other", () => {
  expect(joined("A draft", "A change")).toBe("A draft\nA change");
  expect(joined("", "A change")).toBe("A change");
});
