import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { mailsTo, outcomeAndWait, PASSWORD } from "#tests/setup/accounts.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { scansOf } from "#tests/setup/query-plans.ts";
import { signedSource } from "#tests/setup/signed-source.ts";
import { contextOfNewcomer, type Newcomer, newestMail, signUp } from "#tests/setup/signup.ts";
import { signupForm } from "#tests/setup/signup-form.ts";
import { DAY, HOUR, MINUTE } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createUnconfirmedStore } from "./unconfirmed.store.ts";

const services = servicesOf(env);
const { signup, unconfirmed } = services;
const STEP = 30 * MINUTE;

/** The cron as it runs: every half hour from one time to another, each included. */
async function run(from: number, to: number): Promise<void> {
  for (let now = from; now <= to; now += STEP) await unconfirmed.sweep(now);
}
/** The same without the ticks in which nothing was due: as if the clock had gone steadily all the time. */
async function at(now: number): Promise<void> {
  await env.DB.prepare("INSERT OR REPLACE INTO sweeps (name, at, steady_since) VALUES ('unconfirmed', ?, ?)")
    .bind(now - MINUTE, now - 2 * DAY)
    .run();
  await unconfirmed.sweep(now);
}
const mails = async (id: string) => {
  const { results } = await env.DB.prepare("SELECT template, created_at AS at FROM outbox WHERE account_id = ? ORDER BY rowid")
    .bind(id)
    .all<{ template: string; at: number }>();
  return results.map(({ template, at }) => `${template} ${(at - NOON) / DAY}`);
};
const account = (id: string) =>
  env.DB.prepare("SELECT status, reminders, email FROM accounts WHERE id = ?")
    .bind(id)
    .first<{ status: string; reminders: number; email: string }>();

let anna: Newcomer;
beforeEach(async () => {
  await env.DB.batch([
    env.DB.prepare("DELETE FROM sweeps"),
    env.DB.prepare("UPDATE accounts SET status = 'active' WHERE status = 'not_confirmed'"),
  ]);
  anna = await signUp();
});

test("reminded after one day and after seven, erased after fourteen, and never twice", async () => {
  await at(NOON + DAY - 1);
  expect(await mails(anna.id)).toEqual(["activation 0"]);
  for (const day of [1, 1, 2, 6, 7, 7, 8, 13]) await at(NOON + day * DAY);
  expect(await mails(anna.id)).toEqual(["activation 0", "activation_reminder 1", "activation_reminder 7"]);
  await at(NOON + 14 * DAY - 1);
  expect(await account(anna.id)).toMatchObject({ status: "not_confirmed", reminders: 2, email: anna.email });
  await at(NOON + 14 * DAY);
  expect(await account(anna.id)).toEqual({ status: "erased", reminders: 0, email: `erased ${anna.id}` });
  expect(await mails(anna.id)).toEqual([]);
  // The address and the name are free again.
  expect((await signUp({ now: NOON + 14 * DAY }, { email: anna.email, name: anna.name })).id).not.toBe(anna.id);
});

test("a reminder brings a link and a code that work, says when the account goes, and ends the earlier ones", async () => {
  const now = NOON + 7 * DAY;
  await at(now);
  const mail = await newestMail(anna.id);
  expect(mail.link).not.toBe(anna.link);
  expect(mail.text).toContain("erase the account and everything in it on 5 December 2026");
  expect(mail.text).toContain(`/${mail.link}?not_me`);
  expect(await outcomeAndWait(signup.activate(await contextOf({ now }), { token: anna.link }))).toBe("link_expired");
  expect(await outcomeAndWait(signup.activate(await contextOfNewcomer(anna, { now }), { code: mail.code }))).toBe("accepted");
  await at(NOON + 20 * DAY);
  expect((await account(anna.id))?.status).toBe("active");
});

test("two ticks at once, and one that was interrupted, send one reminder", async () => {
  const now = NOON + DAY;
  await env.DB.prepare("INSERT OR REPLACE INTO sweeps (name, at, steady_since) VALUES ('unconfirmed', ?, ?)")
    .bind(now, now - DAY)
    .run();
  await Promise.all([unconfirmed.sweep(now), unconfirmed.sweep(now), unconfirmed.sweep(now)]);
  expect(await mails(anna.id)).toEqual(["activation 0", "activation_reminder 1"]);
});

