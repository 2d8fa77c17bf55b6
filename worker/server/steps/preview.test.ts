import { expect, test } from "vitest";
import { answerAt, NEXT } from "#tests/setup/step.ts";
import type { Edge } from "#worker/server/edge/edge.ts";
import { preview } from "./preview.ts";

const edge = { domain: { previewUntil: 1 } as Edge["domain"] };

test("a preview is read, and takes nothing", async () => {
  expect((await answerAt(preview, "/signup", { edge })).text).toBe(NEXT);
  const page = await answerAt(preview, "/signup", { edge, method: "POST", body: "a" });
  expect([page.status, page.text]).toEqual([403, expect.stringContaining("notices.preview.refused")]);
  const call = await answerAt(preview, "/api/like.php", { edge, method: "POST", body: "a" });
  expect([call.status, JSON.parse(call.text).error.code]).toEqual([403, "forbidden"]);
});

test("a domain that is open takes writes", async () => {
  expect((await answerAt(preview, "/signup", { method: "POST", body: "a" })).text).toBe(NEXT);
});
