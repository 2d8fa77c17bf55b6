import { env, exports } from "cloudflare:workers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addAwayMember, addLike, runSql, writeMessage } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { NOON } from "#tests/setup/context.ts";
import { placeOn } from "#tests/setup/media-place.ts";
import { mailsOver, mailsTo } from "#tests/setup/notification-mails.ts";
import { addOrder } from "#tests/setup/orders.ts";
import { subscribePush } from "#tests/setup/subscribe-push.ts";
import { createSettlement } from "#worker/billing/payments/completion.ts";
import { createPaymentsStore } from "#worker/billing/payments/payments.store.ts";
import { VISITOR } from "#worker/delivery/media/links.ts";
import { createPhotoAccessStore } from "#worker/delivery/media/photo-access.store.ts";
import { createPhotoAccess } from "#worker/delivery/media/photo-access.ts";
import { createPushStore } from "#worker/delivery/push/push.store.ts";
import { createPushes } from "#worker/delivery/push/pushes.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { createAgeNoticesStore } from "./notices.store.ts";
import { createAgeNotices } from "./notices.ts";

const db = connect(env.DB);
const { domainsStore, mails, live } = servicesOf(env);
const RULE = { NL: { when: "before_members" as const, methods: ["eu" as const], existing: null } };
const PROVED = '{"eu":{"day":"2026-11-20","until":null}}';

let before = "";
async function rules(age_proof: object): Promise<void> {
  await runSql(
    "UPDATE domains SET settings = json_set(?, '$.settings.age_proof', json(?)) WHERE id = 'liaison'",
    before,
    JSON.stringify(age_proof),
  );
}
/** Without what an earlier check remembers. */
const photoAccess = () => createPhotoAccess({ store: createPhotoAccessStore(db), domainOf: domainsStore.findById, hash: sha256 });
const prove = (id: string) => runSql("UPDATE accounts SET age_proofs = ? WHERE id = ?", PROVED, id);

beforeAll(async () => {
  before = (await env.DB.prepare("SELECT settings FROM domains WHERE id = 'liaison'").first<string>("settings")) ?? "";
  // Of the same pool, where nobody must prove anything.
  await runSql(
    "INSERT INTO domains SELECT 'open', pool, json_set(settings, '$.id', 'open'), updated_at FROM domains WHERE id = 'liaison'",
  );
  await rules(RULE);
});
beforeEach(() => rules(RULE));
afterAll(async () => {
  await rules({});
  await runSql("DELETE FROM domains WHERE id = 'open'");
});

function pushesTo(sent: string[]) {
  return createPushes({
    store: createPushStore(db),
    send: async (_, { text }) => {
      sent.push(text);
      return { is: "sent" };
    },
    enqueue: async () => {},
    domainOf: domainsStore.findById,
    isLooking: async () => false,
  });
}

/** Completes an order; the sums that the provider gives back go to `asked`. */
function settlement(asked: number[]) {
  const refund = async (_: unknown, { amount }: { amount: number }) => {
    asked.push(amount);
    return "done" as const;
  };
  const provider = { id: "sandbox", query: async () => null, refund };
  const store = createPaymentsStore(db);
  const { settle } = createSettlement({
    ...{ store, live: { expect: live.expect, tell: live.tell } as never, mails, begunWith: () => provider as never },
    ...{ keyedHash: async (text: string) => text, domainOf: domainsStore.findById, originOf: () => "http://localhost" },
    debitReturned: async () => {},
  });
  return async (member: string, payment: string) => {
    const said = { notice: payment, payment, reference: payment, amount: 1000, currency: "EUR", stored: null };
    await settle({ now: Date.now() }, { ...said, state: "completed" }, "sandbox");
    return store.find(member, payment);
  };
}

