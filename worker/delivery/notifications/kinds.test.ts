import { expect, test } from "vitest";
import { NOTIFICATION_KINDS, NOTIFICATIONS, OPTIONAL, optionalMail } from "./kinds.vocabulary.ts";

/** @returns values that occur more than once */
function repeated<T>(values: readonly T[]): T[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

test("each kind has a place of its own on the settings page", () => {
  const places = NOTIFICATION_KINDS.map((kind) => NOTIFICATIONS[kind].order);
  expect(places.toSorted((a, b) => a - b)).toEqual(NOTIFICATION_KINDS.map((_, index) => index + 1));
});

test("letters of unsubscribe links and templates belong to one kind", () => {
  expect(OPTIONAL.length).toBeGreaterThan(4);
  const mails = OPTIONAL.map(optionalMail);
  expect(repeated(mails.map(({ letter }) => letter))).toEqual([]);
  expect(repeated(mails.map(({ template }) => template))).toEqual([]);
  // Links in sent mails never expire.
  expect(Object.fromEntries(OPTIONAL.map((kind) => [kind, optionalMail(kind).letter]))).toMatchObject({
    ...{ message: "m", match: "t", like: "l", search: "s", photo: "p" },
  });
});

test("each kind opens a page of its own, with its subject or without", () => {
  const pages = NOTIFICATION_KINDS.map((kind) => NOTIFICATIONS[kind].path(null));
  expect(repeated(pages)).toEqual([]);
  expect(pages).not.toContain("/settings/null");
  expect(NOTIFICATIONS.message.path("c1")).toBe("/chats/c1");
  expect(NOTIFICATIONS.security.path("passkeys")).toBe("/settings/passkeys");
});
