import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { knowDomain } from "#tests/setup/known-domain.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { newId } from "#worker/platform/ids.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { createWorker } from "#worker/server/worker.ts";

type Incoming = Parameters<typeof worker.fetch>[0];

const worker = createWorker(async () => new Response(null, { status: 404 }));
const d1 = countedD1(env.DB);

/** One request; the trips until its answer, and those of the work after it. */
async function send(cookie: string, body: object) {
  const headers = { cookie: `session=${cookie}`, "content-type": "application/json", "sec-fetch-site": "same-origin" };
  const request = new Request("http://localhost/api/chat.php", { method: "POST", headers, body: JSON.stringify(body) });
  const context = createExecutionContext();
  await knowDomain();
  d1.take();
  const answer = await worker.fetch(request as Incoming, { ...env, DB: d1.db }, context);
  const { trips } = d1.take();
  const text = await answer.text();
  await waitOnExecutionContext(context);
  return { status: answer.status, json: JSON.parse(text), trips, after: d1.take().trips };
}

test("an isolate's first message takes two trips to D1 until its answer, also the first of a conversation, and its repetition one", async () => {
  const [anna, ben] = [await addMember(), await addMember()];
  const token = await logIn(anna);
  await send(token, { profile: ben, text: "the session is touched once", client_id: newId() });
  const first = { profile: ben, text: "hello", client_id: newId() };
  expect(await send(token, first)).toMatchObject({ status: 201, trips: 2, after: 0 });
  const { conversation } = ((await send(token, first)).json as CallOutput<"sendMessage">).message;
  expect(await send(token, { conversation, text: "again", client_id: newId() })).toMatchObject({ status: 201, trips: 2 });
  expect(await send(token, first)).toMatchObject({ status: 201, trips: 1 });
});

test("a paying member starts conversations by the limits of paying members", async () => {
  const paid = await addMember();
  await env.DB.prepare("UPDATE accounts SET paid_user = 1 WHERE id = ?").bind(paid).run();
  const token = await logIn(paid);
  for (let n = 0; n < 4; n++) {
    const other = await addMember();
    expect((await send(token, { profile: other, text: "hello", client_id: newId() })).status).toBe(201);
  }
});

test("a forged session learns nothing of the member it names, nor what is wrong with its input", async () => {
  const [anna, ben] = [await addMember(), await addMember()];
  const forged = `${anna}.${"x".repeat(43)}`;
  for (const body of [{ profile: ben, text: "hello", client_id: newId() }, { nonsense: 1 }]) {
    const { status, json } = await send(forged, body);
    expect([status, json.error.code, json.error.fields]).toEqual([403, "authentication_required", undefined]);
  }
});

test("a refusal speaks the account's language without a cookie that names one", async () => {
  const [anna, ben] = [await addMember(), await addMember()];
  await env.DB.prepare("UPDATE accounts SET language = 'de' WHERE id = ?").bind(anna).run();
  const token = await logIn(anna);
  const messages = [];
  for (const body of [
    { profile: ben, text: " ", client_id: newId() },
    { profile: ben, text: 7, client_id: newId() },
  ]) {
    const { status, json } = await send(token, body);
    expect(status).toBe(422);
    messages.push(json.error.message);
  }
  expect(messages.join(" ")).toMatch(/ (Sie|bitte|Feld|und|die|du|dein|deine|nicht) /i);
});

test("a message of the browser's former member is not sent under this session", async () => {
  const [anna, ben, carla] = [await addMember(), await addMember(), await addMember()];
  const body = { profile: carla, text: "from Anna", client_id: newId(), sender: anna };
  const { status, json } = await send(await logIn(ben), body);
  expect([status, json.error.code]).toEqual([403, "authentication_required"]);
  expect((await send(await logIn(anna), body)).status).toBe(201);
});
