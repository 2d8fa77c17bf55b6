import { expect, test } from "vitest";
import { GROUPS, NOTIFICATION_KINDS, NOTIFICATIONS, OPTIONAL, optionalMail } from "./kinds.vocabulary.ts";

/** @returns values that occur more than once */
function repeated<T>(values: readonly T[]): T[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

test("each kind has a place of its own on the settings page", () => {
  const places = NOTIFICATION_KINDS.map((kind) => NOTIFICATIONS[kind].order);
  expect(places.toSorted((a, b) => a - b)).toEqual(NOTIFICATION_KINDS.map((_, index) => index + 1));
  // A group is one block of the page.
  const groups = NOTIFICATION_KINDS.toSorted((a, b) => NOTIFICATIONS[a].order - NOTIFICATIONS[b].order).map(
    (kind) => NOTIFICATIONS[kind].group,
  );
  expect(groups.filter((group, index) => group !== groups[index - 1])).toEqual(GROUPS);
});

test("letters of unsubscribe links and templates belong to one kind", () => {
  expect(OPTIONAL.length).toBeGreaterThan(7);
  const mails = OPTIONAL.map(optionalMail);
  expect(repeated(mails.map(({ letter }) => letter))).toEqual([]);
  expect(repeated(mails.map(({ template }) => template))).toEqual([]);
  // Links in sent mails never expire.
  expect(Object.fromEntries(OPTIONAL.map((kind) => [kind, optionalMail(kind).letter]))).toMatchObject({
    ...{ message: "m", match: "t", like: "l", search: "s", photo: "p", gift: "g", photo_request: "r", photo_answer: "v" },
  });
});

test("what the law says a member is told has no switch for its mail", () => {
  expect(NOTIFICATION_KINDS.filter((kind) => NOTIFICATIONS[kind].mail === null)).toEqual(["payment", "security", "report"]);
  for (const kind of ["payment", "security", "report"] as const) expect(NOTIFICATIONS[kind].always).toContain("mail");
});

test("each kind opens a page of its own, with its subject or without; a gift opens its chat", () => {
  const chats = NOTIFICATIONS.message.path(null);
  expect([NOTIFICATIONS.gift.path(null), NOTIFICATIONS.gift.path("c1")]).toEqual([chats, "/chats/c1"]);
  expect(NOTIFICATIONS.gift.push.tag("c1")).toBe(NOTIFICATIONS.message.push.tag("c1"));
  const pages = NOTIFICATION_KINDS.filter((kind) => kind !== "gift").map((kind) => NOTIFICATIONS[kind].path(null));
  expect(repeated(pages)).toEqual([]);
  expect(pages).not.toContain("/settings/null");
  expect(NOTIFICATIONS.message.path("c1")).toBe("/chats/c1");
  expect(NOTIFICATIONS.photo_answer.path("m1")).toBe("/members/m1");
  expect(NOTIFICATIONS.security.path("passkeys")).toBe("/settings/passkeys");
});
