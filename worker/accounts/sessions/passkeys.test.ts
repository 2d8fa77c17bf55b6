import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { cookieStartedBy, outcomeOf, PASSWORD } from "#tests/setup/accounts.ts";
import { type Circumstances, contextOf, NOON } from "#tests/setup/context.ts";
import { servicesWithPushes } from "#tests/setup/queued-pushes.ts";
import { contextOfNewcomer, type Newcomer, signUp } from "#tests/setup/signup.ts";
import { virtualAuthenticator } from "#tests/setup/virtual-authenticator.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { MINUTE } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { fromBase64url } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createPasskeysStore } from "./passkeys.store.ts";

const { accountsStore, passkeys } = servicesOf(env);
let me: Newcomer;

/** Adds a key of this browser, as its page does. */
async function add(key: Awaited<ReturnType<typeof virtualAuthenticator>>, name = "My phone") {
  const options = await passkeys.newPasskey(await contextOfNewcomer(me), { password: PASSWORD });
  return passkeys.addPasskey(await contextOfNewcomer(me), { name, credential: await key.create(options) });
}

/** Logs in with a key; what about the answer is wrong can be said. */
async function enter(
  key: Awaited<ReturnType<typeof virtualAuthenticator>>,
  lies: Parameters<typeof key.get>[1] = {},
  where: Circumstances = {},
) {
  const options = await passkeys.passkeyChallenge(await contextOf());
  const credential = await key.get(options, lies);
  return passkeys.passkeyLogin(await contextOf(where), { credential });
}

beforeAll(async () => {
  me = await signUp();
});
beforeEach(async () => {
  await env.DB.prepare("DELETE FROM passkeys").run();
});

test("the password adds one, it logs in alone, and the member is told by mail", async () => {
  const key = await virtualAuthenticator();
  const { passkeys: listed, limit } = await add(key, "  My\tphone ");
  expect([listed, limit]).toEqual([
    [{ id: key.id, name: "My phone", created_at: new Date(NOON).toISOString(), last_used_at: null }],
    10,
  ]);
  const mail = await env.DB.prepare("SELECT text FROM outbox WHERE account_id = ? AND template = 'passkey_added'")
    .bind(me.id)
    .first("text");
  expect(mail).toContain("“My phone”");
  const answer = await enter(key);
  expect(answer.value.profile.id).toBe(me.id);
  expect((await accountsStore.findViewer(await sha256(cookieStartedBy(answer)), "liaison", NOON))?.id).toBe(me.id);
  expect((await passkeys.passkeys(await contextOfNewcomer(me))).passkeys[0]?.last_used_at).toBe(new Date(NOON).toISOString());
});

test("the other devices are told of a new one", async () => {
  const { services, jobsFor } = servicesWithPushes();
  const context = await contextOfNewcomer(me);
  const options = await services.passkeys.newPasskey(context, { password: PASSWORD });
  const credential = await (await virtualAuthenticator()).create(options);
  await services.passkeys.addPasskey(context, { name: "Mine", credential });
  const { tokenHash } = context.viewer;
  expect(jobsFor(me.id)).toMatchObject([{ kind: "security", subject: "passkeys", without: tokenHash }]);
});

test("a wrong password adds and removes none; a name is needed; who has ten has enough", async () => {
  expect(await outcomeOf(passkeys.newPasskey(await contextOfNewcomer(me), { password: "no" }))).toBe("password: password_wrong");
  const key = await virtualAuthenticator();
  await expect(add(key, " ")).rejects.toMatchObject({ fields: [{ field: "name", code: "required" }] });
  await expect(add(key, "x".repeat(41))).rejects.toMatchObject({ fields: [{ field: "name", code: "too_long" }] });
  await add(key);
  expect(await outcomeOf(passkeys.removePasskey(await contextOfNewcomer(me), { passkey: key.id, password: "no" }))).toBe(
    "password: password_wrong",
  );
  expect(await outcomeOf(add(key))).toBe("conflict");
  const spare = await passkeys.newPasskey(await contextOfNewcomer(me), { password: PASSWORD });
  for (let i = 1; i < 10; i++) await add(await virtualAuthenticator());
  expect(await outcomeOf(passkeys.newPasskey(await contextOfNewcomer(me), { password: PASSWORD }))).toBe("name: too_many");
  const late = passkeys.addPasskey(await contextOfNewcomer(me), {
    name: "Late",
    credential: await (await virtualAuthenticator()).create(spare),
  });
  expect(await outcomeOf(late)).toBe("name: too_many");
});

