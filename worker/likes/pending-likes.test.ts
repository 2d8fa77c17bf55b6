import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { outcomeOf } from "#tests/setup/accounts.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import type { MemberContext } from "#worker/context.ts";
import { createAccountsStore } from "#worker/identity/accounts.store.ts";
import { sha256 } from "#worker/lib/crypto.ts";
import { newLink } from "#worker/links/one-time-link.ts";
import { servicesOf } from "#worker/wiring/index.ts";

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

test("a kept like reaches nobody before the confirmation, which sends it once", async () => {
  expect(await pendingLikes.addPendingLike(await context(), { profile: bea })).toEqual({ profiles: [bea] });
  expect(await pendingLikes.addPendingLike(await context(), { profile: bea })).toEqual({ profiles: [bea] });
  expect([await likesOf(me), await count("SELECT new_likes AS n FROM accounts WHERE id = ?", bea)]).toEqual([0, 0]);
  await confirm();
  expect([await likesOf(me), await count("SELECT new_likes AS n FROM accounts WHERE id = ?", bea)]).toEqual([1, 1]);
  expect(await count("SELECT count(*) AS n FROM pending_likes WHERE liker_id = ?", me)).toBe(0);
});

test("a member whose like it was meets a block, or is gone, by then: the others are sent", async () => {
  const cleo = await addMember();
  for (const profile of [bea, cleo]) await pendingLikes.addPendingLike(await context(), { profile });
  await run("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, ?)", bea, me, now);
  await confirm();
  expect(await likesOf(me)).toBe(1);
  expect(await count("SELECT count(*) AS n FROM pending_likes WHERE liker_id = ?", me)).toBe(0);
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

test("the twenty-first is refused, and a kept like can be taken back", async () => {
  const many = [];
  for (let i = 0; i < 20; i++) many.push(await addMember());
  for (const profile of many) await pendingLikes.addPendingLike(await context(), { profile });
  expect(await outcomeOf(pendingLikes.addPendingLike(await context(), { profile: bea }))).toBe("conflict");
  await pendingLikes.removePendingLike(await context(), { profile: many[0] as string });
  expect((await pendingLikes.addPendingLike(await context(), { profile: bea })).profiles).toHaveLength(20);
});
