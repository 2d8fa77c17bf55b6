import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { NOON } from "#tests/setup/context.ts";
import { MINUTE } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { createAgeStore } from "./age.store.ts";

const store = createAgeStore(connect(env.DB));

test("a check that never ends holds nobody: after a minute the request is over and counts as left", async () => {
  const [accountId, sessionHash] = [await addMember(), newId()];
  const row = {
    ...{
      id: newId(),
      accountId,
      sessionHash,
      domainId: "check-time",
      method: "eu" as const,
      way: "browser" as const,
      state: newId(),
    },
    ...{ next: "/", country: "NL", secret: "{}", outcome: null, codeHash: null, createdAt: NOON, expiresAt: NOON + 10 * MINUTE },
  };
  await store.begin(row, NOON);
  expect(await store.claim(row.id, NOON)).toBe(true);
  expect(await store.latest(accountId, sessionHash, NOON + MINUTE - 1)).toMatchObject({ outcome: "checking" });
  expect(await store.latest(accountId, sessionHash, NOON + MINUTE)).toBeNull();
  await store.sweep(NOON + MINUTE);
  const { results } = await env.DB.prepare("SELECT name FROM daily_figures WHERE domain_id = 'check-time' ORDER BY name").all();
  expect(results.map(({ name }) => name)).toEqual(["age_begun", "age_left"]);
});
