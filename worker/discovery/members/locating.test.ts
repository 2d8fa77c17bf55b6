import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { logIn } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import { insertMade, type Made, NOW, TOWNS } from "#tests/setup/made-members.ts";
import { runs } from "#tests/setup/properties.ts";
import { anySearch, EVERY_FIELD, everyPage, unlimitedMembers } from "#tests/setup/property-searches.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Viewer } from "#worker/people/identity/viewer.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";
import { lazily } from "#worker/server/sides/side.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { DISTANCES } from "./members.contract.ts";

const members = unlimitedMembers(env);
const ME = "00000000000000000001";
/** Two members each, of one town and alike in everything that the other could tell. */
const twins: { a: string; b: string; town: (typeof TOWNS)[number] }[] = [];
/** Every fifth pair is on a trip: its town is the trip's. */
const tripOf = (kind: number) => (kind % 5 === 4 ? TOWNS[Math.floor(kind / 5) % 5] : undefined);
let viewer: Viewer;

beforeAll(async () => {
  const made: Made[] = [{ id: ME, gender: "male", looking_for: "female", town: TOWNS[0], kind: 0 }];
  for (let kind = 0; kind < 60; kind++) {
    const town = TOWNS[kind % TOWNS.length] ?? TOWNS[0];
    const [a, b] = ["b", "a"].map((letter) => `${letter}${String(kind).padStart(19, "0")}`) as [string, string];
    const trip = tripOf(kind);
    const on = trip ? { town, trip, kind } : { town, kind };
    made.push({ id: a, ...on }, { id: b, ...on });
    twins.push({ a, b, town: trip ?? town });
  }
  await insertMade(env.DB, made);
  const found = await servicesOf(env).accountsStore.findViewer(await sha256(await logIn(ME, NOW + DAY)), "liaison", NOW);
  viewer = found ?? expect.unreachable();
});

/** The searching member lives in this town, or travels to it: trips may be planted anywhere. */
async function from(town: (typeof TOWNS)[number], travels = false): Promise<MemberContext> {
  const stay = travels && town.city !== null ? { ...town, from: "2026-11-20", until: "2026-11-21" } : null;
  const profile = { ...viewer.profile, ...(travels ? { stay } : town) };
  return (await contextOf({
    viewer: { ...viewer, profile },
    now: NOW,
    settings: EVERY_FIELD,
    preview: ["distance"],
  })) as MemberContext;
}
const named = TOWNS.filter(({ city }) => city !== null);

/** All members by distance, and those within each radius, seen from each town. */
const views = lazily(() =>
  Promise.all(
    named.map(async (town) => {
      const ctx = await from(town);
      const nearest = await everyPage(members, ctx, { country: "all", sort: "nearest" });
      const within: string[][] = [];
      for (const distance of DISTANCES) within.push((await everyPage(members, ctx, { country: "all", distance })).ids);
      return { nearest, within };
    }),
  ),
);

test("no search from any town tells two members of one town apart: not by filters, order, count or distance", async () => {
  let shown = 0;
  await fc.assert(
    fc.asyncProperty(anySearch(), fc.constantFrom(...named), fc.boolean(), async (input, town, travels) => {
      const { ids, distances, first } = await everyPage(members, await from(town, travels), input);
      const place = new Map(ids.map((id, i) => [id, i]));
      for (const { a, b } of twins) {
        expect(place.has(a)).toBe(place.has(b));
        expect(distances[a]).toBe(distances[b]);
        // Their ids alone decide, wherever the search comes from.
        if (place.has(a)) expect(place.get(a)).toBeLessThan(place.get(b) ?? -1);
      }
      if (first.numResultsExact) expect(first.numResults % 2).toBe(0);
      shown += ids.length;
    }),
    { numRuns: runs(400) },
  );
  expect(shown).toBeGreaterThan(runs(400));
});

test("a member without a town has no distance from any place", async () => {
  const nowhere = new Set(twins.filter(({ town }) => town.city === null).flatMap(({ a, b }) => [a, b]));
  expect(nowhere.size).toBeGreaterThan(10);
  for (const { nearest, within } of await views()) {
    expect(within).toHaveLength(DISTANCES.length);
    for (const ids of within) expect(ids.filter((id) => nowhere.has(id))).toEqual([]);
    expect(nearest.ids.filter((id) => nowhere.has(id))).toHaveLength(nowhere.size);
    for (const id of nowhere) expect(nearest.distances[id]).toBeNull();
  }
});

test("from one place, all members of a town are at one distance, and inside or outside of each radius together", async () => {
  for (const { nearest, within } of await views()) {
    for (const ids of within) {
      const inside = new Set(ids);
      for (const one of named) {
        const here = twins.filter((pair) => pair.town === one).flatMap(({ a, b }) => [a, b]);
        expect(here.length).toBeGreaterThan(10);
        expect(new Set(here.map((id) => nearest.distances[id])).size).toBe(1);
        expect(new Set(here.map((id) => inside.has(id))).size).toBe(1);
      }
    }
  }
});

test("a trip to a town tells no more from there than a home in it", async () => {
  for (const town of named)
    for (const input of [
      { country: "all", sort: "nearest" as const },
      { country: "all", distance: "25" as const },
    ]) {
      const [home, trip] = [
        await everyPage(members, await from(town), input),
        await everyPage(members, await from(town, true), input),
      ];
      expect(home.ids.length).toBeGreaterThan(0);
      expect([trip.ids, trip.distances]).toEqual([home.ids, home.distances]);
    }
});
