import { env, exports } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { runningOffer } from "#worker/billing/discounts/built-in.ts";
import type { DiscountCode } from "#worker/billing/discounts/discounts.contract.ts";
import type { Viewer } from "#worker/people/identity/viewer.ts";
import { createCursors } from "#worker/platform/cursor.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { createWalletStore } from "./wallet.store.ts";
import { createWallet } from "./wallet.ts";

const cursors = createCursors("test only");
const store = createWalletStore(connect(env.DB));
const account = { paidUser: false, createdAt: NOON, activatedAt: null };
const OFFERS = { time_bonus: true, welcome_discount_hours: 48 };
const bonus = runningOffer("time_bonus", { id: "anna", account }, OFFERS, NOON) as DiscountCode;
const listed = async (circumstances: Parameters<typeof contextOf>[0], ...offers: DiscountCode[]) =>
  createWallet({ store, cursors, offered: () => offers }).packages(
    await contextOf({ preview: ["payments", "gifts", "unlock"], ...circumstances }),
  );

let member: string;
let session: string;
let keys = 0;

async function get(query = "", token = session) {
  const answer = await exports.default.fetch(
    new Request(`http://localhost/api/transactions.php${query}`, { headers: { cookie: `session=${token}` } }),
  );
  return { status: answer.status, body: (await answer.json()) as CallOutput<"transactions"> & { error: { code: string } } };
}

async function book(amount: number, kind = "adjustment", cause = "test", account = member): Promise<number> {
  const insert = env.DB.prepare(
    "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, ?, ?, ?, ?, ?) RETURNING id",
  );
  return (await insert.bind(account, amount, kind, cause, `k${keys++}`, 1000 + keys).first<number>("id")) as number;
}

beforeEach(async () => {
  member = await addMember({ credits: 10 });
  session = await logIn(member);
});

test("prices come in the currency of the country, with the methods of the country", async () => {
  const dutch = await listed({ country: "NL" });
  expect(dutch.currency).toBe("EUR");
  expect(dutch.payment_methods).toEqual(["ideal", "card", "paypal", "directdebit"]);
  expect(dutch.packages[0]).toEqual({ id: "c25", credits: 25, amount: 1249, reduction: 0, total: 1249, price_per_message: 50 });
  const found = await Promise.all(["GB", "US", "SE", "NO", "DK", "PL", "BR"].map((country) => listed({ country })));
  expect(found.map(({ currency }) => currency)).toEqual(["GBP", "USD", "SEK", "NOK", "DKK", "PLN", "EUR"]);
  expect(found.at(-1)?.payment_methods).toEqual(["card", "paypal"]);
});

test("a member's prices and methods are those of the account's country, wherever the member is", async () => {
  const viewer = { account: {}, profile: { country: "NL" } } as Viewer;
  const abroad = await listed({ country: "GB", viewer });
  expect(abroad).toMatchObject({ currency: "EUR", payment_methods: ["ideal", "card", "paypal", "directdebit"] });
  const nowhere = await listed({ country: "GB", viewer: { account: {}, profile: { country: "" } } as Viewer });
  expect(nowhere.currency, "no country: as the tax and the seller").toBe("EUR");
});

test("the active discount is taken off every package, and the price of a message follows", async () => {
  const { packages, discount } = await listed({ country: "NL" }, bonus);
  expect(discount?.code).toBe("TIMEBONUS25");
  expect(packages[0]).toEqual({ id: "c25", credits: 25, amount: 1249, reduction: 313, total: 936, price_per_message: 38 });
  for (const { amount, reduction, total } of packages) expect(reduction + total).toBe(amount);
});

test("the prices hold until the offer ends", async () => {
  expect((await listed({ country: "NL" }, bonus)).discounted_until).toBe(new Date(NOON + 4 * HOUR).toISOString());
  expect((await listed({ country: "NL" })).discounted_until).toBeNull();
});

test("a message that costs more credits costs more; a domain without packages sells nothing", async () => {
  const [dear] = (await listed({ country: "NL", settings: { message_credits: 3 } })).packages;
  expect(dear?.price_per_message).toBe(150);
  const unsold = await listed({ preview: ["gifts", "unlock"] }, bonus);
  expect(unsold, "prices that nobody can pay are not told").toEqual({
    currency: null,
    packages: [],
    payment_methods: [],
    discount: null,
    uses: [
      { of: "message", credits: 1, price: null },
      { of: "photos", credits: 2, price: null },
      { of: "gift", credits: 2, most: 25, price: null },
    ],
    terms: null,
    planned: { packages: ["c25", "c60", "c150", "c400"], payment_methods: ["ideal", "card", "paypal", "directdebit"] },
    pays_to_send: false,
  });
  const nothing = await listed({ settings: { packages: {}, currencies: {}, payment_methods: {} } }, bonus);
  expect(nothing).toEqual({ ...unsold, planned: { packages: [], payment_methods: [] } });
  expect((await listed({ country: "NL" })).planned, "a domain that sells plans nothing").toBeNull();
});

