import { expect, test } from "vitest";
import { answerAt, NEXT } from "#tests/setup/step.ts";
import { address } from "./address.ts";

test("an address with one spelling goes on", async () => {
  expect((await answerAt(address, "/members?page=2")).text).toBe(NEXT);
});

test("a page at another spelling is moved, a call is refused", async () => {
  const moved = await answerAt(address, "/m%65mbers?page=2");
  expect([moved.status, moved.headers.get("location")]).toEqual([301, "/members?page=2"]);
  const call = await answerAt(address, "/api/us%65r.php");
  expect([call.status, JSON.parse(call.text).error.code]).toEqual([404, "not_found"]);
});

test("an address that is too long gets a page in the visitor's language", async () => {
  const { status, text } = await answerAt(address, `/${"a".repeat(400)}`);
  expect(status).toBe(404);
  expect(text).toContain("errors.not_found");
});
