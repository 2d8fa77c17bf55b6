import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { addMember } from "#tests/setup/add-member.ts";
import { END_RUNS } from "#tests/setup/entries.ts";
import { addOrder } from "#tests/setup/orders.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import { person, say } from "#tests/setup/talk.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { comparedOf, periodOf } from "./figures.ts";

const { figures, figuresStore } = servicesOf(env);
const NOON = Date.UTC(2026, 10, 23, 12);
const TODAY = NOON / DAY - 0.5;

const run = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run();

/** Name, part and value of each counter of a day, or of all. */
async function counted(day?: number): Promise<Record<string, number>> {
  const { results } = await env.DB.prepare(
    `SELECT trim(name || ' ' || part) AS name, sum(value) AS value FROM daily_figures
      WHERE domain_id = 'liaison' AND day = coalesce(?, day) GROUP BY 1`,
  )
    .bind(day ?? null)
    .all<{ name: string; value: number }>();
  return Object.fromEntries(results.map(({ name, value }) => [name, value]));
}

beforeEach(async () => {
  await run("DELETE FROM daily_figures");
});

test("a sign-up and its confirmation count on their days, once, and fictional members never", async () => {
  const id = await addMember({ status: "not_confirmed" });
  await run("DELETE FROM daily_figures");
  await run("UPDATE accounts SET activated_at = ? WHERE id = ?", NOON, id);
  await run("UPDATE accounts SET activated_at = ? WHERE id = ?", NOON + DAY, id);
  expect(await counted(TODAY)).toEqual({ members: 1 });
  expect(await counted()).toEqual({ members: 1 });
  await addMember();
  expect(await counted(Math.floor(Date.now() / DAY))).toEqual({ signups: 1, active: 1 });
  await run("UPDATE profiles SET fictional = 1 WHERE id = ?", id);
  await run("UPDATE accounts SET activated_at = NULL WHERE id = ?", id);
  await run("UPDATE accounts SET activated_at = ? WHERE id = ?", NOON, id);
  expect((await counted(TODAY)).members).toBe(1);
});

test("a member is active once a day, also one who hides it", async () => {
  const id = await addMember();
  const seen = (at: number) => run("UPDATE profiles SET last_active_at = ? WHERE id = ?", at, id);
  await seen(0);
  await run("DELETE FROM daily_figures");
  for (const at of [NOON, NOON + HOUR, NOON + 2 * HOUR]) await seen(at);
  expect(await counted(TODAY)).toEqual({ active: 1 });
  // Ten minutes before midnight is what a hidden member's day is stored as.
  await seen(NOON + 12 * HOUR - 600_000);
  await seen(NOON + DAY);
  expect(await counted()).toEqual({ active: 2 });
  expect(await counted(TODAY + 1)).toEqual({ active: 1 });
});

test("messages and likes of real members count, and a match once", async () => {
  const [anna, ben] = [await person(), await person()];
  await run("DELETE FROM daily_figures");
  await say(anna, ben, "Hello there");
  await say(ben, anna, "Hello to you");
  const like = (from: string, to: string) =>
    run("INSERT INTO likes (liker_id, liked_id, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", from, to, Date.now());
  await run(END_RUNS);
  await figuresStore.countMessages();
  await figuresStore.countMessages();
  for (let n = 0; n < 2; n++) await like(anna.id, ben.id);
  await like(ben.id, anna.id);
  await figuresStore.countLikes(Date.now() + 599_000);
  expect((await counted()).likes).toBeUndefined();
  for (let n = 0; n < 2; n++) await figuresStore.countLikes(Date.now() + 601_000);
  expect(await counted(Math.floor(Date.now() / DAY))).toMatchObject({ messages: 2, likes: 2, matches: 1 });
  const shadow = await person();
  await say(shadow, anna, "I am not real");
  await run("UPDATE profiles SET fictional = 1 WHERE id = ?", shadow.id);
  await like(shadow.id, anna.id);
  await run(END_RUNS);
  await figuresStore.countMessages();
  await figuresStore.countLikes(Date.now() + 601_000);
  expect(await counted()).toMatchObject({ messages: 2, likes: 2, matches: 1 });
});

