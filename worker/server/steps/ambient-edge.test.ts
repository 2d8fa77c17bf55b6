import { expect, test } from "vitest";
import { answerAt } from "#tests/setup/step.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { ambientEdge } from "./ambient-edge.ts";

test("steps behind it find the request's facts, also after a wait", async () => {
  const next = async () => {
    await new Promise((done) => setTimeout(done));
    return new Response(edge().url.pathname);
  };
  const all = await Promise.all(["/a", "/b"].map((path) => answerAt(ambientEdge, path, { next })));
  expect(all.map(({ text }) => text)).toEqual(["/a", "/b"]);
});