test("each use of credits is priced by the dearest and the cheapest package", async () => {
  const { uses, terms, packages } = await listed({ country: "NL" }, bonus);
  const each = packages.map(({ price_per_message }) => price_per_message);
  const price = { low: Math.min(...each), high: Math.max(...each) };
  expect(uses.filter(({ of }) => of !== "gift")).toEqual([
    { of: "message", credits: 1, price },
    { of: "photos", credits: 2, price: { low: 2 * price.low, high: 2 * price.high - 1 } },
  ]);
  expect(terms).toEqual({ cheapest_message: expect.any(Number), time_bonus_hours: 4, welcome_hours: 0 });
  const hoursOf = async (more: Parameters<typeof contextOf>[0]) => (await listed({ country: "NL", ...more })).terms;
  const without = { settings: { time_bonus: false } };
  expect(await hoursOf(without)).toMatchObject({ time_bonus_hours: 0, welcome_hours: 48 });
  const viewer = { account: { ...account, timeBonus: true }, profile: { country: "NL" } } as Viewer;
  expect(await hoursOf({ ...without, viewer }), "had the bonus elsewhere").toMatchObject({
    time_bonus_hours: 0,
    welcome_hours: 0,
  });
  const { uses: free } = await listed({ country: "NL", settings: { message_credits: 0, photo_credits: 0, gifts: [] } });
  expect(free).toEqual([{ of: "message", credits: 0, price: null }]);
});

test("the ledger comes newest first over the pages, each entry once and with its balance", async () => {
  for (let i = 0; i < 70; i++) await book(i % 3 === 0 ? 5 : -1);
  const seen: CallOutput<"transactions">["transactions"] = [];
  let cursor: string | null = "";
  for (let page = 0; cursor !== null; page++) {
    expect(page).toBeLessThan(4);
    const { body } = await get(cursor === "" ? "" : `?cursor=${cursor}`);
    seen.push(...body.transactions);
    cursor = body.cursor;
  }
  expect(seen).toHaveLength(71);
  expect(seen.map(({ id }) => Number(id))).toEqual(seen.map(({ id }) => Number(id)).sort((a, b) => b - a));
  let balance = 0;
  for (const entry of seen.toReversed()) expect(entry.balance).toBe((balance += entry.amount));
  const credits = await env.DB.prepare("SELECT credits FROM accounts WHERE id = ?").bind(member).first<number>("credits");
  expect(seen[0]?.balance).toBe(credits);
});

test("new entries do not shift the following pages", async () => {
  for (let i = 0; i < 40; i++) await book(1);
  const first = (await get()).body;
  await book(7);
  const second = (await get(`?cursor=${first.cursor}`)).body;
  expect(second.transactions).toHaveLength(11);
  expect(second.transactions[0]?.balance).toBe((first.transactions.at(-1)?.balance ?? 0) - 1);
});

test("a single entry is returned to its owner only", async () => {
  const number = await book(4);
  const own = (await get()).body.transactions[0]?.id as string;
  expect(own).toMatch(/^[\w-]{40,}$/);
  expect((await get(`?id=${own}`)).body.transactions).toMatchObject([{ id: own, amount: 4, balance: 14 }]);
  await book(-3);
  expect((await get(`?id=${own}`)).body.transactions).toMatchObject([{ id: own, amount: 4, balance: 14 }]);
  const stranger = await logIn(await addMember());
  expect((await get(`?id=${own}`, stranger)).body.error.code).toBe("not_found");
  for (const id of [String(number), "0", "x", "-1", "1e3", "999999999999", "01", ""])
    expect((await get(`?id=${id}`)).status).toBe(404);
  expect((await get("?cursor=nonsense")).body.error.code).toBe("invalid");
});

