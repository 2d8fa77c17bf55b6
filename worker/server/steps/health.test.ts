import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { answerAt, NEXT } from "#tests/setup/step.ts";
import { health } from "./health.ts";

const edge = { at: 0 };

test("the health of the site is read at its path alone", async () => {
  const { text, headers } = await answerAt(health, "/health", { env, edge });
  expect(JSON.parse(text)).toHaveProperty("schema");
  expect([headers.get("cache-control"), headers.get("x-content-type-options")]).toEqual(["no-store", "nosniff"]);
  expect((await answerAt(health, "/health", { env, edge, method: "POST", body: "a" })).status).toBe(405);
  for (const path of ["/health/a", "/members/health"]) expect((await answerAt(health, path, { env, edge })).text).toBe(NEXT);
});
