import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { MEMBERS_ONLY } from "#db/schema/attribute-table.ts";
import { runSql } from "#tests/setup/actions.ts";
import { logIn } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import { insertMade, type Made, NOW, TOWNS } from "#tests/setup/made-members.ts";
import { runs } from "#tests/setup/properties.ts";
import { anySearch, EVERY_FIELD, everyPage, unlimitedMembers } from "#tests/setup/property-searches.ts";
import { createLooks } from "#worker/discovery/searches/looks.ts";
import { createSearchesStore } from "#worker/discovery/searches/searches.store.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Viewer } from "#worker/people/identity/viewer.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createSearchStore } from "./search.store.ts";
import { OWN_FLAGS } from "./search.vocabulary.ts";

const { accountsStore, swipe } = servicesOf(env);
const members = unlimitedMembers(env);
const ME = "00000000000000000001";
/** Profiles visible to the member, and profiles visible to visitors. */
const [seen, open] = [new Set<string>(), new Set<string>()];
const women = new Set<string>();
let viewer: Viewer;

/** What keeps members out of every list. */
const UNSEEN: Partial<Made>[] = [
  { status: "hidden" },
  { status: "disabled" },
  { status: "deleted" },
  { pool: "elsewhere" },
  { fictional: 1 },
];

beforeAll(async () => {
  const made: Made[] = [{ id: ME, gender: "male", looking_for: "female", town: TOWNS[0], kind: 0 }];
  const blocks: [string, string][] = [];
  const add = (changes: Partial<Made>, kind: number) => {
    const one: Made = {
      id: `m${String(made.length).padStart(19, "0")}`,
      town: TOWNS[kind % TOWNS.length] ?? TOWNS[0],
      kind,
      // What hides somebody hides a traveller too.
      ...(kind % 4 === 3 ? { trip: TOWNS[(kind + 1) % 5] } : {}),
      ...changes,
    };
    made.push(one);
    return one;
  };
  for (let kind = 0; kind < 40; kind++) {
    for (const changes of UNSEEN) add(changes, kind);
    blocks.push([ME, add({}, kind).id], [add({}, kind).id, ME]);
    const both = add({}, kind).id;
    blocks.push([ME, both], [both, ME]);
    for (const changes of [{}, { shown_to_visitors: 0 }, { gender: "male", looking_for: "everyone" }]) {
      const { id, gender, shown_to_visitors } = add(changes, kind);
      seen.add(id);
      if (gender !== "male") women.add(id);
      if (shown_to_visitors !== 0) open.add(id);
    }
  }
  await insertMade(env.DB, made);
  await runSql(
    `INSERT INTO verifications (id, member_id, gesture, key, photos, status, sent_at, decided_at)
     SELECT id, id, 'thumb_up', id, '[]', 'approved', ?1, ?1 FROM profiles WHERE verified = 1`,
    NOW - DAY,
  );
  for (const pair of blocks) await runSql("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)", ...pair);
  // What was between the two hides in no list by itself.
  const [opened, passed] = [4, 40].map((every) =>
    JSON.stringify(made.filter((_, i) => i > 0 && i % every === 1).map(({ id }) => id)),
  );
  await runSql(
    "INSERT INTO visits (visited_id, visitor_id, at) SELECT value, ?1, ?2 FROM json_each(?3)",
    ME,
    NOW - DAY,
    opened ?? "",
  );
  await runSql(
    "INSERT INTO swipes (member_id, profile_id, liked, at) SELECT ?1, value, 0, ?2 + key FROM json_each(?3)",
    ME,
    NOW - DAY,
    passed ?? "",
  );
  // A block hides from the one who blocks or is blocked, not from visitors.
  for (const [a, b] of blocks) open.add(a === ME ? b : a);
  open.add(ME);
  const found = await accountsStore.findViewer(await sha256(await logIn(ME, NOW + DAY)), "liaison", NOW);
  viewer = found ?? expect.unreachable();
});

