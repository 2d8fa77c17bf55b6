import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { connect } from "#db/client.ts";
import {
  type Account,
  addAccount,
  contextAs,
  mailsTo,
  NEW_PASSWORD,
  openSession,
  outcomeOf,
  PASSWORD,
} from "#tests/setup/accounts.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { contextOfNewcomer, newestMail, signUp } from "#tests/setup/signup.ts";
import { createLeavingStore } from "#worker/accounts/leaving/leaving.store.ts";
import { MINUTE } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { domainOf } from "#worker/server/edge/host.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createWorker } from "#worker/server/worker.ts";
import { createResetStore } from "./reset.store.ts";

// A request's session is looked up when it arrives, and its body may take as long as the sender likes: whatever is read at
// the start may be untrue at the end. Each of these is such a request, finished after something else has happened.
const { recovery, sessions, signup, leaving } = servicesOf(env);
const fresh = () => `fresh${newId()}@example.org`;
const statusOf = async (id: string) =>
  env.DB.prepare("SELECT email, status FROM accounts WHERE id = ?").bind(id).first<{ email: string; status: string }>();

/** The row of a mail that was addressed before. */
const mailTo = ({ id, email }: Account, template: string) => ({
  id: newId(),
  accountId: id,
  domainId: "liaison",
  template,
  recipient: email,
  sender: "Liaison <hello@example.org>",
  subject: "words",
  text: "words",
  html: "words",
  status: "queued" as const,
  nextAttemptAt: NOON,
  createdAt: NOON,
});

let owner: Account;
let session: string;
beforeEach(async () => {
  owner = await addAccount();
  session = await openSession(owner);
});

test("a mail with a link does not go to the address that was corrected meanwhile", async () => {
  const thief = await signUp();
  const slow = await contextOfNewcomer(thief);
  const victim = fresh();
  expect(await outcomeOf(signup.correctAddress(await contextOfNewcomer(thief), { email: victim, password: PASSWORD }))).toBe(
    "accepted",
  );
  expect(await outcomeOf(signup.activation(slow))).toBe("conflict");
  // What has not left yet is taken back, and nothing came after it.
  expect(await mailsTo(thief.email, "activation")).toEqual([""]);
  expect(await outcomeOf(signup.activate(await contextOf(), { token: thief.link }))).toBe("link_expired");
  expect(await statusOf(thief.id)).toEqual({ email: victim, status: "not_confirmed" });
  // The one of the new address still opens it.
  const { link } = await newestMail(thief.id);
  expect(await outcomeOf(signup.activate(await contextOf(), { token: link }))).toBe("accepted");
});

test("an e-mail change is refused when the password changed meanwhile", async () => {
  const slow = await contextAs(session);
  const change = { old_password: PASSWORD, password: NEW_PASSWORD, password_repeat: NEW_PASSWORD };
  expect(await outcomeOf(recovery.changePassword(await contextAs(session), change))).toBe("accepted");
  const thief = fresh();
  expect(await outcomeOf(recovery.requestMailChange(slow, { email: thief, password: PASSWORD }))).toBe("conflict");
  expect(await mailsTo(thief, "mail_change")).toEqual([]);
  expect(await mailsTo(owner.email, "mail_change_notice")).toEqual([]);
});

test("a reset mail is not stored when the address changed or the account was deleted meanwhile", async () => {
  const { email, id } = owner;
  const token = { kind: "reset" as const, accountId: id, data: "asker", createdAt: NOON, expiresAt: NOON + MINUTE };
  const store = createResetStore(connect(env.DB));
  const stored = (hash: string) => store.replaceLink({ ...token, hash }, mailTo(owner, "password_reset"));
  expect(await stored("one")).toBe(true);
  await env.DB.prepare("UPDATE accounts SET email = ? WHERE id = ?").bind(fresh(), id).run();
  expect(await stored("two")).toBe(false);
  await env.DB.prepare("UPDATE accounts SET email = ?, status = 'deleted', deleted_at = 1 WHERE id = ?").bind(email, id).run();
  expect(await stored("three")).toBe(false);
  const { results } = await env.DB.prepare("SELECT hash FROM tokens WHERE account_id = ?").bind(id).all();
  expect(results).toEqual([{ hash: "one" }]);
  expect(await mailsTo(email, "password_reset")).toEqual(["words"]);
});

test("a reactivation mail does not go to an address that changed meanwhile", async () => {
  await leaving.deleteAccount(await contextAs(session), { password: PASSWORD, reason: "break" });
  const token = { kind: "reactivation" as const, accountId: owner.id, createdAt: NOON, expiresAt: NOON + MINUTE };
  const store = createLeavingStore(connect(env.DB));
  expect(await store.addLink({ ...token, hash: "first" }, mailTo(owner, "reactivation"), NOON)).toBe(true);
  await env.DB.prepare("UPDATE accounts SET email = ? WHERE id = ?").bind(fresh(), owner.id).run();
  expect(await store.addLink({ ...token, hash: "second" }, mailTo(owner, "reactivation"), NOON)).toBe(false);
  const { results } = await env.DB.prepare("SELECT hash FROM tokens WHERE hash IN ('first', 'second') AND account_id = ?")
    .bind(owner.id)
    .all();
  expect(results).toEqual([{ hash: "first" }]);
});

test("a pending deletion sends no link after a correction: reactivation would confirm the new address", async () => {
  const thief = await signUp();
  const slow = await contextOfNewcomer(thief);
  const victim = fresh();
  expect(await outcomeOf(signup.correctAddress(await contextOfNewcomer(thief), { email: victim, password: PASSWORD }))).toBe(
    "accepted",
  );
  expect(await outcomeOf(leaving.deleteAccount(slow, { password: PASSWORD, reason: "break" }))).toBe("conflict");
  expect(await mailsTo(thief.email, "reactivation")).toEqual([]);
  expect(await statusOf(thief.id)).toEqual({ email: victim, status: "not_confirmed" });
});

test("a write is refused when its session ends before its body", async () => {
  const now = Date.now();
  const stolen = await openSession(owner, "localhost", now);
  await domainOf("localhost", now, servicesOf(env).domainsStore.findByHost);
  const d1 = countedD1(env.DB);
  const form = new TextEncoder().encode(JSON.stringify({ about: "A thief was here." }));
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        begun.resolve();
        await ended.promise;
        controller.enqueue(form);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const request = new Request("http://localhost/api/profile.php", {
    method: "PUT",
    headers: { cookie: `session=${stolen}`, "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body,
  });
  const worker = createWorker(async () => new Response());
  const slow = worker.fetch(request as never, { ...env, DB: d1.db }, createExecutionContext());
  await begun.promise;
  // The session was looked up before the body is read.
  expect(d1.take().trips).toBeGreaterThan(0);
  await sessions.logout({ ...(await contextAs(stolen, { now })) });
  // As a body that takes longer than the session is trusted.
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 1200);
  onTestFinished(() => clock.mockRestore());
  ended.resolve();
  expect((await slow).status).toBe(403);
  const row = env.DB.prepare("SELECT about FROM profiles WHERE id = ?").bind(owner.id);
  expect(await row.first("about")).toBe("");
});