test("an answer counts once, in time, for its session, purpose, host and site, and only as it was signed", async () => {
  const key = await virtualAuthenticator();
  const options = await passkeys.newPasskey(await contextOfNewcomer(me), { password: PASSWORD });
  const other = await signUp();
  const credential = await key.create(options);
  const adding = async (ctx: MemberContext, given = credential) =>
    outcomeOf(passkeys.addPasskey(ctx, { name: "x", credential: given }));
  expect(await adding(await contextOfNewcomer(other))).toBe("passkey_failed");
  expect(await adding(await contextOfNewcomer(me, { now: NOON + 6 * MINUTE }))).toBe("passkey_failed");
  expect(await adding(await contextOfNewcomer(me), await key.create(options, { origin: "http://evil.example" }))).toBe(
    "passkey_failed",
  );
  expect(await adding(await contextOfNewcomer(me), await key.create(options, { rpId: "evil.example" }))).toBe("passkey_failed");
  const login = await passkeys.passkeyChallenge(await contextOf());
  expect(await adding(await contextOfNewcomer(me), await key.create({ ...options, challenge: login.challenge }))).toBe(
    "passkey_failed",
  );
  const fresh = await passkeys.newPasskey(await contextOfNewcomer(me), { password: PASSWORD });
  const good = await key.create(fresh);
  expect(await adding(await contextOfNewcomer(me), good)).toBe("accepted");
  expect(await adding(await contextOfNewcomer(me), good)).toBe("passkey_failed");
});

