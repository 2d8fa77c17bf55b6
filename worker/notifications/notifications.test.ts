import { env, exports } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { connect } from "#db/client.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import type { MemberContext } from "#worker/context.ts";
import { createNotificationsStore } from "./notifications.store.ts";
import { createNotifications } from "./notifications.ts";

const notifications = createNotifications({ store: createNotificationsStore(connect(env.DB)) });
const keys = { p256dh: "p".repeat(87), auth: "a".repeat(22) };
let member: string;

async function subscribe(endpoint: string, at = 0, who = member, key: string | null = "BKey") {
  const context = await contextOf({ now: NOON + at, settings: { push_public_key: key }, preview: ["push"] });
  return notifications.subscribePush({ ...context, viewer: { id: who } } as MemberContext, { endpoint, keys });
}

async function kept(who = member): Promise<string[]> {
  const sql = "SELECT endpoint FROM push_subscriptions WHERE account_id = ? ORDER BY created_at";
  const { results } = await env.DB.prepare(sql).bind(who).all<{ endpoint: string }>();
  return results.map(({ endpoint }) => endpoint);
}

beforeEach(async () => {
  member = await addMember();
});

describe("a browser's push subscription", () => {
  it("is kept once, with its keys and domain", async () => {
    const endpoint = `https://updates.push.services.mozilla.com/${member}`;
    expect(await subscribe(endpoint)).toEqual({ subscribed: true });
    expect(await subscribe(endpoint, 5)).toEqual({ subscribed: true });
    expect(await env.DB.prepare("SELECT * FROM push_subscriptions WHERE account_id = ?").bind(member).first()).toEqual({
      endpoint,
      account_id: member,
      domain_id: "liaison",
      ...keys,
      created_at: NOON + 5,
    });
    expect(await kept()).toHaveLength(1);
  });

  it("belongs to the last account that subscribed", async () => {
    const endpoint = `https://updates.push.services.mozilla.com/${member}`;
    const next = await addMember();
    await subscribe(endpoint);
    await subscribe(endpoint, 1, next);
    expect([await kept(), await kept(next)]).toEqual([[], [endpoint]]);
  });

  it("is forgotten when ten newer ones are there", async () => {
    const endpoints = Array.from({ length: 12 }, (_, n) => `https://updates.push.services.mozilla.com/${member}/${n}`);
    for (const [n, endpoint] of endpoints.entries()) await subscribe(endpoint, n);
    expect(await kept()).toEqual(endpoints.slice(2));
  });

  it("is refused where the domain has no key to send with", async () => {
    await expect(subscribe("https://updates.push.services.mozilla.com/x", 0, member, null)).rejects.toMatchObject({
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
    // The test domain has no VAPID key.
    expect((await send(subscription)).code).toBe("forbidden");
    const login = { email: "nobody@example.org", password: "no such password" };
    expect((await send(login, "")).code).toBe("login_failed");
    expect((await send(login, "?push=2")).code).toBe("login_failed");
    expect((await send(login)).code).toBe("invalid");
  });
});