test("a like that gets the id of one that was taken back is counted too", async () => {
  const [anna, ben, cleo] = [await addMember(), await addMember(), await addMember()];
  const later = () => figuresStore.countLikes(Date.now() + 601_000);
  const like = (to: string) => run("INSERT INTO likes (liker_id, liked_id, created_at) VALUES (?, ?, ?)", anna, to, Date.now());
  await later();
  await run("DELETE FROM daily_figures");
  for (const to of [ben, cleo]) await like(to);
  await later();
  expect((await counted()).likes).toBe(2);
  for (const to of [ben, cleo]) await run("DELETE FROM likes WHERE liker_id = ? AND liked_id = ?", anna, to);
  for (const to of [ben, cleo]) await like(to);
  await later();
  expect((await counted()).likes).toBe(4);
  const news = await env.DB.prepare("SELECT account_id FROM news WHERE subject = ? AND kind = 'like'").bind(anna).all();
  expect(news.results.map(({ account_id }) => account_id).sort()).toEqual([ben, cleo].sort());
});

test("orders, revenue, refunds and chargebacks count by currency, and a buyer once", async () => {
  const by = await addMember();
  await run("DELETE FROM daily_figures");
  const orders: string[] = [];
  for (const currency of ["EUR", "EUR", "SEK"]) orders.push(await addOrder({ by, currency, at: NOON }));
  await addOrder({ by, at: NOON });
  const settle = (id: string | undefined, status: string, at: number) =>
    run("UPDATE payments SET status = ?, updated_at = ? WHERE id = ?", status, at, id);
  for (const id of orders) await settle(id, "completed", NOON);
  expect(await counted(TODAY)).toEqual({
    ...{ "ordered EUR": 3, "orders EUR": 2, "revenue EUR": 2000, buyers: 1 },
    ...{ "ordered SEK": 1, "orders SEK": 1, "revenue SEK": 1000 },
  });
  await run(
    "INSERT INTO refunds (id, payment_id, account_id, amount, credits, status, created_at, updated_at) VALUES (?1, ?2, ?3, 400, 0, 'requested', ?4, ?4)",
    newId(),
    orders[0],
    by,
    NOON,
  );
  expect((await counted())["refunds EUR"]).toBeUndefined();
  await run("UPDATE refunds SET status = 'done', updated_at = ? WHERE payment_id = ?", NOON + DAY, orders[0]);
  await settle(orders[0], "refunded", NOON + DAY);
  await settle(orders[1], "chargeback", NOON + DAY);
  expect(await counted(TODAY + 1)).toEqual({
    ...{ "refunds EUR": 2, "refunded EUR": 1000, "chargebacks EUR": 1, "charged_back EUR": 1000 },
  });
});

test("a decision counts with its time to it once it cannot be undone", async () => {
  const add = (kind: string, due: number, decided: number | null) =>
    run(
      `INSERT INTO work_items (id, kind, object_id, domain_id, pool, created_at, due_at, state, decision, decided_at)
        VALUES (?1, ?2, ?1, 'liaison', 'liaison', ?3, ?4, 'leaving', 'approve', ?5)`,
      newId(),
      kind,
      NOON,
      due,
      decided,
    );
  await add("report", NOON + HOUR, NOON + 2 * HOUR);
  await add("report", NOON + DAY, NOON + HOUR);
  await add("member", NOON + DAY, NOON);
  // Decided by a command: nobody's response time.
  await add("photo", NOON + DAY, null);
  // Proposed and decided by one person at once.
  await add("refund", NOON + DAY, NOON);
  expect(await counted()).toEqual({});
  for (let n = 0; n < 2; n++) await run("UPDATE work_items SET state = 'done' WHERE state = 'leaving' OR state = 'done'");
  expect(await counted(TODAY)).toEqual({ "decided report": 2, "late report": 1, "waited report": 3 * HOUR });
});

async function add(day: number, name: string, part: string, value: number, domain = "liaison"): Promise<void> {
  await run(
    "INSERT INTO daily_figures (domain_id, day, name, part, value) VALUES (?, ?, ?, ?, ?)",
    domain,
    day,
    name,
    part,
    value,
  );
}

