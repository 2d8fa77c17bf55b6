import { env, exports } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { connect } from "#db/client.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { PUSH_KEY } from "#tests/setup/push-key.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { createNotificationsStore } from "./notifications.store.ts";
import { createNotifications } from "./notifications.ts";

const live = { tell: async () => {} };
const notifications = createNotifications({ store: createNotificationsStore(connect(env.DB)), live });
const keys = { p256dh: PUSH_KEY, auth: "a".repeat(22) };
const ADDRESS = "https://updates.push.services.mozilla.com";
let member: string;
let session: string;

async function contextOfMember(at = 0, who = member, of = session, key: string | null = "BKey") {
  const context = await contextOf({ now: NOON + at, settings: { push_public_key: key }, preview: ["push"] });
  return { ...context, viewer: { id: who, tokenHash: of } } as MemberContext;
}

async function subscribe(endpoint: string, at = 0, { who = member, of = session, ...more }: Partial<Subscribing> = {}) {
  return notifications.subscribePush(await contextOfMember(at, who, of), { endpoint, keys, ...more });
}

interface Subscribing {
  who: string;
  of: string;
  keys: typeof keys;
  replaces: string;
}

async function newSession(who: string): Promise<string> {
  return sha256(await logIn(who));
}

async function endpointsOf(who = member): Promise<string[]> {
  const sql = "SELECT endpoint FROM push_subscriptions WHERE account_id = ? ORDER BY created_at";
  const { results } = await env.DB.prepare(sql).bind(who).all<{ endpoint: string }>();
  return results.map(({ endpoint }) => endpoint);
}

beforeEach(async () => {
  member = await addMember();
  session = await newSession(member);
});

