import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createSourcesStore } from "./sources.store.ts";

const { sources } = servicesOf(env);
const NOON = Date.UTC(2026, 10, 23, 12);
const TODAY = NOON / DAY - 0.5;
const olga = staffContext("operator", NOON);

const run = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run();

interface Counted {
  source: string;
  day?: number;
  country?: string;
  domain?: string;
}

/** Values such as `{ signups: 3, "revenue EUR": 1190 }`. */
async function count({ source, day = TODAY - 1, country = "NL", domain = "liaison" }: Counted, values: Record<string, number>) {
  for (const [name, value] of Object.entries(values)) {
    const [figure = "", part = ""] = name.split(" ");
    await run(
      "INSERT INTO source_figures (domain_id, day, source_id, country, name, part, value) VALUES (?, ?, ?, ?, ?, ?, ?)",
      ...[domain, day, source, country, figure, part, value],
    );
  }
}

beforeEach(async () => {
  for (const table of ["source_figures", "sources"]) await run(`DELETE FROM ${table}`);
  for (const [id, rest, network, ref, lander] of [
    ...([
      ["a", 0, "blog", "one", "video"],
      ["b", 0, "blog", "two", ""],
      ["c", 1, "blog", "", ""],
    ] as const),
    ...([
      ["d", 2, "", "", "front"],
      ["e", 0, "", "", ""],
      ["g", 3, "", "g", ""],
    ] as const),
  ])
    await run(
      "INSERT INTO sources (id, domain_id, rest, network, ref, lander, day) VALUES (?, 'liaison', ?, ?, ?, ?, 1)",
      ...[id, rest, network, ref, lander],
    );
  await count(
    { source: "a" },
    { signups: 5, members: 3, "orders EUR": 2, "revenue EUR": 3749, "refunds EUR": 1, "refunded EUR": 500 },
  );
  await count({ source: "a", country: "DE" }, { signups: 2, "revenue SEK": 900 });
  await count({ source: "b", domain: "curves" }, { signups: 1 });
  await count({ source: "c", day: TODAY - 2 }, { signups: 4 });
  await count({ source: "d" }, { signups: 6 });
  await count({ source: "e", day: TODAY - 40 }, { signups: 9, "revenue EUR": 100 });
  await count({ source: "e" }, { signups: 20 });
  await count({ source: "g" }, { signups: 1 });
  await count({ source: "e", day: TODAY }, { signups: 1000 });
});

const shown = (rows: Awaited<ReturnType<typeof sources.staffSources>>["rows"]) =>
  rows.map(({ name, ref, rest, counts }) => [name, ref, rest, counts.signups].join(" "));

test("each grouping adds up to the whole, the last thirty complete days are compared with as many before", async () => {
  const found = await sources.staffSources(olga, {});
  expect([found.from, found.to, found.before_from, found.before_to]).toEqual([
    ...["2026-10-24", "2026-11-22", "2026-09-24", "2026-10-23"],
  ]);
  expect(shown(found.rows)).toEqual(["  0 20", "blog  0 12", "  2 6", "  3 1"]);
  expect(found.total.counts).toMatchObject({ signups: 39, members: 3 });
  expect([found.total.before.signups, found.total.money_before[0]?.revenue]).toEqual([9, 100]);
  expect(found.currencies).toEqual(["EUR", "SEK"]);
  const all = { EUR: 3749, SEK: 900 };
  for (const by of ["network", "ref", "lander", "country", "day"] as const) {
    const { rows, total } = await sources.staffSources(olga, { by });
    expect(
      rows.reduce((sum, { counts }) => sum + counts.signups, 0),
      by,
    ).toBe(39);
    for (const { currency, revenue } of total.money) {
      expect(revenue, by).toBe(all[currency as keyof typeof all]);
      const parts = rows.flatMap(({ money }) => money).filter((one) => one.currency === currency);
      expect(
        parts.reduce((sum, one) => sum + one.revenue, 0),
        by,
      ).toBe(revenue);
    }
  }
  expect(shown((await sources.staffSources(olga, { by: "ref", network: "blog" })).rows)).toEqual([
    ...["blog one 0 7", "blog  1 4", "blog two 0 1"],
  ]);
  expect(shown((await sources.staffSources(olga, { by: "day" })).rows)).toEqual(["2026-11-22  0 35", "2026-11-21  0 4"]);
  expect(shown((await sources.staffSources(olga, { by: "lander", domain: "liaison" })).rows)).toEqual([
    ...["  0 25", "video  0 7", "front  0 6"],
  ]);
  expect(shown((await sources.staffSources(olga, { network: "blog", ref: "one", by: "country" })).rows)).toEqual([
    ...["NL  0 5", "DE  0 2"],
  ]);
  const strange = sources.staffSources(olga, { domain: "nowhere" });
  expect(await strange.catch((error: AppError) => error.code)).toBe("not_found");
});

