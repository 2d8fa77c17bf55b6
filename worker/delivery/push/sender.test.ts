import { randomBytes } from "node:crypto";
import { expect, test, vi } from "vitest";
import { checkVapid } from "#scripts/push-service.ts";
import { createPushReceiver } from "#tests/setup/push-receiver.ts";
import { createSender, type Fetch } from "./sender.ts";
import { createPushKeys, createVapid } from "./vapid.ts";

const NOW = Date.UTC(2026, 10, 23, 12);
const vapid = createVapid(await createPushKeys());
const receiver = createPushReceiver(randomBytes);
const ENDPOINT = "https://fcm.googleapis.com/fcm/send/x";
const to = {
  endpoint: ENDPOINT,
  sessionHash: "s",
  country: "NL",
  domainId: "liaison",
  publicKey: vapid.publicKey,
  ...receiver.keys,
};
const sending = {
  text: '{"kind":"show"}',
  ttl: 60,
  urgency: "high",
  topic: "t".repeat(32),
  contact: "mailto:a@b.example",
} as const;

async function answered(status: number, headers: Record<string, string> = {}) {
  const send = createSender({ fetch: async () => new Response(null, { status, headers }), vapid });
  return send(to, sending, NOW);
}

test("a push service gets one POST by RFC 8030 that only the browser can read", async () => {
  const fetch = vi.fn<Fetch>(async () => new Response(null, { status: 201 }));
  expect(await createSender({ fetch, vapid })(to, sending, NOW)).toEqual({ is: "sent" });
  const [url, init] = fetch.mock.calls[0] as [string, RequestInit & { headers: Record<string, string> }];
  expect(url).toBe(ENDPOINT);
  expect(init).toMatchObject({ method: "POST", redirect: "manual" });
  expect(init.headers).toMatchObject({ ttl: "60", urgency: "high", topic: "t".repeat(32), "content-encoding": "aes128gcm" });
  checkVapid(init.headers.authorization as string, "https://fcm.googleapis.com", NOW);
  expect(receiver.open(init.body as Uint8Array).trimEnd()).toBe(sending.text);
  expect((init.body as Uint8Array).length).toBe(1024 + 103);
});

test.each([
  [201, { is: "sent" }],
  [404, { is: "gone" }],
  [410, { is: "gone" }],
  [301, { is: "refused" }],
  [400, { is: "refused" }],
  [403, { is: "refused" }],
  [413, { is: "refused" }],
  [429, { is: "later", wait: null }],
  [503, { is: "later", wait: null }],
])("the answer %i is %j", async (status, outcome) => {
  expect(await answered(status)).toEqual(outcome);
});

test("Retry-After is taken in seconds and as a date, and never for longer than six hours", async () => {
  const after = async (value: string) => ((await answered(429, { "retry-after": value })) as { wait: number | null }).wait;
  expect(await after("120")).toBe(120);
  expect(await after(new Date(NOW + 90_000).toUTCString())).toBe(90);
  expect(await after("9999999")).toBe(6 * 3600);
  for (const odd of ["-1", "soon", new Date(NOW - 90_000).toUTCString()]) expect(await after(odd)).toBeNull();
});

test("a push service that cannot be reached is asked again", async () => {
  const send = createSender({ fetch: () => Promise.reject(new Error("offline")), vapid });
  expect(await send(to, sending, NOW)).toEqual({ is: "later", wait: null });
});

test("an endpoint off the list, of another key or with broken keys is never contacted, and is forgotten", async () => {
  const fetch = vi.fn<Fetch>(async () => new Response(null, { status: 201 }));
  const send = createSender({ fetch, vapid });
  const wrong = [
    { endpoint: "https://127.0.0.1/x" },
    { endpoint: "http://127.0.0.1:9/x" },
    { endpoint: "https://fcm.googleapis.com@evil.example/x" },
    { publicKey: "another" },
    { p256dh: "A".repeat(87) },
  ];
  for (const one of wrong) expect(await send({ ...to, ...one }, sending, NOW)).toEqual({ is: "gone" });
  expect(fetch).not.toHaveBeenCalled();
  const local = createSender({ fetch, vapid, otherServices: { local: "http://127.0.0.1:9" } });
  expect(await local({ ...to, endpoint: "http://127.0.0.1:9/x" }, sending, NOW)).toEqual({ is: "sent" });
});
