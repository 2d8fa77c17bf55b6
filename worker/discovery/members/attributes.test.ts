import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { insertInBulk } from "#db/bits.ts";
import { ATTRIBUTE_NAMES, ATTRIBUTES, type Attribute, attributeRow, MEMBERS_ONLY } from "#db/schema/attribute-table.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { insertMembers } from "#tests/setup/bulk-members.ts";
import { contextOf } from "#tests/setup/context.ts";
import { EVERY_FIELD, everyPage, unlimitedMembers } from "#tests/setup/property-searches.ts";
import type { Context, MemberContext } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { profileSchema } from "./members.contract.ts";

const NOW = Date.UTC(2026, 10, 21, 12);
const members = unlimitedMembers(env);
let ctx: MemberContext;

beforeAll(async () => {
  await insertMembers(env.DB, "liaison", 350, NOW - DAY);
  const id = await addMember();
  // The generated members look for men.
  await runSql("UPDATE profiles SET gender = 'male', looking_for = 'female' WHERE id = ?", id);
  const token = await logIn(id, NOW + DAY);
  const viewer = await servicesOf(env).accountsStore.findViewer(await sha256(token), "liaison", NOW);
  for (const attribute of ATTRIBUTE_NAMES) await chooseAnew(attribute);
  await sayAnew();
  ctx = (await contextOf({ viewer: viewer ?? expect.unreachable(), now: NOW, settings: EVERY_FIELD })) as MemberContext;
});

/** Moves every seventh profile to the next code, one by one. */
async function chooseAnew(attribute: Attribute): Promise<void> {
  const { codes } = attributeRow(attribute);
  const { results } = await env.DB.prepare("SELECT id FROM profiles WHERE rowid % 7 = 3").all<{ id: string }>();
  expect(results.length).toBeGreaterThan(40);
  const write = env.DB.prepare(`UPDATE profiles SET ${attribute} = ?2 WHERE id = ?1`);
  await env.DB.batch(results.map(({ id }, i) => write.bind(id, codes[i % codes.length] ?? null)));
}

/** Heights and languages of every seventh profile, one by one. */
async function sayAnew(): Promise<void> {
  const { results } = await env.DB.prepare("SELECT id FROM profiles WHERE rowid % 7 = 4").all<{ id: string }>();
  const write = env.DB.prepare("UPDATE profiles SET height = ?2, languages = ?3 WHERE id = ?1");
  const spoken = [[], ["fi"], ["fi", "no"]];
  await env.DB.batch(results.map(({ id }, i) => write.bind(id, i % 9 === 8 ? null : 130 + i * 2, JSON.stringify(spoken[i % 3]))));
}

const RANGES: [min_height: number | undefined, max_height: number | undefined][] = [
  ...([
    [160, 175],
    [149, 150],
    [undefined, 155],
    [205, undefined],
  ] as [number | undefined, number | undefined][]),
  ...([
    [130, 220],
    [200, 209],
  ] as [number, number][]),
];

