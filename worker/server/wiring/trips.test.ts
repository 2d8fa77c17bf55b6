import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { knowDomain } from "#tests/setup/known-domain.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { newId } from "#worker/platform/ids.ts";
import { createWorker } from "#worker/server/worker.ts";

const worker = createWorker(async () => new Response(null, { status: 404 }));
const d1 = countedD1(env.DB);
const bound = { ...env, DB: d1.db };

/** Trips to D1 until the answer. */
async function call(token: string, method: string, path: string, body: object) {
  const headers = { cookie: `session=${token}; locale=en`, "content-type": "application/json", "sec-fetch-site": "same-origin" };
  const request = new Request(`http://localhost/api/${path}`, { method, headers, body: JSON.stringify(body) });
  const context = createExecutionContext();
  await knowDomain(bound);
  d1.take();
  const answer = await worker.fetch(request as Parameters<typeof worker.fetch>[0], bound, context);
  const { trips } = d1.take();
  const json = await answer.json<{ error?: { code: string; fields?: unknown }; payment?: object }>();
  await waitOnExecutionContext(context);
  return { status: answer.status, trips, json };
}

test("a like, a pass and a first draft take two trips: the session with what the rule asks first, and the write", async () => {
  const [anna, ben, cleo, dora] = [await addMember(), await addMember(), await addMember(), await addMember()];
  await env.DB.prepare(
    "UPDATE profiles SET gender = 'male', looking_for = 'female', has_photo = 1, main_photo = 'x' WHERE id = ?",
  )
    .bind(anna)
    .run();
  await env.DB.prepare("UPDATE profiles SET has_photo = 1, main_photo = 'x' WHERE id = ?").bind(dora).run();
  const token = await logIn(anna);
  const draft = (text: string) => ({ profile: ben, text, client_id: newId() });
  // The session is touched once.
  await call(token, "PUT", "chat-draft.php", draft("Dear"));
  expect(await call(token, "POST", "like.php", { profile: ben })).toMatchObject({ status: 200, trips: 2, json: { liked: true } });
  expect(await call(token, "POST", "like.php", { profile: ben })).toMatchObject({ status: 200, trips: 1, json: { liked: true } });
  const pass = await call(token, "POST", "swipe.php", { profile: cleo, liked: false });
  expect(pass).toMatchObject({ status: 200, trips: 2, json: { deck: { last: cleo, cards: [{ id: dora }] } } });
  expect(await call(token, "PUT", "chat-draft.php", draft("Dear Ben"))).toMatchObject({ status: 200, trips: 2 });
});

test("a changed draft of a chat takes one trip while its facts hold, and is refused by those that do not", async () => {
  const [anna, ben] = [await addMember(), await addMember()];
  const token = await logIn(anna);
  await call(token, "POST", "chat.php", { profile: ben, text: "Hello", client_id: newId() });
  const save = (text: string) => call(token, "PUT", "chat-draft.php", { profile: ben, text, client_id: newId() });
  const kept = () => env.DB.prepare("SELECT text FROM chat_drafts WHERE member_id = ?").bind(anna).first("text");
  expect(await save("Dear")).toMatchObject({ status: 200, trips: 2, json: { draft: { text: "Dear" } } });
  expect(await save("Dear Ben")).toMatchObject({ status: 200, trips: 1, json: { draft: { text: "Dear Ben" } } });
  expect(await save("")).toMatchObject({ status: 200, trips: 1, json: { draft: null } });
  expect(await save("Dear Ben,")).toMatchObject({ status: 200, trips: 1, json: { draft: { text: "Dear Ben," } } });
  expect(await save("Dear Ben,"), "unchanged, by current facts").toMatchObject({ status: 200, trips: 3 });
  await env.DB.prepare("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)").bind(ben, anna).run();
  expect((await save("Dear Ben, and more")).json.error?.code).toBe("blocked");
  await env.DB.prepare("DELETE FROM blocks WHERE blocker_id = ?").bind(ben).run();
  expect(await kept()).toBe("Dear Ben,");
  await env.DB.prepare("UPDATE sessions SET revoked_at = 1 WHERE account_id = ?").bind(anna).run();
  expect((await save("Dear Ben, from an ended session")).json.error?.code).toBe("authentication_required");
  expect(await kept()).toBe("Dear Ben,");
});

test("an order takes the session, what its price asks and the order; the sandbox stores it before its page is known", async () => {
  const anna = await addMember({ credits: 0 });
  const token = await logIn(anna);
  await call(token, "PUT", "chat-draft.php", { profile: await addMember(), text: "Dear", client_id: newId() });
  const order = (more: object = {}) => call(token, "POST", "payment.php", { package: "c25", method: "card", ...more });
  const made = await order();
  expect(made).toMatchObject({ status: 201, trips: 4, json: { payment: { status: "created" } } });
  expect(await order(), "an equal open order goes on").toMatchObject({ trips: 3, json: { payment: made.json.payment } });
  const rows = await env.DB.prepare("SELECT count(*) AS n FROM payments WHERE account_id = ?").bind(anna).first("n");
  expect(rows).toBe(1);
});

test("a forged session likes nobody, drafts nothing and learns nothing of its input", async () => {
  const [anna, ben] = [await addMember(), await addMember()];
  const forged = `${anna}.${"x".repeat(43)}`;
  const draft = { profile: ben, text: "Dear", client_id: newId() };
  const inputs = [
    ["POST", "like.php", { profile: ben }],
    ["POST", "like.php", { nonsense: 1 }],
    ["PUT", "chat-draft.php", draft],
    ["PUT", "chat-draft.php", { nonsense: 1 }],
  ] as const;
  for (const [method, path, body] of inputs) {
    const { status, json } = await call(forged, method, path, body);
    expect([status, json.error?.code, json.error?.fields]).toEqual([403, "authentication_required", undefined]);
  }
  for (const table of ["likes WHERE liker_id = ?", "chat_drafts WHERE member_id = ?"])
    expect(await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).bind(anna).first("n")).toBe(0);
});

test("a member that has blocked the liker is refused, also when the block is asked with the session", async () => {
  const [anna, ben] = [await addMember(), await addMember()];
  await env.DB.prepare("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)").bind(ben, anna).run();
  const token = await logIn(anna);
  const like = await call(token, "POST", "like.php", { profile: ben });
  expect(like.json.error?.code).toBe("blocked");
  const draft = await call(token, "PUT", "chat-draft.php", { profile: ben, text: "Dear", client_id: newId() });
  expect(draft.json.error?.code).toBe("blocked");
});
