import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { outcomeOf } from "#tests/setup/accounts.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import { createAccountsStore } from "#worker/people/identity/accounts.store.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { newLink } from "#worker/people/links/one-time-link.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { pendingLikes, signup } = servicesOf(env);
const now = Date.now();
let me: string;
let session: string;
let bea: string;

beforeEach(async () => {
  me = await addMember();
  session = await logIn(me);
  bea = await addMember();
  await run("UPDATE accounts SET status = 'not_confirmed', activated_at = NULL WHERE id = ?", me);
  await run("UPDATE profiles SET status = 'disabled' WHERE id = ?", me);
});

const run = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run();
const count = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .first<number>("n");
const likesOf = (id: string) => count("SELECT count(*) AS n FROM likes WHERE liker_id = ?", id);

const pending = () => count("SELECT count(*) AS n FROM pending_likes WHERE liker_id = ?", me);

async function context(): Promise<MemberContext> {
  const viewer = await createAccountsStore(connect(env.DB)).findViewer(await sha256(session), "liaison", now);
  return (await contextOf({ now, viewer: viewer ?? expect.unreachable() })) as MemberContext;
}

async function confirm(): Promise<void> {
  const { link, token } = await newLink("activation", me, now);
  const { hash, kind, accountId, createdAt, expiresAt } = token;
  await run(
    "INSERT INTO tokens (hash, kind, account_id, created_at, expires_at) VALUES (?, ?, ?, ?, ?)",
    ...[hash, kind, accountId, createdAt, expiresAt],
  );
  await signup.activate(await contextOf({ now }), { token: link });
}

test("a pending like reaches nobody before the confirmation, which sends it once", async () => {
  expect(await pendingLikes.addPendingLike(await context(), { profile: bea })).toEqual({ profiles: [bea] });
  expect(await pendingLikes.addPendingLike(await context(), { profile: bea })).toEqual({ profiles: [bea] });
  expect([await likesOf(me), await count("SELECT new_likes AS n FROM accounts WHERE id = ?", bea)]).toEqual([0, 0]);
  await confirm();
  await expect.poll(pending).toBe(0);
  expect([await likesOf(me), await count("SELECT new_likes AS n FROM accounts WHERE id = ?", bea)]).toEqual([1, 1]);
});

test("a failure while pending likes are sent does not break the confirmation; the sweep sends them", async () => {
  await pendingLikes.addPendingLike(await context(), { profile: bea });
  await run("CREATE TRIGGER broken BEFORE DELETE ON pending_likes BEGIN SELECT RAISE(ABORT, 'broken'); END");
  await confirm();
  await expect.poll(() => likesOf(me)).toBe(1);
  await run("DROP TRIGGER broken");
  expect(await pending()).toBe(1);
  await pendingLikes.sweep(now);
  expect([await likesOf(me), await pending()]).toEqual([1, 0]);
});

test("the sweep sends likes of a member who confirmed by a password reset, and of nobody unconfirmed", async () => {
  await pendingLikes.addPendingLike(await context(), { profile: bea });
  await pendingLikes.sweep(now);
  expect([await likesOf(me), await pending()]).toEqual([0, 1]);
  await run("UPDATE accounts SET status = 'active', activated_at = ? WHERE id = ?", now, me);
  await run("UPDATE profiles SET status = 'active' WHERE id = ?", me);
  await pendingLikes.sweep(now);
  expect([await likesOf(me), await pending()]).toEqual([1, 0]);
});

test("a member whose like it was meets a block, or is gone, by then: the others are sent", async () => {
  const cleo = await addMember();
  for (const profile of [bea, cleo]) await pendingLikes.addPendingLike(await context(), { profile });
  await run("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, ?)", bea, me, now);
  await confirm();
  await expect.poll(pending).toBe(0);
  expect(await likesOf(me)).toBe(1);
});

test("oneself, hidden members and those of other pools are refused, and a confirmed member likes at once", async () => {
  const add = async (profile: string) => outcomeOf(pendingLikes.addPendingLike(await context(), { profile }));
  expect(await add(me)).toBe("profile: to_oneself");
  await run("UPDATE profiles SET status = 'hidden' WHERE id = ?", bea);
  expect(await add(bea)).toBe("not_found");
  await run("UPDATE profiles SET status = 'active', pool = 'elsewhere' WHERE id = ?", bea);
  expect(await add(bea)).toBe("not_found");
  await confirm();
  expect(await add(await addMember())).toBe("conflict");
});

test("the twenty-first is refused, and a pending like can be taken back", async () => {
  const many = [];
  for (let i = 0; i < 20; i++) many.push(await addMember());
  for (const profile of many) await pendingLikes.addPendingLike(await context(), { profile });
  expect(await outcomeOf(pendingLikes.addPendingLike(await context(), { profile: bea }))).toBe("conflict");
  await pendingLikes.removePendingLike(await context(), { profile: many[0] as string });
  expect((await pendingLikes.addPendingLike(await context(), { profile: bea })).profiles).toHaveLength(20);
});
