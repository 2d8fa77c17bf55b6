import { expect, test } from "vitest";
import type { LiveObjects } from "#worker/delivery/live/objects.ts";
import type { PushJob } from "./jobs.ts";
import { withPushes } from "./with-pushes.ts";

async function jobsFor(looking: boolean, devices?: boolean): Promise<string[]> {
  const queued: PushJob[] = [];
  const live = { tell: async () => ({ reached: true, looking }) } as unknown as LiveObjects;
  const pushing = withPushes(
    live,
    async (jobs) => void queued.push(...jobs),
    () => {},
  );
  const news = { events: [{ type: "like", profile: "anna", match: false } as const], changed: [], devices };
  await pushing.tell("ben", { ...news, pushes: [{ id: "close:1", kind: "close", to: "ben", subject: "c" }] });
  return queued.map(({ kind }) => kind);
}

test("a member who looks at a page costs no queue for what the page shows", async () => {
  expect(await jobsFor(true)).toEqual(["close"]);
  expect(await jobsFor(false)).toEqual(["like", "close"]);
  expect(await jobsFor(false, true)).toEqual(["like", "close"]);
});

test("a member without a device costs no queue for what a device would show", async () => {
  expect(await jobsFor(false, false)).toEqual(["close"]);
});
