import { expect, test } from "vitest";
import { answerAt, NEXT } from "#tests/setup/step.ts";
import type { Edge } from "#worker/server/edge/edge.ts";
import { media } from "./media.ts";

const edge = { side: { media: async ({ url }: Request) => new Response(`photo at ${url}`) } } as unknown as Partial<Edge>;

test("the domain's side answers for photos", async () => {
  const { text, headers } = await answerAt(media, "/media/key.full?d=1", { edge });
  expect([text, headers.get("x-content-type-options")]).toEqual(["photo at http://localhost/media/key.full?d=1", "nosniff"]);
  for (const path of ["/media", "/members/media/a"]) expect((await answerAt(media, path, { edge })).text).toBe(NEXT);
});