test("a message's entry names the recipient, unless that member is gone or blocked", async () => {
  const bea = await addMember({ name: `Bea${keys}` });
  const sent = await exports.default.fetch(
    new Request("http://localhost/api/chat.php", {
      method: "POST",
      headers: { cookie: `session=${session}`, "content-type": "application/json", "sec-fetch-site": "same-origin" },
      body: JSON.stringify({ profile: bea, text: "Hello", client_id: `c-${member}` }),
    }),
  );
  expect(sent.status).toBe(201);
  const newest = async () => (await get()).body.transactions[0];
  const entry = await newest();
  expect(entry).toMatchObject({ kind: "message", amount: -1, balance: 9, profile: { id: bea, fictional: false } });
  expect(entry?.conversation).toMatch(/.+/);
  const sums = async () => (await get()).body.spent_on;
  expect(await sums()).toMatchObject([{ profile: { id: bea }, credits: 1 }]);
  const nobody = { kind: "message", profile: null, conversation: null };
  await env.DB.prepare("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)").bind(bea, member).run();
  expect(await newest()).toMatchObject({ ...nobody, departed: false });
  expect(await sums(), "no name of a member who has blocked").toEqual([{ profile: null, credits: 1 }]);
  await env.DB.prepare("DELETE FROM blocks").run();
  await env.DB.prepare("UPDATE profiles SET status = 'deleted' WHERE id = ?").bind(bea).run();
  expect(await newest()).toMatchObject({ ...nobody, departed: true });
  expect(await sums()).toEqual([{ profile: null, credits: 1 }]);
});

test("messages one after the other are one entry, whose page stays when a number replaces its name", async () => {
  const bea = await addMember({ name: `Bea${keys++}` });
  const say = async (text: string) => {
    const sent = await exports.default.fetch(
      new Request("http://localhost/api/chat.php", {
        method: "POST",
        headers: { cookie: `session=${session}`, "content-type": "application/json", "sec-fetch-site": "same-origin" },
        body: JSON.stringify({ profile: bea, text, client_id: `${text}-${member}` }),
      }),
    );
    expect(sent.status).toBe(201);
  };
  for (const text of ["one", "two", "three"]) await say(text);
  const [open, before] = (await get()).body.transactions;
  expect(open).toMatchObject({ kind: "message", messages: 3, amount: -3, balance: 7, profile: { id: bea } });
  expect(before).toMatchObject({ messages: 1, balance: 10 });
  expect((await get()).body.spent_on).toMatchObject([{ profile: { id: bea }, credits: 3 }]);
  expect((await get(`?id=${open?.id}`)).body.transactions).toEqual([open]);
  expect((await get(`?id=${open?.id}`, await logIn(bea))).status).toBe(404);
  await book(5);
  const [booked, entered, ...rest] = (await get()).body.transactions;
  expect(booked).toMatchObject({ amount: 5, balance: 12 });
  expect(entered).toEqual({ ...open, id: expect.not.stringMatching(`^${open?.id}$`) });
  expect(rest).toEqual([before]);
  expect((await get(`?id=${open?.id}`)).body.transactions).toEqual([{ ...open, id: entered?.id }]);
});

test("the sums of the last 30 days leave out older spendings and those that came back", async () => {
  const others = await Promise.all([addMember({ name: `Cleo${keys}` }), addMember({ name: `Dora${keys}` })]);
  const [cleo, dora] = others as [string, string];
  const spend = (amount: number, on: string, at: number) =>
    env.DB.prepare(
      "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, ?, 'photos', ?, ?, ?) RETURNING id",
    )
      .bind(member, -amount, on, `s${keys++}`, at)
      .first<number>("id");
  const now = NOON;
  await spend(1, cleo, now - 31 * DAY);
  await spend(2, cleo, now - 29 * DAY);
  await spend(3, dora, now);
  const returned = await spend(1, dora, now);
  await env.DB.prepare(
    "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at, reverses_id) VALUES (?, 1, 'reversal', 'test', ?, ?, ?)",
  )
    .bind(member, `s${keys++}`, now, returned)
    .run();
  const found = await store.spentOn(member, now - 30 * DAY);
  expect(found.map(({ profileId, credits }) => [profileId, credits])).toEqual([
    [dora, 3],
    [cleo, 2],
  ]);
});

test("a page reads rows in proportion to what it shows", async () => {
  for (let i = 0; i < 200; i++) await book(1);
  const d1 = countedD1(env.DB);
  await createWalletStore(connect(d1.db)).page(member, { before: null, size: 31, recent: 5 });
  const { rows, trips } = d1.take();
  expect(rows).toBeLessThan(100);
  expect(trips).toBe(1);
  const newest = await book(1);
  d1.take();
  await createWalletStore(connect(d1.db)).entry(member, { id: newest });
  expect(d1.take()).toEqual({ trips: 1, rows: expect.toSatisfy((read: number) => read < 10) });
});
