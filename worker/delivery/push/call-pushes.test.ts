import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { runSql, writeMessage } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { subscribePush } from "#tests/setup/subscribe-push.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { jobsOf, type PushJob, ringClosingJob, ringJob } from "./jobs.ts";
import type { PushPayload } from "./payload.ts";
import { createPushStore } from "./push.store.ts";
import { createPushes } from "./pushes.ts";
import type { Sending } from "./sender.ts";

const NOW = Date.UTC(2026, 10, 23, 12);
const QUIET = JSON.stringify({ from: "11:00", to: "14:00", zone: "Etc/UTC" });
let sent: (Sending & PushPayload)[];
let [anna, ben, conversation, call] = ["", "", "", ""];
let hasCalls: boolean;

const pushes = createPushes({
  store: createPushStore(connect(env.DB)),
  send: async (_, sending) => {
    sent.push({ ...sending, ...(JSON.parse(sending.text) as PushPayload) });
    return { is: "sent" };
  },
  enqueue: async () => {},
  domainOf: async (id) => {
    const domain = await servicesOf(env).domainsStore.findById(id);
    return domain && { ...domain, features: { ...domain.features, calls: hasCalls } };
  },
  isLooking: async () => false,
});

const ring = () => pushes.deliver([ringJob(anna, call, conversation)], NOW);
const prefer = (column: string, value: unknown) =>
  runSql(`INSERT INTO preferences (account_id, ${column}, updated_at) VALUES (?, ?, 0)`, anna, value);

async function missed(): Promise<PushJob[]> {
  await runSql("UPDATE calls SET ended_at = ?, ending = 'missed' WHERE id = ?", NOW, call);
  await runSql("UPDATE participants SET unread = unread + 1 WHERE conversation_id = ? AND member_id = ?", conversation, anna);
  const message = { id: call, sender: ben, seq: 2, type: "call" };
  return jobsOf(anna, [{ type: "message", conversation, message } as never]);
}

beforeEach(async () => {
  hasCalls = true;
  [sent, anna, ben, call] = [[], await addMember({ name: "Anna" }), await addMember({ name: "Ben" }), newId()];
  conversation = await writeMessage(ben, anna, NOW);
  await runSql(
    `INSERT INTO calls (id, conversation_id, caller_id, callee_id, domain_id, client_id, kind, price_per, price, asked_at, alive_at)
     VALUES (?1, ?2, ?3, ?4, 'liaison', ?1, 'voice', 'free', 0, ?5, ?5)`,
    ...[call, conversation, ben, anna, NOW],
  );
  await subscribePush(anna, NOW + 24 * 3600_000);
});

test("a ring is known as one, names the caller only if the member wants names, and is not kept for later", async () => {
  await ring();
  expect(sent).toMatchObject([{ title: "Incoming call", urgency: "high", ttl: 40, url: `/chats/${conversation}` }]);
  await prefer("push_names", 1);
  await pushes.deliver([{ ...ringJob(anna, call, conversation), id: "another" }], NOW);
  expect(sent.at(-1)?.title).toMatch(/Ben\P{L}* is calling/u);
});

test("nobody is called to a site that has no calls, and the missed one is told there", async () => {
  hasCalls = false;
  await ring();
  expect(sent).toEqual([]);
  await pushes.deliver(await missed(), NOW);
  expect(sent.map(({ title }) => title)).toEqual(["Missed call"]);
});

test("nothing rings in quiet hours, and the missed call is told after them", async () => {
  await prefer("quiet", QUIET);
  await ring();
  const digests = () =>
    env.DB.prepare("SELECT count(*) AS n FROM pushes WHERE account_id = ? AND kind = 'digest'").bind(anna).first("n");
  expect([sent.length, await digests()]).toEqual([0, 0]);
  await pushes.deliver(await missed(), NOW);
  expect([sent.length, await digests()]).toEqual([0, 1]);
});

test("a ring that is over, of a muted chat or of a switched-off kind is not sent", async () => {
  await runSql("UPDATE participants SET muted = 1 WHERE conversation_id = ? AND member_id = ?", conversation, anna);
  await ring();
  await runSql("UPDATE participants SET muted = 0 WHERE conversation_id = ?", conversation);
  const jobs = await missed();
  await pushes.deliver([{ ...ringJob(anna, call, conversation), id: "late" }], NOW);
  expect(sent).toEqual([]);
  await pushes.deliver(jobs, NOW);
  expect(sent.map(({ title }) => title)).toEqual(["Missed call"]);
  await prefer("channels", JSON.stringify({ message: { push: false } }));
  await pushes.deliver([{ ...(jobs[0] as PushJob), id: "off" }], NOW);
  expect(sent).toHaveLength(1);
});

test("the end of a ring withdraws the ring alone, and a repeat withdraws nothing", async () => {
  const close = () => pushes.deliver([ringClosingJob(anna, call, conversation)], NOW);
  const kinds = () => sent.map(({ kind, title }) => (kind === "close" ? kind : title));
  const message = (id: string): PushJob => ({ id, kind: "message", to: anna, subject: conversation, seq: 1 });
  await pushes.deliver([message("before")], NOW);
  await close();
  expect(kinds(), "where no ring was shown, messages stay").toEqual(["You have a new message"]);
  call = newId();
  await runSql("UPDATE calls SET id = ? WHERE conversation_id = ?", call, conversation);
  await ring();
  await close();
  await close();
  expect(kinds().slice(1)).toEqual(["Incoming call", "close"]);
  call = newId();
  await ring();
  await pushes.deliver([message("after")], NOW);
  await close();
  expect(kinds().slice(3), "what took its place stays").toEqual(["Incoming call", "You have a new message"]);
});
