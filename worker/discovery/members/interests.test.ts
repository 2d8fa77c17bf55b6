import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { INTERESTS, INTIMATE, type Interest } from "#db/schema/interests.ts";
import { runs } from "#tests/setup/properties.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import { showsIntimate } from "#worker/sites/domains/intimate.vocabulary.ts";
import { changesLeft, MOST_CHANGES, ownInterests, seenInterests, storedInterests, TICK_COUNTS_AFTER } from "./interests.ts";
import { isFindable, isIntimate, listedInterests } from "./interests.vocabulary.ts";

const NOW = Date.UTC(2026, 10, 21, 12);
const SETTINGS = { intimate_interests: null, niche: 1, visible_profile_fields: ["interests"] };

type Site = Partial<Pick<Context["domain"]["settings"], "intimate_interests" | "niche">> & { visible_profile_fields?: string[] };
type Member = Parameters<typeof seenInterests>[0];

const siteOf = (site: Site) => ({ ...SETTINGS, ...site }) as Context["domain"]["settings"];

function member(id: string): Member {
  return { id, interests: [], intimate: {} };
}

/** False if the change was refused. */
function saves(one: Member, wanted: Interest[], now: number, site: Site = {}): boolean {
  const { limited, ...stored } = storedInterests(wanted, one, siteOf(site), now);
  if (!limited) Object.assign(one, stored);
  return !limited;
}

function sees(viewer: Member | null, of: Member, now: number, site: Site = {}) {
  const ctx = { viewer: viewer && { id: viewer.id, profile: viewer }, domain: { settings: siteOf(site) }, now };
  return seenInterests(of, ctx as unknown as Context);
}

test("thirteen interests are intimate; thirty-seven stay everyday ones", () => {
  expect(INTIMATE).toHaveLength(13);
  expect(INTERESTS.filter((code) => !isIntimate(code))).toHaveLength(37);
});

test("an intimate interest shows to two who both ticked it, to both from the same millisecond, a day after the later tick", () => {
  const [a, b] = [member("a"), member("b")];
  saves(a, ["coffee", "sex", "lingerie"], NOW);
  saves(b, ["sex", "tea"], NOW + 5 * HOUR);
  const from = NOW + 5 * HOUR + TICK_COUNTS_AFTER;
  for (const now of [NOW, NOW + DAY, from - 1]) expect([sees(a, b, now).both, sees(b, a, now).both]).toEqual([[], []]);
  for (const now of [from, from + 90 * DAY]) expect([sees(a, b, now).both, sees(b, a, now).both]).toEqual([["sex"], ["sex"]]);
  expect(sees(a, b, from).interests).toEqual(["tea"]);
  saves(b, ["tea"], from + HOUR);
  expect([sees(a, b, from + HOUR).both, sees(b, a, from + HOUR).both], "a removed tick stops at once").toEqual([[], []]);
  saves(b, ["tea", "sex"], from + 2 * HOUR);
  expect(sees(a, b, from + 3 * HOUR).both, "and ticked again, it waits again").toEqual([]);
});

test("visitors and members who ticked nothing see everyday interests; everybody sees all of their own", () => {
  const a = member("a");
  saves(a, ["coffee", "sex"], NOW);
  const later = NOW + 2 * DAY;
  for (const viewer of [null, member("b")]) expect(sees(viewer, a, later)).toEqual({ interests: ["coffee"], both: [] });
  expect(ownInterests(a)).toEqual(["coffee", "sex"]);
  expect(sees(a, a, later).both).toEqual([]);
  expect(sees(member("b"), a, later, { visible_profile_fields: [] })).toEqual({ interests: [], both: [] });
});

test("three changes in thirty days; a fourth may only take ticks away, and says when the next is free", () => {
  const a = member("a");
  expect(changesLeft(a, NOW)).toEqual({ left: MOST_CHANGES, againAt: null });
  expect(saves(a, ["sex"], NOW)).toBe(true);
  expect(saves(a, ["sex", "coffee"], NOW + HOUR), "everyday ones are free").toBe(true);
  expect(saves(a, ["sex", "coffee", "bondage"], NOW + DAY)).toBe(true);
  expect(changesLeft(a, NOW + DAY).left).toBe(1);
  expect(saves(a, ["bondage"], NOW + 2 * DAY)).toBe(true);
  expect(changesLeft(a, NOW + 2 * DAY)).toEqual({ left: 0, againAt: NOW + 30 * DAY });
  expect(saves(a, ["bondage", "sex"], NOW + 29 * DAY)).toBe(false);
  expect(ownInterests(a)).toEqual(["bondage"]);
  expect(saves(a, ["bondage", "coffee"], NOW + 29 * DAY), "an everyday one still").toBe(true);
  expect(saves(a, ["coffee"], NOW + 29 * DAY), "taking away always works").toBe(true);
  expect(saves(a, ["bondage"], NOW + 30 * DAY), "the taking away was a change, too").toBe(false);
  expect(saves(a, ["bondage"], NOW + 31 * DAY)).toBe(true);
});

