import { expect, test } from "vitest";
import { answerAt, NEXT } from "#tests/setup/step.ts";
import { type Edge, withEdge } from "#worker/server/edge/edge.ts";
import { jsonApi } from "./json-api.ts";
import type { Step } from "./step.ts";

const api = jsonApi();
const step: Step = (c, next) => withEdge(c.var.edge, () => api(c, next));
const edge = { side: { pass: async () => null } } as unknown as Partial<Edge>;

test("a path of the API is answered as JSON, with the headers of every answer", async () => {
  const { status, text, headers } = await answerAt(step, "/api/nothing.php", { edge });
  expect([status, JSON.parse(text).error.code]).toEqual([404, "not_found"]);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

test("other paths go on", async () => {
  for (const path of ["/api", "/apis/user.php", "/members/api/"])
    expect([path, (await answerAt(step, path, { edge })).text]).toEqual([path, NEXT]);
});