test("a passkey added while all sessions end is not stored, and no mail reports it", async () => {
  const thief = await signUp();
  const ctx = await contextOfNewcomer(thief);
  const credential = await (await virtualAuthenticator()).create(await passkeys.newPasskey(ctx, { password: PASSWORD }));
  await env.DB.prepare("UPDATE sessions SET revoked_at = ? WHERE account_id = ?").bind(NOON, thief.id).run();
  expect(await outcomeOf(passkeys.addPasskey(ctx, { name: "Late", credential }))).toBe("conflict");
  const count = (table: string) =>
    env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE account_id = ?`).bind(thief.id).first<number>("n");
  // The one mail is that of the activation.
  expect([await count("passkeys"), await count("outbox")]).toEqual([0, 1]);
});

test("a forged, replayed, foreign or unverified passkey answer opens nothing", async () => {
  const key = await virtualAuthenticator();
  await add(key);
  for (const lies of [
    { origin: "http://evil.example" },
    { origin: "https://localhost" },
    { rpId: "curves.localhost" },
    { type: "webauthn.create" },
    { flags: 0x01 },
    { flags: 0x04 },
    { challenge: "A".repeat(76) },
    { broken: true },
    { userHandle: "c29tZWJvZHk" },
    { crossOrigin: true, topOrigin: "http://evil.example" },
  ])
    expect(await outcomeOf(enter(key, lies)), JSON.stringify(lies)).toBe("login_failed");
  // The browser may forget a passkey that nobody knows, and no other one.
  const paramsOf = (login: Promise<unknown>) => login.catch((error: AppError) => [error.code, error.params]);
  expect(await paramsOf(enter(await virtualAuthenticator()))).toEqual(["login_failed", { passkey: "unknown" }]);
  expect(await paramsOf(enter(key, { broken: true }))).toEqual(["login_failed", {}]);
  // The same answer twice, also at once: one of them counts.
  const options = await passkeys.passkeyChallenge(await contextOf());
  const credential = await key.get(options);
  const twice = await Promise.all([0, 1, 2].map(async () => outcomeOf(passkeys.passkeyLogin(await contextOf(), { credential }))));
  expect(twice.sort()).toEqual(["accepted", "login_failed", "login_failed"]);
  expect(await outcomeOf(passkeys.passkeyLogin(await contextOf(), { credential }))).toBe("login_failed");
  // A challenge ends after five minutes.
  const old = await key.get(await passkeys.passkeyChallenge(await contextOf()));
  expect(await outcomeOf(passkeys.passkeyLogin(await contextOf({ now: NOON + 5 * MINUTE + 1000 }), { credential: old }))).toBe(
    "login_failed",
  );
});

test("two requests with one valid answer: the counter lets one in", async () => {
  const store = createPasskeysStore(connect(env.DB));
  const { id } = await signUp();
  const row =
    "INSERT INTO passkeys (id, account_id, rp_id, public_key, counter, name, created_at) VALUES (?1, ?1, '', '', 6, '', 0)";
  await env.DB.prepare(row).bind(id).run();
  expect(await Promise.all([store.use(id, 7, NOON), store.use(id, 7, NOON)])).toEqual([true, false]);
});

test("a counter that goes back is a copy of the key; one that counts nothing stays at nothing", async () => {
  const key = await virtualAuthenticator();
  await add(key);
  expect(await outcomeOf(enter(key, { counter: 7 }))).toBe("accepted");
  expect(await outcomeOf(enter(key, { counter: 7 }))).toBe("login_failed");
  expect(await outcomeOf(enter(key, { counter: 6 }))).toBe("login_failed");
  expect(await outcomeOf(enter(key, { counter: 0 }))).toBe("login_failed");
  expect(await outcomeOf(enter(key, { counter: 8 }))).toBe("accepted");
  const silent = await virtualAuthenticator({ counts: false });
  await add(silent);
  for (let i = 0; i < 2; i++) expect(await outcomeOf(enter(silent))).toBe("accepted");
});

test("on another host, for a deleted account or after its removal it opens nothing; names can change", async () => {
  const key = await virtualAuthenticator();
  await add(key);
  // The challenge of one domain is none on another, and neither is the key.
  expect(await outcomeOf(enter(key, {}, { host: "curves.localhost" }))).toBe("login_failed");
  const there = await passkeys.passkeyChallenge(await contextOf({ host: "curves.localhost" }));
  const credential = await key.get(there, { origin: "http://curves.localhost", rpId: "curves.localhost" });
  expect(await outcomeOf(passkeys.passkeyLogin(await contextOf({ host: "curves.localhost" }), { credential }))).toBe(
    "login_failed",
  );

  const set = (status: string) =>
    env.DB.prepare("UPDATE accounts SET status = ?1, deleted_at = iif(?1 = 'active', NULL, 1) WHERE id = ?2")
      .bind(status, me.id)
      .run();
  for (const status of ["deleted", "erased"]) {
    await set(status);
    expect(await outcomeOf(enter(key))).toBe("login_failed");
  }
  await set("active");
  const stranger = await signUp();
  expect(await outcomeOf(passkeys.renamePasskey(await contextOfNewcomer(stranger), { passkey: key.id, name: "Mine" }))).toBe(
    "not_found",
  );
  expect(
    await outcomeOf(passkeys.removePasskey(await contextOfNewcomer(stranger), { passkey: key.id, password: PASSWORD })),
  ).toBe("not_found");
  expect((await passkeys.renamePasskey(await contextOfNewcomer(me), { passkey: key.id, name: "Tablet" })).passkeys[0]?.name).toBe(
    "Tablet",
  );
  expect((await passkeys.removePasskey(await contextOfNewcomer(me), { passkey: key.id, password: PASSWORD })).passkeys).toEqual(
    [],
  );
  expect(await outcomeOf(enter(key))).toBe("login_failed");
});

test("a signature with shorter numbers, one in 128, is accepted", async () => {
  const key = await virtualAuthenticator();
  await add(key);
  // Until one came: ASN.1 leaves leading zeros out, and adds one where the number would look negative.
  let shortest = 99;
  for (let i = 0; i < 600 && shortest > 69; i++) {
    const credential = await key.get(await passkeys.passkeyChallenge(await contextOf()));
    const length = fromBase64url(credential.response.signature)?.length ?? 99;
    if (length > 69 && i % 20 > 0) continue;
    shortest = Math.min(shortest, length);
    expect(await outcomeOf(passkeys.passkeyLogin(await contextOf(), { credential }))).toBe("accepted");
  }
  expect(shortest).toBeLessThan(72);
});
