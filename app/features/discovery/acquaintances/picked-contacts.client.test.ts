import { expect, test } from "vitest";
import { type Contacts, withPicked } from "./picked-contacts.client.ts";

function picking(chosen: { email?: string[] }[]): Contacts & { asked: unknown[] } {
  const asked: unknown[] = [];
  const select = async (...said: unknown[]) => {
    asked.push(said);
    return chosen;
  };
  return { asked, select };
}

test("chosen contacts come below what was typed, each address once, and the device is asked for addresses alone", async () => {
  const contacts = picking([{ email: ["cleo@example.org", "cleo@work.example"] }, { email: ["ben@example.org"] }, {}]);
  expect(await withPicked(contacts, "ben@example.org\n\nanna@example.org\n")).toBe(
    "ben@example.org\nanna@example.org\ncleo@example.org\ncleo@work.example",
  );
  expect(contacts.asked).toEqual([[["email"], { multiple: true }]]);
});

test("a closed picker and contacts without an address change nothing", async () => {
  expect(await withPicked(picking([]), "anna@example.org")).toBeNull();
  expect(await withPicked(picking([{}, { email: [] }]), "")).toBeNull();
});

test("a device that refuses is told apart from one that chose nobody", async () => {
  const refuses = { select: async () => Promise.reject(new DOMException("refused", "SecurityError")) };
  await expect(withPicked(refuses, "")).rejects.toThrow("refused");
});