test("an account without a recent mail gets one last reminder, and is erased only after its link has expired", async () => {
  await at(NOON + 13.5 * DAY);
  await at(NOON + 14 * DAY);
  expect(await mails(anna.id)).toEqual(["activation 0", "activation_reminder 13.5"]);
  expect((await account(anna.id))?.status).toBe("not_confirmed");
  await at(NOON + 15.5 * DAY);
  expect((await account(anna.id))?.status).toBe("erased");
});

test("a mail that was just asked for is not made worthless by a reminder", async () => {
  await signup.activation(await contextOfNewcomer(anna, { now: NOON + 23 * HOUR }));
  await at(NOON + DAY);
  expect((await mails(anna.id)).at(-1)).toBe(`activation ${23 / 24}`);
  await at(NOON + 2 * DAY);
  expect((await mails(anna.id)).at(-1)).toBe("activation_reminder 2");
});

test.each(["bounce", "fbl"])("an address that answers with %s is left alone, and erased all the same", async (reason) => {
  await env.DB.prepare("UPDATE accounts SET notifications_disabled = ? WHERE id = ?").bind(`["${reason}"]`, anna.id).run();
  for (const day of [1, 7]) await at(NOON + day * DAY);
  expect(await mails(anna.id)).toEqual(["activation 0"]);
  await at(NOON + 14 * DAY);
  expect((await account(anna.id))?.status).toBe("erased");
});

test("a clock that jumps ahead and comes back reminds nobody early or twice, and erases nobody", async () => {
  await run(NOON + 22 * HOUR, NOON + 23 * HOUR);
  // Three weeks ahead for half an hour, then for most of a day: long enough for the reminder that would be due by then.
  await unconfirmed.sweep(NOON + 21 * DAY);
  await run(NOON + 23 * HOUR, NOON + 26 * HOUR);
  expect(await mails(anna.id)).toEqual(["activation 0", "activation_reminder 1"]);
  await run(NOON + 21 * DAY, NOON + 21 * DAY + 23 * HOUR);
  expect((await account(anna.id))?.status).toBe("not_confirmed");
  const reminded = (await mails(anna.id)).length;
  expect(reminded).toBeLessThanOrEqual(3);
  // Back again: the days go by a second time, and no further reminder comes.
  await run(NOON + 2 * DAY, NOON + 3 * DAY);
  for (const day of [4, 7, 8, 10, 13]) await at(NOON + day * DAY);
  expect((await mails(anna.id)).length).toBe(reminded);
  expect((await account(anna.id))?.status).toBe("not_confirmed");
});

test("a clock that is set back sends nothing again", async () => {
  for (const day of [1, 7]) await at(NOON + day * DAY);
  const before = await mails(anna.id);
  for (const day of [0.5, 1, 2, 6.9, 7, 8]) await at(NOON + day * DAY);
  expect(await mails(anna.id)).toEqual(before);
  expect(await account(anna.id)).toMatchObject({ status: "not_confirmed", reminders: 2 });
});

test("after a standstill of the cron it takes a day until somebody is erased", async () => {
  await run(NOON + 20 * DAY, NOON + 20 * DAY + 23 * HOUR);
  expect((await account(anna.id))?.status).toBe("not_confirmed");
  expect((await mails(anna.id)).length).toBe(2);
  // The reminder of that day keeps its promise of 48 hours.
  await at(NOON + 23 * DAY);
  expect((await account(anna.id))?.status).toBe("erased");
});

test("an account of a removed domain does not delay the others; the next run takes the rest", async () => {
  await env.DB.prepare("UPDATE accounts SET domain_id = 'closed' WHERE id = ?").bind(anna.id).run();
  const others: Newcomer[] = [];
  for (let i = 0; i < 5; i++) others.push(await signUp());
  await at(NOON + 7 * DAY);
  for (const { id } of others) expect((await mails(id)).length).toBe(2);
  await at(NOON + 14 * DAY);
  const left = async () =>
    (await Promise.all([anna, ...others].map(({ id }) => account(id)))).filter((row) => row?.status !== "erased");
  expect((await left()).length).toBe(2);
  await at(NOON + 14 * DAY + MINUTE);
  expect((await left()).length).toBe(0);
});

