import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { knowDomain } from "#tests/setup/known-domain.ts";
import { newId } from "#worker/platform/ids.ts";
import { createWorker } from "#worker/server/worker.ts";

const worker = createWorker(async () => new Response(null, { status: 404 }));
let refuses = false;

/** A database that answers reads alone while `refuses` is set. */
const db = new Proxy(env.DB, {
  get(target, key) {
    if (key === "prepare") return (query: string) => prepared(target, query);
    if (key === "withSession") return () => db;
    if (key === "getBookmark") return () => null;
    const value = Reflect.get(target, key) as unknown;
    return typeof value === "function" ? value.bind(target) : value;
  },
});

function prepared(target: D1Database, query: string): D1PreparedStatement {
  if (refuses && !/^\s*SELECT/i.test(query)) throw new Error("D1_ERROR: the database refuses writes");
  return target.prepare(query);
}

/** Ends with the work after the answer, and throws what that threw. */
async function call(token: string, path: string, body?: object) {
  const [context, bound] = [createExecutionContext(), { ...env, DB: db }];
  await knowDomain(bound);
  const answer = await worker.fetch(
    new Request(`http://localhost/api/${path}`, {
      method: body ? "POST" : "GET",
      body: body && JSON.stringify(body),
      headers: { cookie: `session=${token}; locale=en`, "content-type": "application/json", "sec-fetch-site": "same-origin" },
    }) as Parameters<typeof worker.fetch>[0],
    bound,
    context,
  );
  const json = await answer.json();
  await waitOnExecutionContext(context);
  return { status: answer.status, json };
}

test("a chat opens while the database refuses writes, and is marked as delivered once it takes them", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const [anna, ben] = [await addMember({ credits: 9 }), await addMember()];
  await call(await logIn(anna), "chat.php", { profile: ben, text: "hello", client_id: newId() });
  const his = await logIn(ben);
  const side = () => env.DB.prepare("SELECT delivered_to FROM participants WHERE member_id = ?").bind(ben).first("delivered_to");
  const path = `chat.php?profile=${anna}&list=1&opened=1`;

  refuses = true;
  const { status, json } = await call(his, path);
  refuses = false;
  expect(status).toBe(200);
  expect(json).toMatchObject({ messages: [{ text: "hello" }] });
  const events = warn.mock.calls.map(([line]) => (JSON.parse(line as string) as { event: string }).event);
  expect(events).toContain("delivery not marked");
  expect(await side()).toBe(0);

  expect((await call(his, path)).status).toBe(200);
  expect(await side()).toBe(1);
});
