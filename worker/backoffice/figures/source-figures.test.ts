import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { NEW_SOURCES } from "#db/schema/source-limits.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { addOrder } from "#tests/setup/orders.ts";
import { person, say } from "#tests/setup/talk.ts";
import { DAY } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { figuresStore } = servicesOf(env);
const NOON = Date.UTC(2026, 10, 23, 12);

const run = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run();

/** A real sign-up's rows, which came by this link. */
async function signUp(tracking: Record<string, string>, at = NOON, country = "NL"): Promise<string> {
  const id = newId();
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO accounts (id, pool, domain_id, email, password_hash, language, status, tracking, terms_version, terms_accepted_at,
        sensitive_version, sensitive_accepted_at, created_at)
       VALUES (?1, 'liaison', 'liaison', ?1 || '@example.org', '', 'en', 'not_confirmed', ?2, 'test', 1, 'test', 1, ?3)`,
    ).bind(id, JSON.stringify(tracking), at),
    env.DB.prepare(
      `INSERT INTO profiles (id, pool, name, name_key, status, gender, looking_for, birth_date, country, last_active_at, created_at)
       VALUES (?1, 'liaison', ?1, ?1, 'disabled', 'female', 'male', '1990-01-01', ?2, ?3, ?3)`,
    ).bind(id, country, at),
  ]);
  return id;
}

/** `network ref lander country name part` and the sum of all days. */
async function counted(): Promise<Record<string, number>> {
  const { results } = await env.DB.prepare(
    `SELECT s.rest || ' ' || s.network || ' ' || s.ref || ' ' || s.lander || ' ' || f.country || ' ' || f.name || ' ' || f.part
      AS name, sum(f.value) AS value FROM source_figures f JOIN sources s ON s.id = f.source_id GROUP BY 1`,
  ).all<{ name: string; value: number }>();
  return Object.fromEntries(results.map(({ name, value }) => [name.trim().replace(/ +/g, " "), value]));
}

async function sums(table: string): Promise<Record<string, number>> {
  const { results } = await env.DB.prepare(
    `SELECT domain_id || ' ' || day || ' ' || name || ' ' || part AS name, sum(value) AS value FROM ${table}
      WHERE name IN ('signups', 'members', 'buyers', 'orders', 'revenue', 'refunds', 'refunded', 'chargebacks', 'charged_back')
      GROUP BY 1 HAVING sum(value) > 0 ORDER BY 1`,
  ).all<{ name: string; value: number }>();
  return Object.fromEntries(results.map(({ name, value }) => [name, value]));
}

const settle = (id: string, status: string, at: number) =>
  run(
    "UPDATE payments SET status = ?1, updated_at = ?2, completed_at = coalesce(completed_at, ?2) WHERE id = ?3",
    ...[status, at, id],
  );

beforeEach(async () => {
  for (const table of ["source_figures", "sources", "daily_figures"]) await run(`DELETE FROM ${table}`);
});

test("sources add up to the figures of the site and, in money, to the receipts less the credit notes", async () => {
  const ids = [
    await signUp({ network: "blog", ref: "a", lander: "video", sub1: "click-1" }),
    await signUp({ network: "blog", ref: "a", lander: "video", sub1: "click-2" }, NOON, "DE"),
    await signUp({}, NOON - DAY),
  ];
  const [one = "", two = "", three = ""] = ids;
  await run("UPDATE accounts SET activated_at = ? WHERE id IN (?, ?)", NOON + DAY, one, three);
  const order = async (by: string, amount: number, at: number, more = {}) => {
    const id = await addOrder({ by, amount, at, ...more });
    await settle(id, "completed", at);
    return id;
  };
  await order(one, 1199, NOON);
  const second = await order(one, 2501, NOON + DAY);
  await order(two, 999, NOON + DAY, { currency: "SEK" });
  const back = await order(three, 700, NOON, { domain: "curves" });
  await order(one, 100, NOON + 20 * DAY);
  await run(
    `INSERT INTO refunds (id, payment_id, account_id, amount, credits, status, created_at, updated_at)
      VALUES (?1, ?2, ?3, 501, 0, 'requested', ?4, ?4)`,
    ...[newId(), second, one, NOON],
  );
  await run("UPDATE refunds SET status = 'done', updated_at = ? WHERE payment_id = ?", NOON + 2 * DAY, second);
  await settle(second, "chargeback", NOON + 3 * DAY);
  // What an erasure leaves of the account.
  await run("UPDATE accounts SET tracking = '{}', status = 'erased' WHERE id = ?", three);
  await settle(back, "refunded", NOON + 4 * DAY);
  expect(await sums("source_figures")).toEqual(await sums("daily_figures"));
  const net = await env.DB.prepare(
    `SELECT sum(CASE name WHEN 'revenue' THEN value WHEN 'refunded' THEN -value WHEN 'charged_back' THEN -value END) AS net FROM source_figures`,
  ).first<number>("net");
  const books = await env.DB.prepare(
    `SELECT sum(iif(r.kind = 'receipt', r.amount, -r.amount)) AS net FROM receipts r JOIN payments p ON p.id = r.payment_id
      WHERE p.account_id IN (?, ?, ?)`,
  )
    .bind(one, two, three)
    .first<number>("net");
  expect([net, books]).toEqual([1199 + 2501 + 999 + 700 + 100 - 501 - 2000 - 700, net]);
  const all = await counted();
  expect(all).toMatchObject({
    ...{ "0 blog a video NL signups": 1, "0 blog a video DE signups": 1, "0 NL signups": 1, "0 blog a video NL buyers": 2 },
    // One pays in November and December, two in November.
    ...{ "0 blog a video NL payers": 3, "0 blog a video NL orders EUR": 3 },
  });
  // A click id makes no row.
  expect(Object.keys(all).join()).not.toContain("click");
});

test("a first message counts once, whether it was free or paid, and never of who wrote before the counting began", async () => {
  const [anna, ben, old] = [await person(), await person(), await person()];
  await run("UPDATE accounts SET source_id = NULL WHERE id = ?", old.id);
  await run("DELETE FROM source_figures");
  await say(old, anna, "I was here before");
  await say(anna, ben, "Hello there");
  await say(anna, ben, "Are you there");
  for (let n = 0; n < 2; n++) await figuresStore.countMessages();
  await say(anna, ben, "Good evening");
  await figuresStore.countMessages();
  expect(await counted()).toEqual({ "0 NL writers": 1 });
  const order = await addOrder({ by: old.id, at: NOON });
  await settle(order, "completed", NOON);
  await say(old, anna, "I paid");
  await figuresStore.countMessages();
  expect(await counted()).toMatchObject({ "0 NL writers": 1, "0 NL buyers": 1, "0 NL revenue EUR": 1000 });
});

test("links that differ each time make so many rows a day, of a network and of a site; the rest is counted together", async () => {
  for (let n = 0; n < NEW_SOURCES.network + 3; n++) await signUp({ network: "clicks", ref: `id-${n}` });
  const rows = () => env.DB.prepare("SELECT count(*) AS n FROM sources").first<number>("n");
  expect(await rows()).toBe(NEW_SOURCES.network + 1);
  expect(await counted()).toMatchObject({ "0 clicks id-0 NL signups": 1, "1 clicks NL signups": 3 });
  for (let n = 0; n < NEW_SOURCES.site; n++) await signUp({ network: `n-${n}` });
  expect(await rows()).toBeLessThanOrEqual(NEW_SOURCES.site + 2);
  // A source that is known goes on by its name, a new ref of a known network in its rest.
  await signUp({ network: "n-1" });
  await signUp({ network: "n-2", ref: "new" });
  const all = await counted();
  expect([all["0 n-1 NL signups"], all["1 n-2 NL signups"]]).toEqual([2, 1]);
  expect(all["2 NL signups"]).toBeGreaterThan(40);
  // The next day names again.
  await signUp({ network: "clicks", ref: "id-new" }, NOON + DAY);
  expect(await counted()).toMatchObject({ "0 clicks id-new NL signups": 1 });
});

test("the next sign-up by the same link makes no source anew", async () => {
  await addMember();
  await signUp({ network: "blog" });
  const before = await env.DB.prepare("SELECT count(*) AS n FROM sources").first<number>("n");
  await signUp({ network: "blog" });
  expect(await env.DB.prepare("SELECT count(*) AS n FROM sources").first<number>("n")).toBe(before);
  expect(await counted()).toEqual({ "0 NL signups": 1, "0 blog NL signups": 2 });
});

test("an erasure takes the names of a link that brought fewer than five, and its numbers stay", async () => {
  const erase = (id: string) => run("UPDATE accounts SET tracking = '{}', status = 'erased' WHERE id = ?", id);
  const names = async () => (await env.DB.prepare("SELECT network, ref, rest FROM sources ORDER BY day, rest").all()).results;
  const one = await signUp({ network: "anna@example.org", ref: "click-1" });
  await erase(one);
  expect(JSON.stringify(await names())).not.toMatch(/anna|click/);
  expect(Object.values(await counted())).toEqual([1]);
  const many = [];
  for (let n = 0; n < 5; n++) many.push(await signUp({ network: "blog", ref: "a" }, NOON + DAY));
  const rare = await signUp({ network: "blog", ref: "rare" }, NOON + DAY);
  await erase(many[0] ?? "");
  await erase(rare);
  expect(await names()).toMatchObject([{ rest: 3 }, { network: "blog", ref: "a" }, { network: "blog", rest: 3 }]);
  expect(JSON.stringify(await names())).not.toContain("rare");
  // A partner who was told of these seven is told of them still, on whatever page they signed up.
  const pages = { first: 3, second: 4 };
  const told: string[] = [];
  for (const [lander, most] of Object.entries(pages))
    for (let n = 0; n < most; n++) told.push(await signUp({ network: "blog", ref: "told", lander }, NOON + DAY));
  await erase(told[0] ?? "");
  expect(await counted()).toMatchObject({ "0 blog told first NL signups": 3, "0 blog told second NL signups": 4 });
  // Who comes by it next names it anew.
  await signUp({ network: "blog", ref: "rare" }, NOON + DAY);
  expect(await counted()).toMatchObject({ "0 blog rare NL signups": 1, "0 blog a NL signups": 5 });
});
