import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { type Account, addAccount, contextAs, openSession } from "#tests/setup/accounts.ts";
import { runSql } from "#tests/setup/actions.ts";
import { NOON } from "#tests/setup/context.ts";
import { staffRows } from "#tests/setup/staff.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { answerLink, type Choice, type LinkRequest } from "#worker/server/dev/wallet/answers.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { type AgeRequestRow, createAgeStore } from "./age.store.ts";
import { createAge } from "./age.ts";
import { createAgeChecksStore } from "./age-checks.store.ts";
import { CONFIRM } from "./method.vocabulary.ts";

const { age } = servicesOf(env);
const store = createAgeStore(connect(env.DB));
const AGE = { when: "before_members" as const, methods: ["eu" as const], country: "NL", from: null };

beforeAll(async () => {
  const { id, rows } = await staffRows("operator");
  for (const { sql, values } of rows) await runSql(sql, ...(values as string[]));
  await runSql("UPDATE staff_members SET password_hash = 'x' WHERE id = ?", id);
});
beforeEach(async () => {
  for (const table of ["age_requests", "outbox", "decisions"]) await env.DB.exec(`DELETE FROM ${table}`);
});

const memberOn = async (owner: Account, now = NOON): Promise<MemberContext> => ({
  ...(await contextAs(await openSession(owner), { now })),
  age: AGE,
});

/** Another phone scans the code that the member's page shows, or an app takes its link. Returns the code that leads back. */
async function scanned(ctx: MemberContext, choice: Choice, way: "qr" | "link" = "qr"): Promise<string> {
  const { link } = await age.beginAgeProof(ctx, { method: "eu", way, next: "/" });
  const query = Object.fromEntries(new URL(link ?? "").searchParams) as unknown as LinkRequest;
  const at = { domain: ctx.domain, pageOrigin: ctx.pageOrigin, now: ctx.now };
  const { redirect_uri } = await age.takeForm(at, await answerLink(query, choice, ctx.now));
  return new URL(redirect_uri).searchParams.get("code") ?? "";
}

/** The answer of another phone is here, and its check runs. */
async function checking(ctx: MemberContext): Promise<AgeRequestRow> {
  await age.beginAgeProof(ctx, { method: "eu", way: "qr", next: "/" });
  const row = await store.latest(ctx.viewer.id, ctx.viewer.tokenHash, ctx.now);
  if (!row) expect.unreachable("nothing was begun");
  expect(await store.claim(row.id, ctx.now)).toBe(true);
  return row;
}

const proofsOf = async ({ id }: Account) =>
  JSON.parse((await env.DB.prepare("SELECT age_proofs FROM accounts WHERE id = ?").bind(id).first<string>("age_proofs")) ?? "");
const looks = async () => {
  const { results } = await env.DB.prepare("SELECT text FROM outbox WHERE template = 'staff'").all<{ text: string }>();
  return results.map(({ text }) => /account ([a-z0-9]{20})/.exec(text)?.[1]);
};
const decisions = () => env.DB.prepare("SELECT count(*) AS n FROM decisions").first<number>("n");

test("an unconfirmed answer under 18 stays, whatever is begun meanwhile; a person looks after a day, once", async () => {
  const owner = await addAccount();
  const ctx = await memberOn(owner);
  await scanned(ctx, "under");
  expect(await proofsOf(owner)).toEqual({ unconfirmed: { day: "2026-11-21" } });
  expect(await age.ageProof(await memberOn(owner))).toMatchObject({ unconfirmed: "2026-11-21", request: null });
  await age.beginAgeProof(ctx, { method: "eu", way: "link", next: "/" });
  await age.cancelAgeProof(ctx);
  expect((await age.ageProof({ ...ctx, now: NOON + 23 * HOUR })).request?.outcome).toBe("unconfirmed");
  await age.sweep(NOON + 23 * HOUR);
  expect(await looks()).toEqual([]);
  for (let time = 0; time < 2; time++) await age.sweep(NOON + DAY);
  expect(await looks()).toEqual([owner.id]);
  expect([await decisions(), await proofsOf(owner)]).toEqual([0, { unconfirmed: { day: "2026-11-21" } }]);
});

test("a proof ends it, and nobody has to look", async () => {
  const owner = await addAccount();
  const ctx = await memberOn(owner);
  await scanned(ctx, "under");
  await scanned(ctx, "over");
  expect(await proofsOf(owner)).toEqual({ eu: { day: "2026-11-21", until: null } });
  expect(await age.receiveAgeProof(ctx, { confirm: true }), "no old answer can close it").toMatchObject({ outcome: "over" });
  await age.sweep(NOON + DAY);
  expect([await looks(), await decisions()]).toEqual([[], 0]);
});