test("no mail names a member to one who must prove the age first; it comes after the proof", async () => {
  const [ben, pia] = [await addAwayMember("Ben"), await addAwayMember("Pia")];
  await addLike(ben, pia);
  const letters = mailsOver(env.DB, async () => false);
  await letters.sweep(NOON + 11 * MINUTE);
  expect(await mailsTo(pia)).toEqual([]);
  await prove(pia);
  await letters.sweep(NOON + 11 * MINUTE + DAY / 4);
  expect((await mailsTo(pia)).map(({ template }) => template)).toEqual(["new_like"]);
});

test("no push is about a member to one who must prove the age first", async () => {
  const [ben, pia] = [await addMember({ name: "Ben" }), await addMember({ name: "Pia" })];
  await subscribePush(pia, NOON + DAY);
  const conversation = await writeMessage(ben, pia, NOON);
  const sent: string[] = [];
  const pushes = pushesTo(sent);
  const job = () => ({ id: newId(), kind: "message" as const, to: pia, subject: conversation, seq: 1 });
  await pushes.deliver([job()], NOON);
  expect(sent).toEqual([]);
  await prove(pia);
  await pushes.deliver([job()], NOON);
  expect(sent).toHaveLength(1);
});

test("on an open domain of the pool the rule of the home domain holds too: pushes, photos and payments", async () => {
  const [ben, pia] = [await addMember({ name: "Ben" }), await addMember({ name: "Pia", credits: 0 })];
  await subscribePush(pia, NOON + DAY);
  await runSql("UPDATE push_subscriptions SET domain_id = 'open' WHERE account_id = ?", pia);
  const token = await logIn(pia);
  await runSql("UPDATE sessions SET domain_id = 'open' WHERE account_id = ?", pia);
  const theirs = { key: `photo-${ben}`, owner: ben };
  await runSql(
    "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?, ?, ?, 0, 'active', 0)",
    ...[newId(), ben, theirs.key],
  );
  const conversation = await writeMessage(ben, pia, NOON);
  const settle = settlement([]);
  const doors = async () => {
    const sent: string[] = [];
    await pushesTo(sent).deliver([{ id: newId(), kind: "message", to: pia, subject: conversation, seq: 1 }], NOON);
    const payment = await addOrder({ by: pia, domain: "open" });
    const seen = await photoAccess().check(theirs, token, placeOn("open"), Date.now());
    return [sent.length, seen, (await settle(pia, payment))?.returned];
  };
  expect(await doors()).toEqual([0, null, "age"]);
  await prove(pia);
  expect(await doors()).toEqual([1, "public", null]);
});

test("what no request asks counts the country of the latest log-in: mails, pushes and payments", async () => {
  await rules({ GB: { ...RULE.NL, methods: ["oidc"] } });
  const ben = await addAwayMember("Ben");
  const doors = async (country: string) => {
    const pia = await addAwayMember("Pia");
    await subscribePush(pia, NOON + DAY);
    await runSql("UPDATE sessions SET country = ?, created_at = 5 WHERE account_id = ?", country, pia);
    await addLike(ben, pia);
    await mailsOver(env.DB, async () => false).sweep(NOON + 11 * MINUTE);
    const conversation = await writeMessage(ben, pia, NOON);
    const sent: string[] = [];
    await pushesTo(sent).deliver([{ id: newId(), kind: "message", to: pia, subject: conversation, seq: 1 }], NOON);
    const returned = (await settlement([])(pia, await addOrder({ by: pia })))?.returned;
    return [(await mailsTo(pia)).filter(({ template }) => template === "new_like").length, sent.length, returned];
  };
  expect(await doors("GB")).toEqual([0, 0, "age"]);
  expect(await doors("NL")).toEqual([1, 1, null]);
});

test("no link opens a photo of others, also one that was made before; the own photos stay", async () => {
  const [ben, pia] = [await addMember(), await addMember()];
  const photo = async (owner: string) => {
    const key = `photo-${owner}`;
    await runSql(
      "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?, ?, ?, 0, 'active', 0)",
      newId(),
      owner,
      key,
    );
    return { key, owner };
  };
  const [theirs, own] = [await photo(ben), await photo(pia)];
  const token = await logIn(pia);
  const sees = (of: typeof own, as = token) => photoAccess().check(of, as, placeOn("liaison", RULE), Date.now());
  expect([await sees(theirs), await sees(own), await sees(theirs, VISITOR)]).toEqual([null, "public", null]);
  await prove(pia);
  expect(await sees(theirs)).toBe("public");
});

