import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import type { QuietHours } from "#db/schema/attributes.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { subscribePush } from "#tests/setup/subscribe-push.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import { type PushJob, searchJob } from "./jobs.ts";
import { type PushPayload, payloadOf } from "./payload.ts";
import { createPushStore, type PushState } from "./push.store.ts";
import { createPushes } from "./pushes.ts";
import type { Delivered, Sending } from "./sender.ts";

const NOW = Date.UTC(2026, 10, 23, 12);
let anna: string;
let ben: string;
let conversation: string;
let session: string;
let looking: boolean;
let answer: (endpoint: string) => Delivered;
let sent: (Sending & PushPayload & { endpoint: string })[];
let queued: { jobs: PushJob[]; delay: number | undefined }[];

const { domainsStore } = servicesOf(env);
const pushes = createPushes({
  store: createPushStore(connect(env.DB)),
  send: async ({ endpoint }, sending) => {
    sent.push({ ...sending, ...(JSON.parse(sending.text) as PushPayload), endpoint });
    return answer(endpoint);
  },
  enqueue: async (jobs, delay) => void queued.push({ jobs, delay }),
  domainOf: domainsStore.findById,
  isLooking: async () => looking,
});

const sql = (text: string, ...values: unknown[]) => env.DB.prepare(text).bind(...values);
const run = (text: string, ...values: unknown[]) => sql(text, ...values).run();

const subscribe = (who: string, endpoint?: string) => subscribePush(who, NOW + 24 * 3600_000, endpoint);

async function endpoints(who = anna): Promise<string[]> {
  const query = "SELECT endpoint FROM push_subscriptions WHERE account_id = ? ORDER BY endpoint";
  const { results } = await sql(query, who).all<{ endpoint: string }>();
  return results.map(({ endpoint }) => endpoint);
}

async function write(text = "hello"): Promise<PushJob> {
  const seq = Number(await sql("SELECT count(*) + 1 AS n FROM messages WHERE conversation_id = ?", conversation).first("n"));
  const id = newId();
  await run(
    "INSERT INTO messages (id, conversation_id, seq, client_id, sender_id, type, text, price, created_at) VALUES (?, ?, ?, ?, ?, 'text', ?, 0, ?)",
    id,
    conversation,
    seq,
    id,
    ben,
    text,
    NOW,
  );
  await run("UPDATE participants SET unread = unread + 1 WHERE conversation_id = ? AND member_id = ?", conversation, anna);
  return { id: `message:${id}`, kind: "message", to: anna, subject: conversation, seq };
}

async function prefer(values: { channels?: string; names?: number; quiet?: QuietHours; paused?: number }): Promise<void> {
  await run(
    "INSERT OR REPLACE INTO preferences (account_id, channels, push_names, quiet, paused, updated_at) VALUES (?, ?, ?, ?, ?, 0)",
    anna,
    values.channels ?? "{}",
    values.names ?? 0,
    values.quiet ? JSON.stringify(values.quiet) : null,
    values.paused ?? 0,
  );
}

beforeEach(async () => {
  [anna, ben] = [await addMember({ name: "Anna" }), await addMember({ name: "Ben" })];
  conversation = newId();
  const [a, b] = [anna, ben].toSorted() as [string, string];
  await run(
    "INSERT INTO conversations (id, member_a, member_b, started_by, created_at) VALUES (?, ?, ?, ?, ?)",
    conversation,
    a,
    b,
    ben,
    NOW,
  );
  for (const one of [anna, ben])
    await run(
      "INSERT INTO participants (conversation_id, member_id, other_id, last_at) VALUES (?, ?, ?, ?)",
      conversation,
      one,
      one === anna ? ben : anna,
      NOW,
    );
  session = await subscribe(anna);
  [sent, queued, looking] = [[], [], false];
  answer = () => ({ is: "sent" });
});

test("a message reaches every device once, with a text that names nobody", async () => {
  await subscribe(anna);
  const job = await write();
  await pushes.deliver([job, job], NOW);
  await pushes.deliver([job], NOW + 120_000);
  expect(sent.map(({ endpoint }) => endpoint).sort()).toEqual(await endpoints());
  expect(sent[0]).toMatchObject({
    kind: "show",
    title: "You have a new message",
    url: `/chats/${conversation}`,
    tag: `chat-${conversation}`,
    count: 1,
    lang: "en",
    ttl: 86_400,
    urgency: "high",
  });
  expect(sent[0]?.text).not.toContain("hello");
  expect(sent[0]?.text).not.toContain("Ben");
});