test.each(["closed", "unreadable"])("many accounts of a domain that is %s do not delay the others", async (domain) => {
  await env.DB.prepare(
    "INSERT OR IGNORE INTO domains (id, pool, settings, updated_at) VALUES ('unreadable', 'p', '{}', 0)",
  ).run();
  for (let count = 0; count < 60; count++) {
    const id = await addMember({ status: "not_confirmed" });
    await env.DB.prepare("UPDATE accounts SET domain_id = ?, created_at = ? WHERE id = ?")
      .bind(domain, NOON - count, id)
      .run();
  }
  await at(NOON + DAY);
  expect(await mails(anna.id)).toEqual(["activation 0", "activation_reminder 1"]);
});

test("due accounts are read from an index, however many members there are", async () => {
  const scans = await scansOf(async (db) => {
    const store = createUnconfirmedStore(connect(db));
    await store.toRemind({ first: NOON, second: NOON, quietSince: NOON }, [], 10);
    await store.expired(NOON, NOON, 10);
  });
  expect(scans).toEqual([]);
});

test("the owner of a mistyped address takes it off by the link, once, also when it has run out", async () => {
  const ctx = await contextOf({ now: NOON + 10 * DAY });
  expect(await signup.activationLink(ctx, { token: anna.link })).toEqual({ state: "expired", mine: false, removable: true });
  expect(await unconfirmed.removeAddress(ctx, { token: anna.link })).toEqual({ removed: true });
  expect(await account(anna.id)).toMatchObject({ status: "erased", email: `erased ${anna.id}` });
  expect(await services.accountsStore.findViewer(anna.token ?? "", "liaison", NOON)).toBe(null);
  expect(await outcomeAndWait(unconfirmed.removeAddress(ctx, { token: anna.link }))).toBe("link_expired");
  expect(await signup.activationLink(ctx, { token: anna.link })).toEqual({ state: "expired", mine: false, removable: false });
});

test("nothing else takes an address off: a replaced or used link, another pool's, one that never was", async () => {
  const ctx = await contextOf();
  const remove = (token: string, where = ctx) => outcomeAndWait(unconfirmed.removeAddress(where, { token }));
  expect(await remove(`a${"x".repeat(43)}`)).toBe("link_expired");
  expect(await remove("'; DROP TABLE accounts; --")).toBe("link_expired");
  expect(await remove(anna.link, await contextOf({ host: "curves.localhost" }))).toBe("link_expired");
  await signup.activation(await contextOfNewcomer(anna));
  expect(await remove(anna.link)).toBe("link_expired");
  const { link } = await newestMail(anna.id);
  await signup.activate(ctx, { token: link });
  expect(await remove(link)).toBe("link_expired");
  expect((await account(anna.id))?.status).toBe("active");
});

test("who typed another's address is mailed nothing, and once it is corrected is reminded like others", async () => {
  const velvet = { host: "velvet.localhost" };
  const [first, known] = [await signUp(velvet), await signUp(velvet)];
  await env.DB.prepare("UPDATE accounts SET status = 'active', activated_at = ? WHERE id = ?").bind(NOON, known.id).run();
  const form = signupForm({ email: known.email, name: "Without_Any", tracking: await signedSource(env.PASSWORD_PEPPER) });
  await signup.signup(await contextOf(velvet), form);
  const without = await env.DB.prepare("SELECT id FROM profiles WHERE name = 'Without_Any'").first<string>("id");
  await at(NOON + DAY);
  expect(await mails(first.id)).toEqual(["activation 0", "activation_reminder 1"]);
  expect(await mails(without ?? expect.unreachable())).toEqual([]);
  const right = (name: string) => `right.${name}@example.org`.toLowerCase();
  for (const name of [first.name, "Without_Any"]) {
    const ctx = await contextOf({ ...velvet, network: name, now: NOON + 2 * DAY });
    await signup.correctAddress(ctx, { name, password: PASSWORD, email: right(name) });
    await expect.poll(() => mailsTo(right(name), "activation")).toHaveLength(1);
  }
  await at(NOON + 3 * DAY);
  for (const name of [first.name, "Without_Any"]) expect(await mailsTo(right(name), "activation_reminder")).toHaveLength(1);
});
