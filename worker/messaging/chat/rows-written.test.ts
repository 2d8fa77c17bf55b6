import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { runSql } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { knowDomain } from "#tests/setup/known-domain.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { connect } from "#tests/setup/socket.ts";
import { TOUCH_EVERY } from "#worker/people/identity/online.vocabulary.ts";
import { newId } from "#worker/platform/ids.ts";
import { createWorker } from "#worker/server/worker.ts";

/** Rows of a paid message in a running conversation; of a run that it ends: the entry with two keys, and its lot. */
const MESSAGE = 7;
const ENTRY = 4;

const worker = createWorker(async () => new Response(null, { status: 404 }));
const d1 = countedD1(env.DB);
const bound = { ...env, DB: d1.db };
afterEach(() => void vi.useRealTimers());

/** The answer, and the rows that D1 wrote until then. */
async function call(token: string, path: string, body?: object, method = body ? "POST" : "GET") {
  const context = createExecutionContext();
  await knowDomain(bound);
  d1.takeWritten();
  const answer = await worker.fetch(
    new Request(`http://localhost/api/${path}`, {
      method,
      body: body && JSON.stringify(body),
      headers: { cookie: `session=${token}; locale=en`, "content-type": "application/json", "sec-fetch-site": "same-origin" },
    }) as Parameters<typeof worker.fetch>[0],
    bound,
    context,
  );
  const json = (await answer.json()) as { message?: { conversation: string } };
  await waitOnExecutionContext(context);
  expect(answer.status).toBeLessThan(300);
  return { json, written: d1.takeWritten() };
}

async function conversation() {
  const [anna, ben] = [await addMember({ credits: 40 }), await addMember()];
  const token = await logIn(anna);
  const say = (text: string) => call(token, "chat.php", { profile: ben, text, client_id: newId() });
  await say("first");
  return { anna, ben, token, say };
}

test("a paid message of a running conversation writes a number of rows that is known, in a removed chat the two of its list more", async () => {
  const { anna, say } = await conversation();
  expect((await say("second")).written).toBe(MESSAGE);
  await runSql("UPDATE participants SET listed = 0 WHERE member_id = ?", anna);
  expect((await say("third")).written).toBeGreaterThan(MESSAGE);
});

test("a message in a chat that another chat of the sender was newer than writes the chat's place in that list, and the entry of the run that it ends", async () => {
  const { token, say } = await conversation();
  await say("second");
  await call(token, "chat.php", { profile: await addMember(), text: "to another", client_id: newId() });
  expect((await say("third")).written).toBe(MESSAGE + 1 + ENTRY);
  expect((await say("fourth")).written).toBe(MESSAGE);
});

test("reading fifteen messages writes two rows, their arrival none and their first sight one", async () => {
  const { ben, token, anna, say } = await conversation();
  const his = await logIn(ben);
  const browser = await connect(his);
  await browser.event("hello");
  for (let n = 0; n < 14; n++) expect((await say(`message ${n}`)).written, `message ${n}`).toBe(MESSAGE);
  const side = () =>
    env.DB.prepare("SELECT unread, delivered_to, read_to FROM participants WHERE member_id = ?").bind(ben).first();
  // What is told after an answer goes along with a later message.
  expect((await side())?.delivered_to).toBeGreaterThan(1);
  const { json } = await call(his, `chat.php?profile=${anna}&list=1&opened=1`);
  await expect.poll(side).toEqual({ unread: 15, delivered_to: 15, read_to: 0 });
  const { id } = (json as unknown as { conversation: { id: string } }).conversation;
  expect((await call(his, "chat-read.php", { conversation: id, seq: 15 })).written).toBe(2);
  expect(await side()).toEqual({ unread: 0, delivered_to: 15, read_to: 15 });
  expect((await call(his, "chat-read.php", { conversation: id, seq: 15 })).written).toBe(0);
  const { json: seen } = await call(token, `chat.php?profile=${ben}`);
  const { messages } = seen as unknown as { messages: { state: string }[] };
  expect(messages.map(({ state }) => state)).toEqual(Array(15).fill("read"));
});

test("a chat that is opened with nothing new writes nothing, and the one that was read last is known with the two rows of its receipt", async () => {
  const { anna, ben, say } = await conversation();
  const his = await logIn(ben);
  const [path, last] = [`chat.php?profile=${anna}&list=1&opened=1`, "chats.php"];
  await call(his, path);
  await expect
    .poll(() => env.DB.prepare("SELECT delivered_to FROM participants WHERE member_id = ?").bind(ben).first("delivered_to"))
    .toBe(1);
  const { id } = ((await call(his, path)).json as unknown as { conversation: { id: string } }).conversation;
  expect((await call(his, "chat-read.php", { conversation: id, seq: 1 })).written).toBe(2);
  expect((await call(his, path)).written).toBe(0);
  expect((await call(his, last)).json).toMatchObject({ last_chat_opened_profile: anna });
  await say("second");
  expect((await call(his, last)).json).toMatchObject({ last_chat_opened_profile: anna });
});

test("the activity of a member who is here is written once in eight minutes", async () => {
  const { token } = await conversation();
  vi.useFakeTimers({ toFake: ["Date"] });
  const start = Date.now();
  const writtenAt = async (time: number) => {
    vi.setSystemTime(start + time);
    return (await call(token, "user.php")).written;
  };
  expect(await writtenAt(TOUCH_EVERY - 60_000)).toBe(0);
  expect(await writtenAt(TOUCH_EVERY)).toBeGreaterThan(0);
  expect(await writtenAt(TOUCH_EVERY + 60_000)).toBe(0);
});

test("a draft that is saved again unchanged writes nothing", async () => {
  const { token, ben } = await conversation();
  const draft = { profile: ben, text: "a thought", client_id: newId(), age: 0 };
  expect((await call(token, "chat-draft.php", draft, "PUT")).written).toBeGreaterThan(0);
  expect((await call(token, "chat-draft.php", draft, "PUT")).written).toBe(0);
});

test("a draft and its message write one row more each, from the second message on", async () => {
  const { token, ben } = await conversation();
  const write = async (text: string) => {
    const id = newId();
    const draft = await call(token, "chat-draft.php", { profile: ben, text, client_id: id, age: 0 }, "PUT");
    const sent = await call(token, "chat.php", { profile: ben, text, client_id: id });
    return [draft.written, sent.written];
  };
  expect((await write("second"))[1]).toBe(MESSAGE + 1);
  expect(await write("third")).toEqual([1, MESSAGE + 1]);
});