/** Rows of the bitmaps of one attribute that have a bit set. */
async function bitsOf(attribute: string): Promise<Record<string, unknown>[]> {
  const { results } = await env.DB.prepare("SELECT * FROM profile_bits WHERE pool = 'liaison' AND term LIKE ?1 || ':%'")
    .bind(attribute)
    .all();
  const words = (row: Record<string, unknown>) => Object.keys(row).filter((name) => /^w\d+$/.test(name));
  return results
    .filter((row) => words(row).some((word) => row[word] !== 0))
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

async function compare(attribute: Attribute): Promise<void> {
  for (const code of ATTRIBUTES[attribute].codes) {
    const { results } = await env.DB.prepare(
      `SELECT id FROM profiles WHERE pool = 'liaison' AND gender = 'female' AND status = 'active' AND ${attribute} = ?1 ORDER BY id`,
    )
      .bind(code)
      .all<{ id: string }>();
    expect(results.length, code).toBeGreaterThan(0);
    const { ids, first } = await everyPage(members, ctx, { gender: "female", country: "all", [attribute]: code });
    expect(ids.toSorted(), code).toEqual(results.map(({ id }) => id));
    expect([first.numResults, first.numResultsExact], code).toEqual([results.length, true]);
  }
}

test.each(ATTRIBUTE_NAMES)("a search by %s finds all who chose a code one by one, in their exact number", compare);

test.each(RANGES)("a search by a height from %s to %s finds who said one of these, and nobody else", async (from, to) => {
  const { results } = await env.DB.prepare(
    `SELECT id FROM profiles WHERE pool = 'liaison' AND gender = 'female' AND status = 'active'
      AND height BETWEEN coalesce(?1, 0) AND coalesce(?2, 999) ORDER BY id`,
  )
    .bind(from ?? null, to ?? null)
    .all<{ id: string }>();
  expect(results.length).toBeGreaterThan(0);
  const { ids, first } = await everyPage(members, ctx, { gender: "female", country: "all", min_height: from, max_height: to });
  expect(ids.toSorted()).toEqual(results.map(({ id }) => id));
  expect([first.numResults, first.numResultsExact]).toEqual([results.length, true]);
});

test.each(["nl", "en", "fi", "no"] as const)("a search by the language %s finds all who say it", async (languages) => {
  const { results } = await env.DB.prepare(
    `SELECT id FROM profiles WHERE pool = 'liaison' AND gender = 'female' AND status = 'active'
      AND EXISTS (SELECT 1 FROM json_each(languages) WHERE value = ?1) ORDER BY id`,
  )
    .bind(languages)
    .all<{ id: string }>();
  expect(results.length).toBeGreaterThan(0);
  const { ids } = await everyPage(members, ctx, { gender: "female", country: "all", languages });
  expect(ids.toSorted()).toEqual(results.map(({ id }) => id));
});

test("heights in the wrong order are turned, and both ends are refused where a site does not search by it", async () => {
  const { first } = await everyPage(members, ctx, { country: "all", min_height: 180, max_height: 170 });
  expect([first.filter.min_height, first.filter.max_height]).toEqual([170, 180]);
  const elsewhere = { ...ctx, domain: { ...ctx.domain, settings: { ...ctx.domain.settings, search_fields: ["hair" as const] } } };
  const refused = members.members(elsewhere, { country: "all", min_height: 170, max_height: 180, languages: "nl" });
  await expect(refused).rejects.toMatchObject({
    fields: ["min_height", "max_height", "languages"].map((field) => ({ field, code: "unknown_field" })),
  });
});

describe("after the bitmaps are made anew", () => {
  const live = new Map<string, Record<string, unknown>[]>();
  /** The terms of heights and languages too. */
  const TERMS = [...ATTRIBUTE_NAMES, "t", "l"];
  beforeAll(async () => {
    for (const attribute of TERMS) live.set(attribute, await bitsOf(attribute));
    await insertInBulk(env.DB, "liaison", async () => {});
  });

  // A search reads these bits only, so that equal bits find equal members.
  test.each(TERMS)("each bit of %s is where it was", async (attribute) => {
    expect(live.get(attribute)?.length).toBeGreaterThan(2);
    expect(await bitsOf(attribute)).toEqual(live.get(attribute));
  });
});

test("a visitor does not search by what only members see", async () => {
  const settings = { ...EVERY_FIELD, logged_out_search: true };
  const visitor = await contextOf({ viewer: null, now: NOW, settings });
  const refused = async (who: Context) => {
    const asked = ATTRIBUTE_NAMES.map((attribute) =>
      members.members(who, { country: "all", [attribute]: ATTRIBUTES[attribute].codes[0] }).then(
        () => [],
        (error: AppError) => error.fields,
      ),
    );
    return (await Promise.all(asked)).flat();
  };
  expect(MEMBERS_ONLY).toContain("sexuality");
  expect(await refused(visitor)).toEqual(MEMBERS_ONLY.map((field) => ({ field, code: "unknown_field" })));
  expect(await refused(ctx)).toEqual([]);
});

test("an upstream that is older than an attribute may omit it, and none of the first ones", () => {
  const later = ATTRIBUTE_NAMES.filter((attribute) => profileSchema.shape[attribute].safeParse(undefined).data === null);
  expect(later.length).toBeGreaterThan(0);
  expect(later).toEqual(ATTRIBUTE_NAMES.filter((attribute) => attributeRow(attribute).since));
});
