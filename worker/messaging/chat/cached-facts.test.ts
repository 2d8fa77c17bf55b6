import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { runSql } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { ENTRIES } from "#tests/setup/entries.ts";
import { knowDomain } from "#tests/setup/known-domain.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { TOUCH_EVERY } from "#worker/people/identity/online.vocabulary.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { newId } from "#worker/platform/ids.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { createWorker } from "#worker/server/worker.ts";
import { type CachedFacts, createFactsCache, MOST } from "./cached-facts.ts";

type Incoming = Parameters<typeof worker.fetch>[0];

const worker = createWorker(async () => new Response(null, { status: 404 }));
const d1 = countedD1(env.DB);
afterEach(() => void vi.useRealTimers());

/** The isolate's services, and with them its cache, belong to one environment. */
const bound = { ...env, DB: d1.db };

interface Talk {
  anna: string;
  ben: string;
  token: string;
  conversation: string;
}

async function request(token: string, body: object, headers: Record<string, string> = {}) {
  const context = createExecutionContext();
  await knowDomain(bound);
  d1.take();
  const answer = await worker.fetch(
    new Request("http://localhost/api/chat.php", {
      method: "POST",
      headers: {
        cookie: `session=${token}; locale=en`,
        "content-type": "application/json",
        "sec-fetch-site": "same-origin",
        ...headers,
      },
      body: JSON.stringify(body),
    }) as Incoming,
    bound,
    context,
  );
  const { trips } = d1.take();
  const json = (await answer.json()) as CallOutput<"sendMessage"> & { error?: { code: string } };
  await waitOnExecutionContext(context);
  return { status: answer.status, trips, code: json.error?.code, seq: json.message?.seq, credits: json.credits, json };
}

const say = ({ token, conversation }: Pick<Talk, "token" | "conversation">, text = "hello") =>
  request(token, { conversation, text, client_id: newId() });

/** A conversation whose next message takes one trip: session touched, facts cached. */
async function talk(): Promise<Talk> {
  const [anna, ben] = [await addMember(), await addMember()];
  const token = await logIn(anna);
  const { json } = await request(token, { profile: ben, text: "first", client_id: newId() });
  const { conversation } = json.message;
  const of = { anna, ben, token, conversation };
  expect(await say(of)).toMatchObject({ status: 201, trips: 2 });
  expect(await say(of)).toMatchObject({ status: 201, trips: 1 });
  return of;
}