test("a period of one domain or all is summed by day, each opening is in the audit log, and a strange domain is refused", async () => {
  await add(TODAY, "signups", "", 3);
  await add(TODAY - 1, "signups", "", 4);
  await add(TODAY - 1, "signups", "", 5, "curves");
  await add(TODAY - 40, "signups", "", 100);
  await add(TODAY, "revenue", "EUR", 1250);
  const olga = staffContext("operator", NOON);
  const all = await figures.staffFigures(olga, {});
  expect([all.from, all.to, all.days.length]).toEqual(["2026-10-25", "2026-11-23", 30]);
  const signups = all.series.find(({ name }) => name === "signups");
  expect([signups?.total, signups?.values.slice(-3)]).toEqual([12, [0, 9, 3]]);
  expect(all.sites).toContainEqual({ id: "curves", name: "Curves" });
  const one = await figures.staffFigures(olga, { domain: "curves", from: "2026-11-22", to: "2026-11-22" });
  expect(one.series.find(({ name }) => name === "signups")).toEqual({
    ...{ name: "signups", part: "", total: 5, values: [5], week: { now: 5, before: 0 } },
  });
  expect(one.series.map(({ part }) => part).filter((part) => part !== "")).toEqual([]);
  const strange = figures.staffFigures(olga, { domain: "nowhere" });
  expect(await strange.catch((error: AppError) => error.code)).toBe("not_found");
});

test("the last seven complete days are compared with the same days a week before, and today with nothing", async () => {
  const day = (from: number, to: number) => {
    const found = comparedOf({ from: TODAY + from, to: TODAY + to }, NOON);
    return found && [found.from - TODAY, found.to - TODAY];
  };
  expect([day(-29, 0), day(-29, -10), day(-2, 0), day(0, 0), day(-3, -3)]).toEqual([
    [-7, -1],
    [-16, -10],
    [-2, -1],
    null,
    [-3, -3],
  ]);
  for (const [at, count] of [
    [0, 1_000],
    [-1, 1],
    [-7, 2],
    [-8, 30],
    [-14, 40],
    [-15, 5_000],
  ] as const)
    await add(TODAY + at, "signups", "", count);
  const found = await figures.staffFigures(staffContext("operator", NOON), { from: "2026-11-15", to: "2026-11-23" });
  const signups = found.series.find(({ name }) => name === "signups");
  expect([signups?.week, signups?.total]).toEqual([{ now: 3, before: 70 }, 1_033]);
  expect(found.compared).toEqual({ from: "2026-11-16", to: "2026-11-22", before_from: "2026-11-09", before_to: "2026-11-15" });
});

test("the file has a line a day, amounts in the currency and times in minutes", async () => {
  await add(TODAY, "revenue", "EUR", 1250);
  await add(TODAY, "waited", "photo", 90_000);
  const answer = await figures.staffFiguresFile(staffContext("operator", NOON), {
    domain: "liaison",
    from: "2026-11-22",
    to: "2026-11-23",
  });
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="figures-liaison-2026-11-22-2026-11-23.csv"');
  const [head = "", first = "", second = "", ...rest] = (await answer.text()).split("\r\n");
  expect(rest).toEqual([""]);
  const columns = head.split(",");
  expect(columns.slice(0, 4)).toEqual(["day", "signups", "members", "active"]);
  const cell = (line: string, name: string) => line.split(",")[columns.indexOf(name)];
  expect([cell(first, "day"), cell(first, "revenue EUR"), cell(first, "waited photo")]).toEqual(["2026-11-22", "0", "0"]);
  expect([cell(second, "day"), cell(second, "revenue EUR"), cell(second, "waited photo")]).toEqual(["2026-11-23", "12.50", "2"]);
});

test("days in the wrong order are swapped, and a period has at most a year", () => {
  const shown = (from?: string, to?: string) => {
    const period = periodOf({ from, to }, NOON);
    return [period.from - TODAY, period.to - TODAY];
  };
  expect(shown()).toEqual([-29, 0]);
  expect(shown("", "")).toEqual([-29, 0]);
  expect(shown("2026-11-23", "2026-11-20")).toEqual([-3, 0]);
  expect(shown("2020-01-01", "2026-11-23")).toEqual([-365, 0]);
  expect(shown("2026-11-25")).toEqual([0, 2]);
});