test("no socket opens, and no poll is answered from what was kept", async () => {
  const pia = await addMember();
  // A host that no other file of this isolate has asked for: domains are cached.
  await runSql("INSERT INTO hosts (host, domain_id) VALUES ('gate.localhost', 'liaison')");
  const headers = { cookie: `session=${await logIn(pia)}`, "cf-ipcountry": "NL", "x-author": pia };
  const poll = async () => (await exports.default.fetch(new Request("http://gate.localhost/api/chats.php", { headers }))).status;
  const socket = async () => {
    const asked = { ...headers, upgrade: "websocket", origin: "http://gate.localhost" };
    const answer = await exports.default.fetch(
      new Request(`http://gate.localhost/api/live.php?author=${pia}`, { headers: asked }),
    );
    answer.webSocket?.accept();
    answer.webSocket?.close();
    return answer.status;
  };
  expect([await poll(), await socket()]).toEqual([403, 403]);
  await prove(pia);
  expect([await poll(), await socket()]).toEqual([200, 101]);
});

test("a payment that completes after the rule began goes back, and says why", async () => {
  const asked: number[] = [];
  const settle = settlement(asked);
  const paid = async (member: string) => settle(member, await addOrder({ by: member }));
  expect(await paid(await addMember({ credits: 0 }))).toMatchObject({ returned: "age", status: "refunded" });
  expect(asked).toEqual([1000]);
  const proved = await addMember({ credits: 0 });
  await prove(proved);
  expect(await paid(proved)).toMatchObject({ returned: null, status: "completed" });
});

test("money left of an account goes back once, whatever its payments are", async () => {
  const member = await addMember({ credits: 0 });
  const payment = await addOrder({ by: member });
  await runSql("UPDATE payments SET status = 'completed', completed_at = 1, updated_at = 1 WHERE id = ?", payment);
  const store = createPaymentsStore(db);
  await store.returnAll(member, "age", NOON);
  await store.returnAll(member, "age", NOON);
  const { results } = await env.DB.prepare("SELECT amount, status, cause FROM refunds WHERE account_id = ?").bind(member).all();
  expect(results).toEqual([{ amount: 1000, status: "requested", cause: "age" }]);
});

test("members who were here before get one mail with their day, newer and proved ones none", async () => {
  const existing = { joined_before: "2026-12-01", prove_by: "2027-01-15" };
  await rules({ NL: { ...RULE.NL, existing } });
  await runSql("DELETE FROM age_notices");
  const [old, young, proved] = [await addMember(), await addMember(), await addMember()];
  await runSql("UPDATE accounts SET created_at = ? WHERE id IN (?, ?)", NOON - DAY, old, proved);
  await runSql("UPDATE accounts SET created_at = ? WHERE id = ?", Date.parse("2026-12-02"), young);
  await prove(proved);
  const notices = createAgeNotices({
    store: createAgeNoticesStore(db),
    ...{ mails: { ...mails, dispatch: async () => {} }, domainOf: domainsStore.findById, originOf: () => "http://localhost" },
  });
  for (let tick = 0; tick < 5; tick++) await notices.sweep(NOON);
  const [letter, ...more] = await mailsTo(old);
  expect(letter).toMatchObject({ template: "age_proof", subject: expect.stringContaining("15 January 2027") });
  expect([more, await mailsTo(young), await mailsTo(proved)]).toEqual([[], [], []]);
  expect(await env.DB.prepare("SELECT last_id FROM age_notices WHERE domain_id = 'liaison'").first("last_id")).toBeNull();
  // The same day again writes to nobody twice.
  await runSql("DELETE FROM age_notices");
  for (let tick = 0; tick < 5; tick++) await notices.sweep(NOON);
  expect(await mailsTo(old)).toHaveLength(1);
});