async function as(member: boolean): Promise<MemberContext> {
  const settings = { ...EVERY_FIELD, fictional_profiles: false, logged_out_search: true };
  return (await contextOf({ viewer: member ? viewer : null, now: NOW, settings })) as MemberContext;
}
const NOT_FOR_VISITORS = Object.fromEntries(
  ["online", "active", "distance", "sort", ...OWN_FLAGS, ...MEMBERS_ONLY].map((field) => [field, undefined]),
);
const db = connect(env.DB);
const looks = createLooks({
  store: createSearchesStore(db),
  search: createSearchStore(db),
  live: { tell: async () => {} },
  domainOf: async () => (await as(true)).domain,
});
const outside = (ids: string[], allowed: Set<string>) => ids.filter((id) => !allowed.has(id));

test("no filters and no order show or count who must not be seen, to members and visitors", async () => {
  let shown = 0;
  await fc.assert(
    fc.asyncProperty(anySearch(), fc.boolean(), async (given, member) => {
      const ctx = await as(member);
      const input = member ? given : { ...given, ...NOT_FOR_VISITORS };
      const { ids, first } = await everyPage(members, ctx, input);
      const allowed = member ? seen : open;
      expect(outside(ids, allowed)).toEqual([]);
      expect(new Set(ids).size).toBe(ids.length);
      if (input.gender === "female") expect(outside(ids, member ? women : open)).toEqual([]);
      const { numResults, numResultsExact, results } = await members.members(ctx, { ...input, only: "count" });
      expect(results).toEqual([]);
      expect([first.numResults, first.numReal]).toEqual([numResults, numResults]);
      if (numResultsExact) expect(numResults).toBe(ids.length);
      shown += ids.length;
    }),
    { numRuns: runs(400) },
  );
  expect(shown).toBeGreaterThan(runs(400));
});

test("similar members are visible to the viewer and of a gender that the viewer looks for", async () => {
  let shown = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...[...seen].filter((id) => open.has(id))), fc.boolean(), async (id, member) => {
      const { results } = await members.similar(await as(member), { id });
      const ids = results.map((one) => one.id);
      expect(outside(ids, member ? women : open)).toEqual([]);
      expect(ids).not.toContain(id);
      shown += ids.length;
    }),
    { numRuns: runs(200) },
  );
  expect(shown).toBeGreaterThan(runs(200));
});

test("the deck shows nobody who must not be seen, however far it is played", async () => {
  const ctx = await as(true);
  for (let shown = 0; ; ) {
    const { cards } = await swipe.deck(ctx);
    const ids = cards.map(({ id }) => id);
    expect(outside(ids, women)).toEqual([]);
    const [top] = ids;
    if (!top) {
      expect(shown).toBeGreaterThan(10);
      break;
    }
    shown++;
    await swipe.swipe(ctx, { profile: top, liked: false });
  }
});

test("the notice of a saved search counts exactly the members that the search lists within the wishes", async () => {
  let told = 0;
  await fc.assert(
    fc.asyncProperty(anySearch(), async ({ sort: _sort, online: _online, active: _active, new: _new, ...wanted }) => {
      const filter = { gender: "female" as const, country: "NL", ...wanted };
      await runSql("DELETE FROM saved_searches");
      await runSql(
        `INSERT INTO saved_searches (id, member_id, domain_id, filter, filter_key, notify, seen_until, due_at, created_at)
         VALUES ('s', ?1, 'without', ?2, '', 1, 0, 0, 0)`,
        ...[ME, JSON.stringify(filter)],
      );
      await looks.sweep(NOW);
      const { ids } = await everyPage(members, await as(true), { ...filter, sort: "newest", wishes: "1" });
      const fresh = await env.DB.prepare("SELECT fresh FROM saved_searches").first<number>("fresh");
      expect(fresh).toBe(Math.min(ids.length, 25));
      told += fresh ?? 0;
    }),
    { numRuns: runs(200) },
  );
  expect(told).toBeGreaterThan(runs(200));
});