test("ticks of before the rule count at once and are kept when others change", () => {
  const [a, b] = [member("a"), member("b")];
  for (const one of [a, b]) one.interests = ["coffee", "sex", "threesome"];
  expect(sees(a, b, NOW)).toEqual({ interests: ["coffee"], both: ["sex", "threesome"] });
  saves(a, ["coffee", "sex", "threesome", "lingerie"], NOW);
  expect(sees(b, a, NOW).both).toEqual(["sex", "threesome"]);
  expect(a.interests).toEqual(["coffee"]);
});

test("a domain that shows them to everybody lists them; ticks made there open no pair on another domain", () => {
  const open: Site = { intimate_interests: "open" };
  const [a, b] = [member("a"), member("b")];
  saves(a, ["sex", "coffee"], NOW, open);
  expect(sees(null, a, NOW, open)).toEqual({ interests: ["coffee", "sex"], both: [] });
  expect(sees(null, a, NOW)).toEqual({ interests: ["coffee"], both: [] });
  saves(b, ["sex"], NOW);
  expect(sees(a, b, NOW + 9 * DAY)).toEqual({ interests: [], both: [] });
  expect(sees(a, b, NOW + 9 * DAY, open), "a tick made for pairs stays one").toEqual({ interests: [], both: [] });
  for (let at = 0; at < 9; at++) saves(a, at % 2 ? ["coffee"] : ["coffee", "sex"], NOW + at, open);
  expect(saves(a, ["sex"], NOW + DAY)).toBe(true);
  expect(sees(a, b, NOW + 2 * DAY - 1).both).toEqual([]);
  expect(sees(a, b, NOW + 2 * DAY).both).toEqual(["sex"]);
});

test("niches 3 and 6 show them by default, and the setting decides", () => {
  const open = [1, 2, 3, 4, 5, 6, 7].filter((niche) => showsIntimate({ niche, intimate_interests: null }));
  expect(open).toEqual([3, 6]);
  expect(showsIntimate({ niche: 3, intimate_interests: "pairs" })).toBe(false);
  expect(isFindable(["coffee", "sex"], { niche: 1, intimate_interests: null })).toBe(false);
  expect(isFindable(["coffee"], { niche: 1, intimate_interests: null })).toBe(true);
  expect(listedInterests(["sex", "coffee"], { niche: 6, intimate_interests: null })).toEqual(["coffee", "sex"]);
});

test("only the rule, its store and the row of a new member name the column of the ticks", () => {
  const root = join(import.meta.dirname, "../../..");
  const files = globSync("worker/**/*.ts", { cwd: root, exclude: (path) => path.endsWith(".test.ts") });
  expect(files.length).toBeGreaterThan(500);
  const naming = files.filter((file) => /\bintimate\b(?! |\.vocabulary)/.test(withoutComments(join(root, file))));
  expect(naming.toSorted()).toEqual([
    "worker/accounts/signup/signup.sql.ts",
    "worker/discovery/members/interests.ts",
    "worker/discovery/members/profile-own.store.ts",
    "worker/discovery/members/profile-own.ts",
  ]);
});

function withoutComments(path: string): string {
  return readFileSync(path, "utf8").replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, "");
}

const index = fc.nat(3);
const step = fc.record({
  one: index,
  wanted: fc.uniqueArray(
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...INTIMATE.slice(0, 5)) }, fc.constantFrom(...INTERESTS)),
    {
      maxLength: 5,
    },
  ),
  wait: fc.nat(12 * DAY),
  viewer: index,
  of: index,
  look: fc.nat(2 * DAY),
});

test("over random ticks, times and viewers nobody learns a tick that they do not share, and both of a pair the same", () => {
  let [seen, refused] = [0, 0];
  fc.assert(
    fc.property(fc.array(step, { minLength: 30, maxLength: 40 }), (steps) => {
      const members = ["a", "b", "c", "d"].map(member);
      /** When each tick that stands was made, kept beside the rule. */
      const made = new Map<string, number>();
      let now = NOW;
      for (const { one, wanted, wait, viewer, of, look } of steps) {
        now += wait;
        const [ticking, me, them] = [one, viewer, of].map((at) => members[at]) as [Member, Member, Member];
        const before = new Set(ownInterests(ticking));
        if (saves(ticking, wanted, now)) {
          for (const code of INTIMATE) {
            const name = `${ticking.id} ${code}`;
            if (!wanted.includes(code)) made.delete(name);
            else if (!before.has(code)) made.set(name, now);
          }
        } else refused++;
        const at = now + look;
        const counts = (id: string, code: Interest) => (made.get(`${id} ${code}`) ?? Number.POSITIVE_INFINITY) + DAY <= at;
        const due = me === them ? [] : INTIMATE.filter((code) => counts(me.id, code) && counts(them.id, code));
        const shown = sees(me, them, at);
        expect(shown.interests.some(isIntimate)).toBe(false);
        expect(shown.both.toSorted()).toEqual([...due].sort());
        expect(sees(them, me, at).both).toEqual(shown.both);
        seen += shown.both.length;
      }
    }),
    { numRuns: runs(500) },
  );
  expect(seen).toBeGreaterThan(50);
  expect(refused).toBeGreaterThan(50);
});
