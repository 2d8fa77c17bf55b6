import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { connect } from "#db/client.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { contextOf, NOON } from "#tests/setup/context.ts";
import { createAccountsStore } from "#worker/people/identity/accounts.store.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { activityOf, CHANNELS, DEFAULTS } from "#worker/people/preferences/preferences.vocabulary.ts";
import type { CallInput } from "#worker/server/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { byKind, FIRST_KINDS, isByConsent, NOTIFICATION_KINDS, NOTIFICATIONS } from "./kinds.vocabulary.ts";
import { preferencesSchema } from "./preferences.contract.ts";
import { isMutual, wants } from "./preferences.ts";

const { preferences, preferencesStore } = servicesOf(env);
const accounts = createAccountsStore(connect(env.DB));
let member: string;

async function change(input: CallInput<"updatePreferences">, now = NOON) {
  const viewer = { id: member, profile: { country: "NL" }, preferences: await preferencesStore.find(member) };
  const ctx = { ...(await contextOf({ now })), viewer } as MemberContext;
  return preferences.updatePreferences(ctx, input);
}

const profile = () =>
  env.DB.prepare("SELECT status, last_active_at AS seen FROM profiles WHERE id = ?").bind(member).first<{
    status: string;
    seen: number;
  }>();
const counted = async () =>
  (await env.DB.prepare("SELECT sum(total) AS n FROM profile_counts WHERE region = '' AND country <> ''").first<{ n: number }>())
    ?.n ?? 0;

beforeEach(async () => {
  member = await addMember();
});

describe("what a member wants to be told of", () => {
  it("is everything but what needs a consent, until they choose", () => {
    for (const kind of NOTIFICATION_KINDS)
      for (const channel of CHANNELS) expect(wants(DEFAULTS, kind, channel), `${kind} ${channel}`).toBe(!isByConsent(kind));
  });

  it("is what they chose, but for what can not be switched off", () => {
    const off = { push: false, mail: false, in_app: false };
    const channels = byKind(() => off);
    for (const kind of NOTIFICATION_KINDS)
      for (const channel of CHANNELS)
        expect(wants({ channels, paused: false }, kind, channel), `${kind} ${channel}`).toBe(
          NOTIFICATIONS[kind].always.includes(channel),
        );
    expect(wants({ channels: { like: { mail: true } }, paused: false }, "like", "mail")).toBe(true);
  });

  it("is security and payments in a break", () => {
    const paused = { channels: { like: { mail: true } }, paused: true };
    const wanted = NOTIFICATION_KINDS.filter((kind) => CHANNELS.some((channel) => wants(paused, kind, channel)));
    expect(wanted).toEqual(["payment", "security"]);
  });
});

describe("what two show each other", () => {
  it("is what both show", () => {
    const all = { showRead: true, showOnline: true };
    expect(isMutual(all, all)).toEqual({ read: true, online: true });
    expect(isMutual(all, { ...all, showRead: false })).toEqual({ read: false, online: true });
    expect(isMutual({ ...all, showOnline: false }, all)).toEqual({ read: true, online: false });
  });

  it("is only the day for who does not show when they were here, and never looks like now", () => {
    for (const now of [NOON, Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1) + 1, Date.UTC(2026, 0, 2) - 1]) {
      expect(activityOf(now, { showOnline: true })).toBe(now);
      const coarse = activityOf(now, { showOnline: false });
      expect(now - coarse).toBeGreaterThanOrEqual(10 * 60 * 1000);
      expect(coarse).toBe(activityOf(now - (now % 86_400_000), { showOnline: false }));
    }
  });
});

