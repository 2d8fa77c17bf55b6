import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import { everyPage, unlimitedMembers } from "#tests/setup/property-searches.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { ACTIVE_WITHIN, activeSince, OWN_FLAGS } from "./search.vocabulary.ts";

const NOW = Date.UTC(2026, 10, 21, 12);
const MIDNIGHT = Date.UTC(2026, 10, 21);
const members = unlimitedMembers(env);
const names = new Map<string, string>();
let ben: string;

async function woman(name: string, lastActiveAt: number, fictional = 0): Promise<void> {
  const id = await addMember({ name });
  names.set(id, name);
  await env.DB.prepare(
    "UPDATE profiles SET gender = 'female', looking_for = 'male', last_active_at = ?2, away_at = ?2, fictional = ?3 WHERE id = ?1",
  )
    .bind(id, lastActiveAt, fictional)
    .run();
}

beforeAll(async () => {
  ben = await addMember({ name: "Ben" });
  await env.DB.prepare("UPDATE profiles SET gender = 'male', looking_for = 'female' WHERE id = ?").bind(ben).run();
  await woman("today", NOW - 1000);
  await woman("yesterday", MIDNIGHT - DAY);
  await woman("earlier", MIDNIGHT - DAY - 1);
  await woman("thisweek", MIDNIGHT - 7 * DAY);
  await woman("thismonth", MIDNIGHT - 30 * DAY);
  await woman("longago", MIDNIGHT - 31 * DAY);
  await woman("invented", NOW - 1000, 1);
});

async function searcher(shows = true): Promise<Context> {
  const hash = await sha256(await logIn(ben, NOW + DAY));
  const viewer = (await servicesOf(env).accountsStore.findViewer(hash, "liaison", NOW)) ?? expect.unreachable();
  const preferences = { ...viewer.preferences, showOnline: shows };
  return contextOf({ viewer: { ...viewer, preferences }, now: NOW, settings: { fictional_profiles: true } });
}

test("the last days hold who was here since, away or not, and no fictional profile", async () => {
  const found = async (active?: (typeof ACTIVE_WITHIN)[number]) => {
    const { ids } = await everyPage(members, await searcher(), { gender: "female", country: "all", active });
    return ids.flatMap((id) => names.get(id) ?? []);
  };
  expect((await found()).toSorted()).toEqual([...names.values()].toSorted());
  expect(await found("day")).toEqual(["today", "yesterday"]);
  expect(await found("week")).toEqual(["today", "yesterday", "earlier", "thisweek"]);
  expect(await found("month")).toEqual(["today", "yesterday", "earlier", "thisweek", "thismonth"]);
});

test("the filter moves once a day, so that nobody's hour can be read from it", () => {
  for (const within of ACTIVE_WITHIN) {
    const since = activeSince(within, MIDNIGHT);
    for (const hour of [1, 12, 23.9]) expect(activeSince(within, MIDNIGHT + hour * 3_600_000)).toBe(since);
    expect(activeSince(within, MIDNIGHT + DAY)).toBe(since + DAY);
  }
});

test("who hides the own presence, and a visitor, cannot ask for that of others", async () => {
  const refusal = { fields: [{ field: "active", code: "presence_hidden" }] };
  await expect(members.members(await searcher(false), { active: "week" })).rejects.toMatchObject(refusal);
  const visitor = await contextOf({ viewer: null, now: NOW, settings: { logged_out_search: true } });
  await expect(members.members(visitor, { active: "week" })).rejects.toMatchObject(refusal);
});

test("a visitor has opened, passed and written to nobody, and an invisible member leaves no visits", async () => {
  const visitor = await contextOf({ viewer: null, now: NOW, settings: { logged_out_search: true } });
  for (const field of OWN_FLAGS)
    await expect(members.members(visitor, { [field]: "1" })).rejects.toMatchObject({
      fields: [{ field, code: "unknown_field" }],
    });
  const { viewer, ...ctx } = await searcher();
  const hidden = viewer && { ...viewer, profile: { ...viewer.profile, status: "hidden" as const } };
  await expect(members.members({ ...ctx, viewer: hidden }, { unopened: "1" })).rejects.toMatchObject({
    fields: [{ field: "unopened", code: "profile_invisible" }],
  });
});
