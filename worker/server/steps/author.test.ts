import { expect, test } from "vitest";
import { answerAt, NEXT } from "#tests/setup/step.ts";
import type { Edge } from "#worker/server/edge/edge.ts";
import { author } from "./author.ts";

const BEN = { session: { memberId: "ben" }, user: async () => ({ profile: { name: "Ben" } }) } as unknown as Partial<Edge>;

test("a page acts for the member it was made for", async () => {
  expect((await answerAt(author, "/chats", { edge: { ...BEN, author: "ben" } })).text).toBe(NEXT);
  expect((await answerAt(author, "/chats", { edge: BEN })).text).toBe(NEXT);
});

test("what another member's page asks for is refused", async () => {
  const { status, text } = await answerAt(author, "/chats", { edge: { ...BEN, author: "anna" } });
  expect([status, JSON.parse(text).error.code]).toEqual([409, "other_member"]);
});

test("a form names its member itself", async () => {
  const edge = { ...BEN, author: "anna" };
  expect((await answerAt(author, "/chats", { edge, method: "POST", body: "a" })).text).toBe(NEXT);
});