describe("a browser's push subscription", () => {
  it("is refused with a key that is no point on the curve: no push could reach it", async () => {
    const endpoint = `${ADDRESS}/${member}`;
    const moved = `${PUSH_KEY.slice(0, -3)}AAA`;
    for (const p256dh of ["p".repeat(87), `B${"A".repeat(86)}`, moved])
      await expect(subscribe(endpoint, 0, { keys: { ...keys, p256dh } })).rejects.toMatchObject({
        code: "invalid",
        fields: [{ field: "keys.p256dh", code: "invalid_format" }],
      });
    expect(await endpointsOf()).toEqual([]);
    // Browsers may pad their keys.
    expect(await subscribe(endpoint, 0, { keys: { ...keys, p256dh: `${PUSH_KEY}=` } })).toEqual({ subscribed: true });
  });

  it("is stored once, with its keys, session and domain", async () => {
    const endpoint = `${ADDRESS}/${member}`;
    expect(await subscribe(endpoint)).toEqual({ subscribed: true });
    expect(await subscribe(endpoint, 5)).toEqual({ subscribed: true });
    expect(await env.DB.prepare("SELECT * FROM push_subscriptions WHERE account_id = ?").bind(member).first()).toEqual({
      endpoint,
      account_id: member,
      session_hash: session,
      domain_id: "liaison",
      refused_at: null,
      public_key: "BKey",
      ...keys,
      created_at: NOON + 5,
    });
    expect(await endpointsOf()).toHaveLength(1);
  });

  it("moves to another account only with the keys that the browser alone knows", async () => {
    const endpoint = `${ADDRESS}/${member}`;
    const next = await addMember();
    const of = await newSession(next);
    await subscribe(endpoint);
    const others = { ...keys, auth: "b".repeat(22) };
    await expect(subscribe(endpoint, 1, { who: next, of, keys: others })).rejects.toMatchObject({ code: "conflict" });
    expect([await endpointsOf(), await endpointsOf(next)]).toEqual([[endpoint], []]);
    await subscribe(endpoint, 1, { who: next, of });
    expect([await endpointsOf(), await endpointsOf(next)]).toEqual([[], [endpoint]]);
  });

  it("is forgotten when ten newer ones are there", async () => {
    const endpoints = Array.from({ length: 12 }, (_, n) => `${ADDRESS}/${member}/${n}`);
    for (const [n, endpoint] of endpoints.entries()) await subscribe(endpoint, n, { of: await newSession(member) });
    expect(await endpointsOf()).toEqual(endpoints.slice(2));
  });

  it("replaces the session's earlier one, and of the account's only the one that it names", async () => {
    const next = await addMember();
    await subscribe(`${ADDRESS}/${next}`, 0, { who: next, of: await newSession(next) });
    await subscribe(`${ADDRESS}/${member}/1`);
    await subscribe(`${ADDRESS}/${member}/2`);
    expect(await endpointsOf()).toEqual([`${ADDRESS}/${member}/2`]);
    const of = await newSession(member);
    await subscribe(`${ADDRESS}/${member}/3`, 1, { of, replaces: `${ADDRESS}/${next}` });
    expect([await endpointsOf(), await endpointsOf(next)]).toEqual([
      [`${ADDRESS}/${member}/2`, `${ADDRESS}/${member}/3`],
      [`${ADDRESS}/${next}`],
    ]);
    await subscribe(`${ADDRESS}/${member}/4`, 2, { of, replaces: `${ADDRESS}/${member}/2` });
    expect(await endpointsOf()).toEqual([`${ADDRESS}/${member}/4`]);
  });

  it("ends with its session, and an ended session gets none", async () => {
    const other = await newSession(member);
    await subscribe(`${ADDRESS}/${member}/1`);
    await subscribe(`${ADDRESS}/${member}/2`, 1, { of: other });
    await env.DB.prepare("UPDATE sessions SET revoked_at = 1 WHERE token_hash = ?").bind(session).run();
    expect(await endpointsOf()).toEqual([`${ADDRESS}/${member}/2`]);
    await expect(subscribe(`${ADDRESS}/${member}/1`, 2)).rejects.toMatchObject({ code: "conflict" });
    await env.DB.prepare("DELETE FROM sessions WHERE token_hash = ?").bind(other).run();
    expect(await endpointsOf()).toEqual([]);
  });

  it("is listed by device and ended by id, never another member's", async () => {
    const other = await newSession(member);
    await subscribe(`${ADDRESS}/${member}/1`, 0, { of: other });
    await subscribe(`${ADDRESS}/${member}/2`, 1);
    const { devices } = await notifications.pushDevices(await contextOfMember());
    expect(devices.map(({ current }) => current)).toEqual([true, false]);
    const stranger = await addMember();
    const asStranger = await contextOfMember(0, stranger, await newSession(stranger));
    await notifications.unsubscribePush(asStranger, { device: devices[1]?.id });
    expect(await endpointsOf()).toHaveLength(2);
    await notifications.unsubscribePush(await contextOfMember(), { device: devices[1]?.id });
    expect(await endpointsOf()).toEqual([`${ADDRESS}/${member}/2`]);
    await notifications.unsubscribePush(await contextOfMember(), {});
    expect(await endpointsOf()).toEqual([]);
  });

  it("is refused where the deployment has no key to send with", async () => {
    const context = await contextOfMember(0, member, session, null);
    await expect(notifications.subscribePush(context, { endpoint: `${ADDRESS}/x`, keys })).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});

describe("POST /api/user.php?push=1", () => {
  const send = async (body: unknown, query = "?push=1") => {
    const answer = await exports.default.fetch(
      new Request(`http://localhost/api/user.php${query}`, {
        method: "POST",
        headers: {
          cookie: `session=${await logIn(member)}`,
          "content-type": "application/json",
          "sec-fetch-site": "same-origin",
        },
        body: JSON.stringify(body),
      }),
    );
    return ((await answer.json()) as { error: { code: string; fields?: { field: string }[] } }).error;
  };

  it.each([
    ["http://push.example.org/x"],
    ["https://127.0.0.1/x"],
    ["https://[::1]/x"],
    ["https://localhost/x"],
    ["https://push.example.org/x"],
    ["javascript:alert(1)"],
    [`https://updates.push.services.mozilla.com/${"x".repeat(1000)}`],
    [""],
  ])("takes no endpoint like %j", async (endpoint) => {
    expect(await send({ endpoint, keys })).toMatchObject({ code: "invalid", fields: [{ field: "endpoint" }] });
  });

  it("is not the log-in of the same path, whose query is any other", async () => {
    const subscription = { endpoint: "https://updates.push.services.mozilla.com/x", expirationTime: null, keys };
    expect((await send({ ...subscription, keys: { ...keys, auth: "short" } })).code).toBe("invalid");
    const login = { email: "nobody@example.org", password: "no such password" };
    expect((await send(login, "")).code).toBe("login_failed");
    expect((await send(login, "?push=2")).code).toBe("login_failed");
    expect((await send(login)).code).toBe("invalid");
  });
});