test("ten messages are one notification: one tag, one topic, and the last tells the number", async () => {
  for (let n = 0; n < 10; n++) await pushes.deliver([await write()], NOW + n);
  expect(sent).toHaveLength(10);
  expect(new Set(sent.map(({ tag }) => tag)).size).toBe(1);
  expect([...new Set(sent.map(({ topic }) => topic))]).toEqual([expect.stringMatching(/^[\w-]{32}$/)]);
  expect(sent.at(-1)?.title).toBe("You have 10 new messages");
});

test("the name is told to those who want it, in their language, with the label of a fictional profile", async () => {
  await prefer({ names: 1 });
  await run("UPDATE accounts SET language = 'de' WHERE id = ?", anna);
  await pushes.deliver([await write()], NOW);
  expect(sent.at(-1)?.title).toBe("Neue Nachricht von Ben");
  const [job, state] = [await write(), await createPushStore(connect(env.DB)).claim([await write()], NOW, 60_000)];
  const fictional = { ...([...state.values()][0] as PushState), fictional: true };
  const domain = await domainsStore.findById("liaison");
  expect((await payloadOf(job, fictional, domain as Domain, NOW)).title).toMatch(
    /^Neue Nachricht von Ben \(.+\) · Von unserem Team geschrieben$/,
  );
  const unnamed = { ...fictional, names: false };
  expect((await payloadOf(job, unnamed, domain as Domain, NOW)).title).toMatch(/ · Von unserem Team geschrieben$/);
});

test.each<[string, () => Promise<unknown>]>([
  ["the member looks at the page", async () => (looking = true)],
  ["push of messages is off", () => prefer({ channels: '{"message":{"push":false}}' })],
  ["the member takes a break", () => prefer({ paused: 1 })],
  ["the sender is blocked", () => run("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)", anna, ben)],
  ["the sender has blocked", () => run("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)", ben, anna)],
  ["the sender has left", () => run("UPDATE profiles SET status = 'deleted' WHERE id = ?", ben)],
  ["the account is deleted", () => run("UPDATE accounts SET status = 'deleted', deleted_at = 1 WHERE id = ?", anna)],
  ["the message is read", () => run("UPDATE participants SET unread = 0, read_seq = 1 WHERE member_id = ?", anna)],
  ["the chat is muted", () => run("UPDATE participants SET muted = 1 WHERE member_id = ?", anna)],
  ["the session has ended", () => run("UPDATE sessions SET revoked_at = 1 WHERE token_hash = ?", session)],
  ["the session is over", () => run("UPDATE sessions SET expires_at = 1 WHERE token_hash = ?", session)],
])("nothing is sent if %s", async (_, change) => {
  const job = await write();
  await change();
  await pushes.deliver([job], NOW);
  await pushes.deliver([job], NOW + 120_000);
  expect([sent, queued]).toEqual([[], []]);
});

test("a job of a kind that is gone is dropped", async () => {
  await pushes.deliver([{ ...(await write()), kind: "offers" } as unknown as PushJob], NOW);
  expect([sent, queued]).toEqual([[], []]);
});

test("a device that its push service no longer knows is forgotten, the others stay", async () => {
  await subscribe(anna);
  const [gone = "", ...rest] = await endpoints();
  answer = (endpoint) => ({ is: endpoint === gone ? "gone" : "sent" });
  await pushes.deliver([await write()], NOW);
  expect(await endpoints()).toEqual(rest);
});

test("a device whose push service refuses everything for three days is forgotten, one that is taken back is not", async () => {
  const days = (count: number) => NOW + count * 24 * 3600_000;
  await run("UPDATE sessions SET expires_at = ? WHERE token_hash = ?", days(30), session);
  const refuse = async (day: number, is: Delivered = { is: "refused" }) => {
    answer = () => is;
    await pushes.deliver([await write()], days(day));
    return (await endpoints()).length;
  };
  expect([await refuse(0), await refuse(2.9), await refuse(2.95, { is: "sent" })]).toEqual([1, 1, 1]);
  expect([await refuse(4), await refuse(6.9), await refuse(7)]).toEqual([1, 1, 0]);
});

test("only the devices that failed are tried again, later each time, and at last no more", async () => {
  await subscribe(anna);
  const [busy = ""] = await endpoints();
  answer = (endpoint) => (endpoint === busy ? { is: "later", wait: null } : { is: "sent" });
  let jobs = [await write()];
  const delays: unknown[] = [];
  for (let n = 0; jobs.length > 0; n++) {
    [sent, queued] = [[], []];
    await pushes.deliver(jobs, NOW + n);
    expect(sent.map(({ endpoint }) => endpoint)).toEqual(n === 0 ? expect.arrayContaining([busy]) : [busy]);
    delays.push(queued[0]?.delay);
    jobs = queued[0]?.jobs ?? [];
  }
  expect(delays).toEqual([30, 120, 600, 1800, undefined]);
  answer = () => ({ is: "later", wait: 900 });
  await pushes.deliver([await write()], NOW);
  expect(queued[0]?.delay).toBe(900);
});

