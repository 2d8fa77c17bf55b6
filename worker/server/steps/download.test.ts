import { expect, test } from "vitest";
import { answerAt, NEXT } from "#tests/setup/step.ts";
import type { Edge } from "#worker/server/edge/edge.ts";
import { download } from "./download.ts";

const ID = "a".repeat(20);
const edge = { side: { download: async (id: string) => new Response(`archive ${id}`) } } as unknown as Partial<Edge>;

test("an archive is read, by its own path", async () => {
  expect((await answerAt(download, `/download/${ID}.zip`, { edge })).text).toBe(`archive ${ID}`);
  expect((await answerAt(download, "/download/a.zip", { edge })).status).toBe(404);
  expect((await answerAt(download, `/download/${ID}.zip`, { edge, method: "POST", body: "a" })).status).toBe(405);
  expect((await answerAt(download, "/settings/data", { edge })).text).toBe(NEXT);
});