const count = async (table: string, column: string, value: string) =>
  (await env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${column} = ?`).bind(value).first<number>("n")) ?? -1;

const creditsOf = async (id: string) =>
  (await env.DB.prepare("SELECT credits FROM accounts WHERE id = ?").bind(id).first<number>("credits")) ?? -1;

test("the third message of a session to the same member takes one trip, and costs what the second did", async () => {
  const of = await talk();
  const before = await creditsOf(of.anna);
  const one = await say(of);
  const other = await say(of);
  expect([one, other]).toMatchObject([
    { status: 201, trips: 1, seq: 4 },
    { status: 201, trips: 1, seq: 5 },
  ]);
  expect(one.credits - other.credits).toBe(before - one.credits);
  expect(await creditsOf(of.anna)).toBe(other.credits);
});

test("what changes as two talk leaves it at one trip", async () => {
  const of = await talk();
  const bens = await logIn(of.ben);
  await request(bens, { conversation: of.conversation, text: "an answer", client_id: newId() });
  await runSql("UPDATE participants SET read_seq = 2 WHERE conversation_id = ?", of.conversation);
  await runSql("UPDATE profiles SET last_active_at = last_active_at + 60000 WHERE id = ?", of.ben);
  await runSql("INSERT INTO chat_drafts (member_id, other_id, text, updated_at) VALUES (?, ?, 'half a', 0)", of.anna, of.ben);
  expect(await say(of)).toMatchObject({ status: 201, trips: 1, seq: 5 });
});

const CHANGES: Record<string, [code: string, (of: Talk) => Promise<unknown>]> = {
  "the session was ended": [
    "authentication_required",
    async ({ token }) => runSql("UPDATE sessions SET revoked_at = 1 WHERE token_hash = ?", await sha256(token)),
  ],
  "the session is over": [
    "authentication_required",
    async ({ token }) => runSql("UPDATE sessions SET expires_at = 1 WHERE token_hash = ?", await sha256(token)),
  ],
  "the account is deleted": [
    "authentication_required",
    ({ anna }) => runSql("UPDATE accounts SET status = 'deleted', deleted_at = 1 WHERE id = ?", anna),
  ],
  "the account is no longer active": [
    "not_confirmed",
    ({ anna }) => runSql("UPDATE accounts SET status = 'not_confirmed' WHERE id = ?", anna),
  ],
  "staff muted the sender": [
    "muted",
    ({ anna }) => runSql("UPDATE accounts SET muted_until = ? WHERE id = ?", Date.now() + 3_600_000, anna),
  ],
  "new terms are due": [
    "consent_required",
    ({ anna }) => runSql("UPDATE accounts SET terms_version = '2000-01-01' WHERE id = ?", anna),
  ],
  "the receiver blocked the sender": [
    "blocked",
    ({ anna, ben }) => runSql("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)", ben, anna),
  ],
  "the sender blocked the receiver": [
    "not_found",
    ({ anna, ben }) => runSql("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)", anna, ben),
  ],
  "the receiver left": ["not_found", ({ ben }) => runSql("UPDATE profiles SET status = 'deleted' WHERE id = ?", ben)],
  "the receiver was removed for fraud": [
    "not_found",
    ({ ben }) =>
      runSql("INSERT INTO fraud_removals (member_id, decision_id, since, created_at) VALUES (?, ?, 0, 0)", ben, newId()),
  ],
  "the receiver belongs to another pool": [
    "not_found",
    ({ ben }) => runSql("UPDATE profiles SET pool = 'gipfel' WHERE id = ?", ben),
  ],
  "the session belongs to another domain": [
    "authentication_required",
    async ({ token }) => runSql("UPDATE sessions SET domain_id = 'gipfel' WHERE token_hash = ?", await sha256(token)),
  ],
  "the credits were spent elsewhere": [
    "not_enough_credits",
    async ({ anna }) =>
      runSql(
        "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, ?, 'adjustment', 'test', ?, 0)",
        anna,
        -(await creditsOf(anna)),
        newId(),
      ),
  ],
};

for (const [what, [code, change]] of Object.entries(CHANGES))
  test(`a cached permission ends when ${what}`, async () => {
    const of = await talk();
    await change(of);
    const [messages, entries] = [await count("messages", "sender_id", of.anna), await count(ENTRIES, "account_id", of.anna)];
    for (let turn = 0; turn < 2; turn++) expect((await say(of)).code).toBe(code);
    expect(await count("messages", "sender_id", of.anna)).toBe(messages);
    expect(await count(ENTRIES, "account_id", of.anna)).toBe(entries);
  });

test("a change that leaves the permission costs one slow message, and the next ones are quick again", async () => {
  const of = await talk();
  await runSql("UPDATE profiles SET about = 'something new' WHERE id = ?", of.anna);
  expect(await say(of)).toMatchObject({ status: 201, trips: 3, seq: 4 });
  expect(await say(of)).toMatchObject({ status: 201, trips: 1, seq: 5 });
});

test("a message that also writes the activity is cached", async () => {
  const of = await talk();
  vi.useFakeTimers({ toFake: ["Date"] });
  const start = Date.now();
  for (const times of [1, 2]) {
    vi.setSystemTime(start + times * TOUCH_EVERY);
    expect((await say(of)).trips).toBeGreaterThan(1);
    expect(await say(of)).toMatchObject({ status: 201, trips: 1 });
  }
});

test("a member with several photos writes in one trip", async () => {
  const of = await talk();
  for (const position of [2, 0, 1])
    await runSql(
      "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?, ?, ?, ?, 'active', 0)",
      newId(),
      of.anna,
      newId(),
      position,
    );
  expect(await say(of)).toMatchObject({ status: 201, trips: 3 });
  expect(await say(of)).toMatchObject({ status: 201, trips: 1 });
});

test("a repeated message is the same message, paid once, whatever is cached", async () => {
  const of = await talk();
  const body = { conversation: of.conversation, text: "once", client_id: newId() };
  const [first, again] = [await request(of.token, body), await request(of.token, body)];
  expect(first).toMatchObject({ status: 201, trips: 1 });
  expect(again.json.message.id).toBe(first.json.message.id);
  expect(again.credits).toBe(first.credits);
  expect(await creditsOf(of.anna)).toBe(first.credits);
  expect((await request(of.token, { ...body, text: "twice" })).code).toBe("idempotency_conflict");
});

test("messages of one session at once are all written, in an order without gaps, each paid for", async () => {
  const of = await talk();
  const before = await creditsOf(of.anna);
  const sent = await Promise.all(Array.from({ length: 4 }, () => say(of)));
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(sent.map(({ seq }) => seq).toSorted()).toEqual([4, 5, 6, 7]);
  expect(before - (await creditsOf(of.anna))).toBe(4 * (before - Math.max(...sent.map(({ credits }) => credits))));
});

test("an answer to a message and another session read their facts, a forged one is refused", async () => {
  const of = await talk();
  const { conversation } = of;
  const answer = { conversation, text: "I answer", reply_to: 1, client_id: newId() };
  expect(await request(of.token, answer)).toMatchObject({ status: 201, trips: 2 });
  const others = await logIn(of.anna);
  expect(await say({ token: others, conversation })).toMatchObject({ status: 201, trips: 2 });
  const forged = `${of.anna}.${"x".repeat(43)}`;
  expect((await say({ token: forged, conversation })).code).toBe("authentication_required");
});

const none = () => ({ sql: "", params: [] });

test("cached facts end with their minute, and only the newest five hundred stay", () => {
  const cache = createFactsCache({ viewerUnchanged: () => none, partnerUnchanged: () => none });
  const by = { profile: "ben" };
  const of = (tokenHash: string) => ({ tokenHash, domainId: "liaison", by });
  const prepared = { target: { conversation: {} } } as unknown as CachedFacts["prepared"];
  const store = (tokenHash: string, now: number) => {
    const ctx = { viewer: { tokenHash, seenAt: now }, domain: { id: "liaison" }, prefetched: { viewerRow: {} }, now };
    cache.store(ctx as never, by, prepared, {});
  };
  store("anna", 0);
  expect(cache.read(of("anna"), TOUCH_EVERY - 1)).not.toBeNull();
  expect(cache.read(of("anna"), TOUCH_EVERY)).toBeNull();
  for (let n = 0; n <= MOST; n++) store(`member${n}`, 1);
  expect(cache.read(of("member0"), 2)).toBeNull();
  expect(cache.read(of("member1"), 2)).not.toBeNull();
});

test("facts in use by one message are not there for a second one, until they are put back", () => {
  const cache = createFactsCache({ viewerUnchanged: () => none, partnerUnchanged: () => none });
  const of = { tokenHash: "anna", domainId: "liaison", by: { conversation: "c" } };
  const ctx = { viewer: { tokenHash: "anna", seenAt: 0 }, domain: { id: "liaison" }, prefetched: { viewerRow: {} }, now: 0 };
  cache.store(ctx as never, of.by, { target: { conversation: {} } } as never, {});
  const taken = cache.take(of, 1);
  expect(taken).not.toBeNull();
  expect(cache.take(of, 1)).toBeNull();
  cache.putBack(taken as CachedFacts, 1);
  expect(cache.take(of, 1)).toBe(taken);
});
