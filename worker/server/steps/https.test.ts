import { expect, test } from "vitest";
import { answerAt, NEXT } from "#tests/setup/step.ts";
import { https } from "./https.ts";

test("plain http goes on here, and nowhere else", async () => {
  expect((await answerAt(https, "/members")).text).toBe(NEXT);
  expect((await answerAt(https, "https://liaison.example/members")).text).toBe(NEXT);
  const moved = await answerAt(https, "http://liaison.example/members");
  expect([moved.status, moved.headers.get("location")]).toEqual([308, "https://liaison.example/members"]);
  expect((await answerAt(https, "http://liaison.example/login", { method: "POST", body: "a" })).status).toBe(403);
});
