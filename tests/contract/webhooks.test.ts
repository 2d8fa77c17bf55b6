import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { hashForSeed } from "#scripts/password.ts";
import { factorRows, staffRows } from "#tests/setup/staff.ts";
import { STAFF_CALLS, type StaffCallName } from "#worker/server/staff/calls.ts";
import { ask } from "./http.ts";
import { member } from "./person.ts";
import { inStore } from "./served-store.ts";

type Verified = (
  headers: IncomingHttpHeaders,
  body: string,
  secret: string,
  now?: number,
) => { type: string; data: object } | null;

const PASSWORD = "a kettle on the roof";
const received: { headers: IncomingHttpHeaders; body: string }[] = [];
let server: Server;
let hook: string;
let cookie: string;
let verified: Verified;
let factors: object;

async function call(name: StaffCallName, input: Record<string, string>) {
  const { method, path } = STAFF_CALLS[name];
  const headers = { host: "staff.localhost", cookie, "content-type": "application/json", "sec-fetch-site": "same-origin" };
  const sent =
    method === "GET" ? { path: `${path}?${new URLSearchParams(input)}` } : { path, method, body: JSON.stringify(input) };
  const { status, text } = await ask({ port: inject("local"), headers, ...sent });
  return { status, ...JSON.parse(text) };
}

/** The lines of the document, and nothing else of the product. */
async function clientOfDocument(): Promise<Verified> {
  const [, code] = /```js\n([\s\S]*?)```/.exec(readFileSync("docs/operating/webhooks.md", "utf8")) ?? [];
  const file = join(mkdtempSync(join(tmpdir(), "webhooks-")), "client.mjs");
  writeFileSync(file, code ?? expect.unreachable("the document has no client"));
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)).verified;
}

beforeAll(async () => {
  verified = await clientOfDocument();
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  hook = `http://localhost:${(server.address() as AddressInfo).port}/liaison`;
  const { id, token, rows } = await staffRows("operator");
  const { code, rows: more } = await factorRows(id, await hashForSeed(PASSWORD));
  await inStore(...rows, ...more);
  cookie = `staff=${token}`;
  factors = { password: PASSWORD, code };
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it("a client written from the document verifies an event, refuses a forged one, and knows it again", async () => {
  const { id, secret } = await call("addWebhook", { url: hook, site: "", "report.made": "on", ...factors });
  expect(await call("testWebhook", { id })).toMatchObject({ delivered: true });
  const [trial = expect.unreachable("no trial came")] = received;
  const [{ headers, body }, other] = [trial, `whsec_${Buffer.alloc(32).toString("base64")}`];
  expect(verified(headers, body, secret)).toMatchObject({ type: "webhook.test", data: {} });
  expect(verified(headers, body, other)).toBe(null);
  expect(verified(headers, body.replace("test", "tost"), secret)).toBe(null);
  expect(verified({ ...headers, "webhook-id": "msg_other" }, body, secret)).toBe(null);
  expect(verified(headers, body, secret, Date.now() + 301_000)).toBe(null);
  expect(verified({}, body, secret)).toBe(null);

  const [anna, ben] = [await member("local"), await member("local")];
  await anna.call("report", { kind: "profile", object: ben.id, reason: "fake", block: false });
  const first = String(headers["webhook-id"]);
  expect(await call("replayWebhook", { id, delivery: first })).toMatchObject({ again: 1 });
  const again = () => received.filter((one) => one.headers["webhook-id"] === first);
  await expect.poll(() => again().length).toBe(2);
  expect(again().map((one) => verified(one.headers, one.body, secret)?.type)).toEqual(["webhook.test", "webhook.test"]);
  const events = () => received.map((one) => verified(one.headers, one.body, secret));
  await expect.poll(events).toContainEqual({
    type: "report.made",
    timestamp: expect.any(String),
    data: { site: "liaison", member: ben.id, report: expect.any(String) },
  });
  const { deliveries } = await call("webhookLog", { id });
  // Other files of this run may have members of their own.
  const known = deliveries.filter((one: { id: string; member: string }) => one.id === first || one.member === ben.id);
  expect(known.map(({ event, state, answer }: Record<string, unknown>) => [event, state, answer])).toEqual([
    ["report.made", "delivered", 204],
    ["webhook.test", "delivered", 204],
  ]);
  expect(await call("removeWebhook", { id })).toEqual({ status: 200 });
});