test("a page lists a hundred and says how many more there are; the file has them, and no formula", async () => {
  for (let n = 0; n < 120; n++) {
    await run(
      "INSERT INTO sources (id, domain_id, network, ref, lander, day) VALUES (?, 'liaison', ?, '', '', 1)",
      `m${n}`,
      `=n${n}`,
    );
    await count({ source: `m${n}` }, { signups: 1 });
  }
  const found = await sources.staffSources(olga, {});
  expect([found.rows.length, found.more, found.total.counts.signups]).toEqual([100, 24, 159]);
  const file = await sources.staffSourcesFile(olga, { by: "ref" });
  expect(file.headers.get("content-disposition")).toContain("sources-ref-all-2026-10-24-2026-11-22.csv");
  const lines = (await file.text()).trim().split("\r\n");
  expect(lines).toHaveLength(1 + 126);
  expect(lines[0]).toContain(
    "network,ref,kind,signups,members,writers,buyers,payers,orders EUR,refunds EUR,chargebacks EUR,revenue EUR,refunded EUR",
  );
  expect(lines.find((line) => line.startsWith("blog,one,"))).toBe("blog,one,,7,3,0,0,0,2,1,0,37.49,5,0,0,0,0,9,0,0");
  expect(lines.some((line) => line.startsWith('"\'=n7",'))).toBe(true);
});

test("views of landing pages stand beside the sign-ups, by page and by day, and not where a link is chosen", async () => {
  const { views } = servicesOf(env);
  await run("DELETE FROM daily_figures WHERE name = 'views'");
  for (let n = 0; n < 4; n++) await views.count("liaison", "video", NOON - DAY);
  await views.count("curves", "gallery", NOON - DAY);
  const pages = await sources.staffSources(olga, { by: "lander" });
  expect(pages.rows.map(({ name, views: opened, counts }) => [name, opened, counts.signups])).toEqual([
    ["", 0, 26],
    ["video", 4, 7],
    ["front", 0, 6],
    ["gallery", 1, 0],
  ]);
  expect([pages.has_views, pages.total.views]).toEqual([true, 5]);
  // Sign-ups of thirty days are no share of the views of one.
  const hasRates = async (from: string) => (await sources.staffSources(olga, { by: "lander", from, to: "2026-11-22" })).has_rates;
  expect([pages.has_rates, await hasRates("2026-11-21"), await hasRates("2026-11-22")]).toEqual([false, false, true]);
  const days = await sources.staffSources(olga, { by: "day", domain: "liaison" });
  expect(days.rows.map(({ name, views: opened }) => [name, opened])).toEqual([
    ["2026-11-22", 4],
    ["2026-11-21", 0],
  ]);
  const chosen = await sources.staffSources(olga, { by: "lander", network: "blog" });
  expect([chosen.has_views, chosen.total.views]).toEqual([false, 0]);
  const file = await (await sources.staffSourcesFile(olga, { by: "lander" })).text();
  expect(file).toContain("lander,kind,views,signups,");
  expect(file).toMatch(/^video,,4,7,/m);
});

test("the file of sub1 to sub3 sums equal ones of the chosen days and link, and has no member's id", async () => {
  const signedUp = async (tracking: object, { ago = 2, paid = false, at = NOON as number | null } = {}) =>
    run(
      "UPDATE accounts SET tracking = ?, created_at = ?, activated_at = ? WHERE id = ?",
      ...[JSON.stringify(tracking), NOON - ago * DAY, at, await addMember({ paid })],
    );
  await signedUp({ network: "blog", ref: "one", sub1: "click-1" }, { paid: true });
  await signedUp({ network: "blog", ref: "one", sub1: "click-1" }, { at: null });
  await signedUp({ network: "blog", sub2: "banner", sub3: "=top" });
  await signedUp({ network: "other", sub1: "click-1" });
  await signedUp({ network: "blog", sub1: "old" }, { ago: 40 });
  await signedUp({ network: "blog" });
  const all = await (await sources.staffSubsFile(olga, { network: "blog" })).text();
  expect(all.replace("\uFEFF", "").trim().split("\r\n").sort()).toEqual([
    'blog,,,banner,"\'=top",1,1,0',
    "blog,one,click-1,,,2,1,1",
    "network,ref,sub1,sub2,sub3,signups,members,paying",
  ]);
  const old = await sources.staffSubsFile(olga, { from: "2026-10-01", to: "2026-10-20" });
  expect(old.headers.get("content-disposition")).toContain("subs-all-2026-10-01-2026-10-20.csv");
  expect(await old.text()).toContain("blog,,old,,,1,1,0");
});

test("members brought from another system after a month's sign-ups hide none of these", async () => {
  const madeAt = async (at: number, tracking: object) =>
    run("UPDATE accounts SET created_at = ?, tracking = ? WHERE id = ?", at, JSON.stringify(tracking), await addMember());
  await madeAt(NOON - DAY, { sub1: "partner" });
  for (const years of [3, 4, 5]) await madeAt(NOON - years * 365 * DAY, {});
  const store = createSourcesStore(connect(env.DB));
  const wanted = { domain: null, network: null, ref: null, from: NOON - 2 * DAY, to: NOON };
  const first = await store.subs(wanted, null, 2);
  expect([first.rows, first.last]).toEqual([[], expect.any(Number)]);
  expect((await store.subs(wanted, first.last, 2)).rows).toMatchObject([{ sub1: "partner", signups: 1 }]);
  expect((await store.subs(wanted, null, 1000)).last).toBeNull();
});
