import { createExecutionContext, runInDurableObject, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { knowDomain } from "#tests/setup/known-domain.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { newId } from "#worker/platform/ids.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { createWorker } from "#worker/server/worker.ts";

type Incoming = Parameters<typeof worker.fetch>[0];

const worker = createWorker(async () => new Response(null, { status: 404 }));
const d1 = countedD1(env.DB);
const counting: Env = { ...env, DB: d1.db };

let id: string;
let token: string;

beforeEach(async () => {
  id = await addMember();
  token = await logIn(id);
});

/** One request to the Worker, everything it does after its answer included, and the rows and trips it cost. */
async function ask(path: string, cookie = token, body?: object) {
  const headers = { cookie: `session=${cookie}`, "content-type": "application/json", "sec-fetch-site": "same-origin" };
  const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
  const context = createExecutionContext();
  await knowDomain(counting);
  d1.take();
  const answer = await worker.fetch(new Request(`http://localhost/api/${path}`, init) as Incoming, counting, context);
  const text = await answer.text();
  await waitOnExecutionContext(context);
  return { status: answer.status, text, cost: d1.take() };
}
const POLLS = ["user.php", "chats.php", "likes.php"];
const NOTHING = { rows: 0, trips: 0 };

test("when nothing has changed the poll reads no row and asks D1 nothing", async () => {
  for (const path of POLLS) {
    const first = await ask(path);
    expect(first.cost.trips).toBeGreaterThan(0);
    for (let again = 0; again < 3; again++) expect(await ask(path)).toEqual({ status: 200, text: first.text, cost: NOTHING });
  }
});

test("a message suspends the snapshots of user and chats for a minute, and leaves likes alone", async () => {
  for (const path of POLLS) await ask(path);
  const sender = await addMember();
  const sent = await ask("chat.php", await logIn(sender), { profile: id, text: "hi", client_id: newId() });
  expect(sent.status).toBe(201);
  const until = async (check: () => Promise<boolean>) => expect.poll(check).toBe(true);
  // The telling goes on after the answer: until it is there the object vouches for nothing.
  await until(async () => (await ask("likes.php")).cost.rows === 0);
  const user = await ask("user.php");
  expect((JSON.parse(user.text) as CallOutput<"user">).unread_messages).toBe(1);
  const chats = await ask("chats.php");
  expect((JSON.parse(chats.text) as CallOutput<"chats">).chats).toHaveLength(1);
  // Others may follow without a word: nothing is stored until the suspension is over.
  expect((await ask("chats.php")).cost.trips).toBeGreaterThan(0);
  const object = env.INBOX.get(env.INBOX.idFromName(id));
  await runInDurableObject(object, (inbox) => void (inbox.clock = () => Date.now() + 76_000));
  for (const path of POLLS) await ask(path);
  for (const path of POLLS) expect((await ask(path)).cost).toEqual(NOTHING);
});

test("a filtered list is no poll, and another session's snapshot is not this one's", async () => {
  await ask("likes.php");
  expect((await ask("likes.php?type=sent")).cost.trips).toBeGreaterThan(0);
  expect((await ask("likes.php", await logIn(id))).cost.trips).toBeGreaterThan(0);
  expect((await ask("likes.php", `${id}.${"x".repeat(43)}`)).status).toBe(403);
});

test("after a log-out the snapshot is worth nothing", async () => {
  await ask("user.php");
  expect((await ask("user.php")).cost).toEqual(NOTHING);
  const out = await worker.fetch(
    new Request("http://localhost/api/logout.php", {
      headers: { cookie: `session=${token}`, "sec-fetch-site": "same-origin" },
    }) as Incoming,
    counting,
    createExecutionContext(),
  );
  expect(out.status).toBe(200);
  expect((await ask("user.php")).status).toBe(403);
});