describe("PUT /api/preferences.php", () => {
  it("changes what it names, and again nothing", async () => {
    const first = await change({ notifications: { like: { mail: false } }, privacy: { show_read: false } });
    expect(first.notifications.like).toEqual({ push: true, mail: false, in_app: true });
    expect(await change({ notifications: { like: { mail: false } }, privacy: { show_read: false } })).toEqual(first);
    const second = await change({ notifications: { match: { push: false } } });
    expect(second).toEqual({
      ...first,
      notifications: { ...first.notifications, match: { ...first.notifications.match, push: false } },
    });
    expect((await preferencesStore.find(member)).channels).toEqual({ like: { mail: false }, match: { push: false } });
    // Default values are not stored.
    await change({ notifications: { like: { mail: true }, match: { push: true } } });
    expect((await preferencesStore.find(member)).channels).toEqual({ like: {}, match: {} });
  });

  it("takes a kind of earlier clients, which moves nothing, and names it no more", async () => {
    const all = { push: false, mail: true, in_app: true };
    const { notifications } = await change({ notifications: { offers: all, like: { mail: false } } });
    expect(Object.keys(notifications).toSorted()).toEqual(NOTIFICATION_KINDS.toSorted());
    expect((await preferencesStore.find(member)).channels).toEqual({ like: { mail: false } });
  });

  it("leaves kinds alone that an earlier client does not know, on or off, whatever it saves of the others", async () => {
    const known = ["message", "match", "like", "search", "photo"] as const;
    const none = { push: false, mail: false };
    const later = ["gift", "photo_request", "photo_answer", "report"] as const;
    const off = Object.fromEntries(known.map((kind) => [kind, none]));
    const on = Object.fromEntries(known.map((kind) => [kind, { push: true, mail: true }]));
    const { notifications } = await change({ notifications: off });
    for (const kind of later) expect(notifications[kind], kind).toEqual({ push: true, mail: true, in_app: true });
    await change({ notifications: { gift: none, photo_request: { mail: false } } });
    const again = (await change({ notifications: on })).notifications;
    expect(again.gift).toEqual({ push: false, mail: false, in_app: true });
    expect(again.photo_request).toEqual({ push: true, mail: false, in_app: true });
  });

  it("reads the answer of an upstream that lacks later kinds, and names none of them", () => {
    const { notifications, always } = preferencesSchema.shape;
    const channels = { push: true, mail: true, in_app: true };
    const first = Object.fromEntries(FIRST_KINDS.map((kind) => [kind, channels]));
    expect(Object.keys(notifications.parse(first))).toEqual([...FIRST_KINDS]);
    expect(Object.keys(always.parse(Object.fromEntries(FIRST_KINDS.map((kind) => [kind, []]))))).toEqual([...FIRST_KINDS]);
    expect(notifications.safeParse({ ...first, message: undefined }).success).toBe(false);
  });

  it("says what can not be switched off", async () => {
    await expect(
      change({ notifications: { security: { mail: false, push: false }, payment: { mail: false } } }),
    ).rejects.toMatchObject({
      code: "invalid",
      fields: [
        { field: "notifications.payment.mail", code: "always_on" },
        { field: "notifications.security.mail", code: "always_on" },
      ],
    });
    const { notifications } = await change({ notifications: { security: { mail: true, push: false } } });
    expect(notifications.security).toEqual({ push: false, mail: true, in_app: true });
  });

  it("keeps a pace for each kind and channel, which switching off and on does not end", async () => {
    const { paces } = await change({ paces: { like: { mail: "daily", in_app: "weekly" }, match: { push: "weekly" } } });
    expect(paces).toMatchObject({ like: { mail: "daily", push: "at_once", in_app: "weekly" }, match: { push: "weekly" } });
    expect(paces?.security).toBeUndefined();
    const off = await change({ notifications: { like: { mail: false } } });
    expect([off.notifications.like.mail, off.paces?.like?.mail]).toEqual([false, "daily"]);
    await change({ notifications: { like: { mail: true } }, paces: { like: { in_app: "at_once" }, match: { push: "at_once" } } });
    expect((await preferencesStore.find(member)).paces).toEqual({ like: { mail: "daily" }, match: {} });
    await expect(
      change({ paces: { payment: { mail: "daily" }, message: { in_app: "weekly" }, security: { push: "at_once" } } }),
    ).rejects.toMatchObject({
      fields: [
        { field: "paces.message.in_app", code: "always_at_once" },
        { field: "paces.payment.mail", code: "always_at_once" },
      ],
    });
  });

  it("looks again at what waits when a pace changes", async () => {
    await env.DB.prepare("INSERT INTO news VALUES (?, 'like', 'x', 0, ?)")
      .bind(member, NOON + 30 * 3600_000)
      .run();
    await change({ paces: { like: { mail: "at_once" } } });
    expect(await env.DB.prepare("SELECT due_at FROM news WHERE account_id = ?").bind(member).first("due_at")).toBe(NOON);
  });

  it("hides the profile and shows it again, and the sums follow", async () => {
    const before = await counted();
    for (const how of [{ invisible: true }, { paused: true }]) {
      await change({ privacy: how });
      expect((await profile())?.status).toBe("hidden");
      expect(await counted()).toBe(before - 1);
      await change({ privacy: how });
      expect(await counted()).toBe(before - 1);
      await change({ privacy: { invisible: false, paused: false } });
      expect((await profile())?.status).toBe("active");
      expect(await counted()).toBe(before);
    }
    // A member who was invisible before a pause stays invisible after it.
    await change({ privacy: { invisible: true, paused: true } });
    await change({ privacy: { paused: false } });
    expect((await profile())?.status).toBe("hidden");
  });

  it("hides the profile from visitors and no one else, whatever else is changed, and the sums follow", async () => {
    const shown = () =>
      env.DB.prepare("SELECT shown_to_visitors FROM profiles WHERE id = ?").bind(member).first("shown_to_visitors");
    const open = () => env.DB.prepare("SELECT sum(open) AS n FROM profile_counts WHERE country = ''").first<number>("n");
    const before = (await open()) ?? 0;
    const everybody = await counted();
    expect((await change({ privacy: { hide_from_visitors: true } })).privacy.hide_from_visitors).toBe(true);
    expect([await shown(), await open(), await counted()]).toEqual([0, before - 1, everybody]);
    expect((await change({ privacy: { show_read: false } })).privacy).toMatchObject({
      hide_from_visitors: true,
      show_read: false,
    });
    expect((await preferencesStore.find(member)).hideFromVisitors).toBe(true);
    expect((await change({ privacy: { hide_from_visitors: false } })).privacy.hide_from_visitors).toBe(false);
    expect([await shown(), await open(), await counted()]).toEqual([1, before, everybody]);
  });

  it("leaves the profile of somebody who has not confirmed as it is", async () => {
    member = await addMember({ status: "not_confirmed" });
    await change({ privacy: { invisible: true } });
    expect((await profile())?.status).toBe("disabled");
  });

  it("keeps only the day of who does not show when they were here", async () => {
    await change({ privacy: { show_online: false } }, Date.now());
    const coarse = activityOf(Date.now(), { showOnline: false });
    expect((await profile())?.seen).toBe(coarse);
    await accounts.touch(member, "", Date.now());
    expect((await profile())?.seen).toBe(coarse);
    await change({ privacy: { show_online: true } });
    await accounts.touch(member, "", coarse + 1);
    expect((await profile())?.seen).toBe(coarse + 1);
  });

  it("lowers limits at once, raises them a day later, and of two changes at once loses none", async () => {
    await change({ limits: { day: 5000 } });
    await Promise.all([change({ limits: { day: 1000 } }), change({ limits: { week: 2000 } })]);
    const { spending } = await change({ limits: { month: 9000 } });
    expect(spending.limits).toEqual({ day: 1000, week: 2000, month: 9000 });
    const raised = await change({ limits: { day: null } });
    expect(raised.spending).toMatchObject({
      limits: { day: 1000 },
      raise: { limits: { day: null, week: 2000, month: 9000 }, from: new Date(NOON + 86_400_000).toISOString() },
    });
    expect((await change({}, NOON + 86_400_000)).spending).toMatchObject({ limits: { day: null }, raise: null });
  });
});
