import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createLocalSms, createTwilioSms } from "./sms.ts";

const TWILIO = { account: "AC0123", token: "test only", from: "Liaison" };

test("Twilio gets number, sender and text as its documents ask", async () => {
  const requests: { url: string; init: RequestInit }[] = [];
  const sms = createTwilioSms(TWILIO, async (url, init) => {
    requests.push({ url, init });
    return Response.json({ sid: "SM1", status: "queued" }, { status: 201 });
  });
  await sms.send("+31612345678", "123456 is your code");
  expect(requests).toHaveLength(1);
  expect(requests[0]?.url).toBe("https://api.twilio.com/2010-04-01/Accounts/AC0123/Messages.json");
  expect(Object.fromEntries(new URLSearchParams(String(requests[0]?.init.body)))).toEqual({
    To: "+31612345678",
    From: "Liaison",
    Body: "123456 is your code",
  });
  expect(new Headers(requests[0]?.init.headers).get("authorization")).toBe(`Basic ${btoa("AC0123:test only")}`);
});

test.each([400, 401, 429, 500])("a %i of Twilio is upstream_failed", async (status) => {
  const sms = createTwilioSms(TWILIO, async () => new Response("{}", { status }));
  await expect(sms.send("+31612345678", "x")).rejects.toMatchObject({ code: "upstream_failed" });
});

test("silence of Twilio is upstream_failed", async () => {
  const sms = createTwilioSms(TWILIO, () => Promise.reject(new TypeError("network")));
  await expect(sms.send("+31612345678", "x")).rejects.toMatchObject({ code: "upstream_failed" });
});

test("a local build keeps the messages, the newest first", async () => {
  // Newer than the messages of other tests.
  const start = Date.UTC(2100, 0, 1);
  let now = start;
  const sms = createLocalSms(env.VISITORS, () => now);
  await sms.send("+31600000001", "first");
  now = start + 1_000;
  await sms.send("+31600000002", "second");
  expect(await sms.newest(2)).toEqual([
    { to: "+31600000002", text: "second", at: start + 1_000 },
    { to: "+31600000001", text: "first", at: start },
  ]);
  expect(await sms.newest(1)).toHaveLength(1);
});