test("events of the quiet hours become one push message in the morning, if they are still unseen", async () => {
  await prefer({ quiet: { from: "12:00", to: "14:00", zone: "UTC" } });
  await pushes.deliver([await write()], NOW);
  await pushes.deliver([await write()], NOW + 1000);
  const end = NOW + 2 * 3600_000;
  await pushes.sweep(end - 1);
  expect([sent, queued]).toEqual([[], []]);
  await pushes.sweep(end);
  expect(queued.flatMap(({ jobs }) => jobs)).toMatchObject([{ kind: "digest", to: anna }]);
  const jobs = queued[0]?.jobs ?? [];
  await pushes.deliver(jobs, end);
  await pushes.deliver(jobs, end + 120_000);
  expect(sent).toMatchObject([{ title: "There is news for you", url: "/notifications" }]);
  await pushes.deliver([{ id: newId(), kind: "security", to: anna, subject: "" }], NOW);
  expect(sent.at(-1)?.title).toBe("Please check your account");
});

test("a payment of the quiet hours is told in the morning, even to who has read everything", async () => {
  await prefer({ quiet: { from: "12:00", to: "14:00", zone: "UTC" } });
  const end = NOW + 2 * 3600_000;
  for (const job of [await write(), { id: newId(), kind: "payment" as const, to: anna, subject: "" }, await write()])
    await pushes.deliver([job], NOW);
  await run("UPDATE participants SET unread = 0 WHERE member_id = ?", anna);
  await run("UPDATE accounts SET unread = 0 WHERE id = ?", anna);
  await pushes.sweep(end);
  await pushes.deliver(
    queued.flatMap(({ jobs }) => jobs),
    end,
  );
  expect(sent).toMatchObject([{ title: "There is news for you" }]);
});

test("a saved search tells of new members until it is opened or its notice is off, and names nobody", async () => {
  await prefer({ names: 1 });
  const search = newId();
  await run(
    `INSERT INTO saved_searches (id, member_id, domain_id, filter, filter_key, name, notify, fresh, seen_until, due_at, created_at)
     VALUES (?1, ?2, 'liaison', '{}', ?1, 'Secret', 1, 2, 0, 0, 0)`,
    search,
    anna,
  );
  const tell = (until: number, to = anna) => pushes.deliver([searchJob(to, search, until)], NOW);
  await tell(1);
  await tell(1);
  expect(sent).toMatchObject([{ title: "There is news for you", url: "/searches", tag: "search" }]);
  expect(sent[0]?.text).not.toContain("Secret");
  await subscribe(ben);
  await tell(2, ben);
  await prefer({ channels: '{"search":{"push":false}}' });
  await tell(3);
  await prefer({});
  await run("UPDATE saved_searches SET notify = 0 WHERE id = ?", search);
  await tell(4);
  await run("UPDATE saved_searches SET notify = 1, fresh = 0 WHERE id = ?", search);
  await tell(5);
  expect(sent).toHaveLength(1);
});

test("reading closes what a device shows, once, and never where a silent push costs the subscription", async () => {
  const close = (): PushJob => ({ id: newId(), kind: "close", to: anna, subject: conversation });
  await pushes.deliver([close()], NOW);
  expect(sent).toEqual([]);
  await subscribe(anna, "https://web.push.apple.com/x");
  await pushes.deliver([await write()], NOW);
  sent = [];
  looking = true;
  await pushes.deliver([close()], NOW);
  await pushes.deliver([close()], NOW);
  expect(sent).toMatchObject([{ kind: "close", tag: `chat-${conversation}`, ttl: 0, urgency: "low" }]);
  expect(sent[0]?.endpoint).toContain("fcm");
});

test("a batch that died is sent by the next one after its lease", async () => {
  const store = createPushStore(connect(env.DB));
  const job = await write();
  const claimed = async (at: number) => (await store.claim([job], at, 60_000)).size;
  expect([await claimed(NOW), await claimed(NOW + 59_999), await claimed(NOW + 60_000)]).toEqual([1, 0, 1]);
});

test("the jobs of two days ago are forgotten", async () => {
  await pushes.deliver([await write()], NOW);
  const count = () => env.DB.prepare("SELECT count(*) AS n FROM pushes WHERE account_id = ?").bind(anna).first("n");
  await pushes.sweep(NOW + 48 * 3600_000);
  expect(await count()).toBe(1);
  await pushes.sweep(NOW + 48 * 3600_000 + 1);
  expect(await count()).toBe(0);
});