test("a proof by a person ends it too: an old page cannot close the account, and nobody has to look", async () => {
  const owner = await addAccount();
  const ctx = await memberOn(owner);
  await scanned(ctx, "under");
  const check = newId();
  await runSql(
    `INSERT INTO age_checks (id, account_id, domain_id, country, gesture, pose, document, status, sent_at)
      VALUES (?, ?, ?, 'NL', 'fist', 'p', 'd', 'waiting', ${NOON})`,
    ...[check, owner.id, ctx.domain.id],
  );
  const over = { day: "2026-11-21", until: null };
  expect(await createAgeChecksStore(connect(env.DB)).end(check, owner.id, { over }, NOON, null)).toBe(true);
  expect(await proofsOf(owner)).toEqual({ person: over });
  expect(await age.receiveAgeProof(ctx, { confirm: true })).toMatchObject({ outcome: "other_request" });
  await age.sweep(NOON + DAY);
  expect([await looks(), await decisions()]).toEqual([[], 0]);
});

test("many scanned codes of one account bring one mail", async () => {
  const owner = await addAccount();
  for (const time of [0, 1, 2, 20]) await scanned(await memberOn(owner, NOON + time * HOUR), "under");
  for (const time of [0, 1, 2, 20]) await age.sweep(NOON + DAY + time * HOUR);
  expect(await looks()).toEqual([owner.id]);
});

test("the member may still confirm it within the day, and the account is closed", async () => {
  const owner = await addAccount();
  const ctx = await memberOn(owner);
  await scanned(ctx, "under");
  expect(await age.receiveAgeProof({ ...ctx, now: NOON + 23 * HOUR }, { confirm: true })).toMatchObject({ outcome: "under" });
  expect(await decisions()).toBe(1);
  await age.sweep(NOON + 2 * DAY);
  expect(await looks()).toEqual([]);
});

test("an app's answer under 18 stays as well when its tab is closed, and its code closes the account", async () => {
  const [minor, owner] = [await addAccount(), await addAccount()];
  const [away, ctx] = [await memberOn(minor), await memberOn(owner)];
  await scanned(away, "under", "link");
  expect(await proofsOf(minor)).toEqual({ unconfirmed: { day: "2026-11-21" } });
  await age.cancelAgeProof(away);
  await age.sweep(NOON + HOUR);
  expect((await age.ageProof({ ...away, now: NOON + HOUR })).request?.outcome).toBe("unconfirmed");
  const code = await scanned(ctx, "under", "link");
  expect([await decisions(), await age.receiveAgeProof(ctx, { code })]).toEqual([0, { outcome: "under", next: "/" }]);
  expect(await decisions()).toBe(1);
  await age.sweep(NOON + DAY);
  expect([await looks(), await decisions()]).toEqual([[minor.id], 1]);
});

test("one account whose mails fail keeps no other from being looked at, and its own are written later", async () => {
  const [first, second] = [await addAccount(), await addAccount()];
  for (const owner of [first, second]) await scanned(await memberOn(owner), "under");
  const asked: string[] = [];
  const failing = createAge({
    store,
    async unconfirmedMails(member: string) {
      asked.push(member);
      if (member === first.id) throw new Error("D1 is away");
      return [];
    },
  } as never);
  await failing.sweep(NOON + DAY);
  expect(asked.toSorted()).toEqual([first.id, second.id].toSorted());
  await age.sweep(NOON + DAY);
  expect(await looks()).toEqual([first.id]);
});

test("who begins again or takes it back while the answer is checked does not get rid of it", async () => {
  const owner = await addAccount();
  const ctx = await memberOn(owner);
  const row = await checking(ctx);
  await age.beginAgeProof(ctx, { method: "eu", way: "link", next: "/" });
  for (let time = 0; time < 2; time++) await age.cancelAgeProof(ctx);
  await store.askToConfirm(row, CONFIRM, NOON, NOON + DAY);
  expect(await proofsOf(owner)).toEqual({ unconfirmed: { day: "2026-11-21" } });
  await age.sweep(NOON + DAY);
  expect(await looks()).toEqual([owner.id]);
});

test("a proof that comes while the answer is checked is not followed by a question", async () => {
  const owner = await addAccount();
  const ctx = await memberOn(owner);
  const row = await checking(ctx);
  await scanned(ctx, "over");
  await store.askToConfirm(row, CONFIRM, NOON, NOON + DAY);
  expect(await proofsOf(owner)).toEqual({ eu: { day: "2026-11-21", until: null } });
  await age.sweep(NOON + DAY);
  expect(await looks()).toEqual([]);
});
