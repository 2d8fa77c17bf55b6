import { beforeEach, describe, expect, it } from "vitest";
import type { CallInput } from "#worker/server/calls.ts";
import { LOCAL, letters, member, type Person } from "./person.ts";

let count = 0;

/** Of this file's members only: a search shows the newest of many. */
const COUNTRY = "SE";

describe.each(LOCAL)("privacy and blocks: %s", (side) => {
  let anna: Person;
  let ben: Person;

  beforeEach(async () => {
    anna = await member(side, { country: COUNTRY });
    ben = await member(side, { gender: "male", country: COUNTRY });
  });

  const say = async (from: Person, to: Person, text: string) =>
    (await from.call("sendMessage", { profile: to.id, text, client_id: `say-${letters(Date.now())}-${count++}` })).message;
  const choose = (who: Person, privacy: CallInput<"updatePreferences">["privacy"]) => who.call("updatePreferences", { privacy });
  const finds = async (who: Person, whom: Person) => {
    const { results } = await who.call("members", { gender: "female", country: COUNTRY, sort: "newest" });
    return results.some(({ id }) => id === whom.id);
  };
  const sums = async (who: Person) => {
    const { unread_messages, new_likes } = await who.call("user", {});
    return { unread_messages, new_likes };
  };

  it("an invisible member is in no search, visible to partners of a conversation, and likes are held back", async () => {
    const cid = await member(side, { gender: "male", looking_for: "female" });
    await say(anna, ben, "Hello");
    expect(await finds(cid, anna)).toBe(true);
    expect((await choose(anna, { invisible: true })).privacy.invisible).toBe(true);
    expect((await anna.call("user", {})).profile.status).toBe("hidden");
    expect([await finds(ben, anna), await finds(cid, anna)]).toEqual([false, false]);
    expect((await ben.call("member", { id: anna.id })).profile.status).toBe("hidden");
    expect((await cid.refused("member", { id: anna.id })).code).toBe("not_found");
    expect((await cid.refused("like", { profile: anna.id })).code).toBe("not_found");
    expect((await cid.refused("sendMessage", { profile: anna.id, text: "Hi", client_id: "to-the-invisible" })).code).toBe(
      "not_found",
    );
    await say(ben, anna, "Still there");

    await anna.call("like", { profile: cid.id });
    expect(await sums(cid)).toEqual({ unread_messages: 0, new_likes: 0 });
    expect(await cid.call("likes", { type: "received" })).toMatchObject({ liked_by: [], new_likes: 0 });
    expect((await cid.send("autoLike", {})).status).toBe(204);
    await choose(anna, { invisible: false });
    expect(await finds(cid, anna)).toBe(true);
    expect((await cid.call("likes", { type: "received" })).liked_by).toMatchObject([{ id: anna.id, like_new: true }]);
  });

  it("a paused member is hidden, and knows it", async () => {
    await choose(anna, { paused: true });
    expect(await anna.call("user", {})).toMatchObject({ paused: true, profile: { status: "hidden" } });
    expect(await finds(ben, anna)).toBe(false);
    await choose(anna, { paused: false });
    expect(await anna.call("user", {})).toMatchObject({ paused: false, profile: { status: "active" } });
  });

  it("hidden read receipts of either member hide both", async () => {
    const { conversation } = await say(anna, ben, "Hello");
    await ben.call("readChat", { conversation, seq: 1 });
    const read = async () => {
      const { messages, conversation: state } = await anna.call("chat", { conversation });
      return { state: messages[0]?.state, read_at: messages[0]?.read_at !== null, seq: state?.partner_read_seq };
    };
    expect(await read()).toEqual({ state: "read", read_at: true, seq: 1 });
    for (const who of [anna, ben]) {
      await choose(who, { show_read: false });
      expect(await read()).toEqual({ state: "delivered", read_at: false, seq: 0 });
      // The reader's own position stays visible to the reader.
      expect((await ben.call("chat", { conversation })).conversation?.read_seq).toBe(1);
      await choose(who, { show_read: true });
    }
    expect(await read()).toEqual({ state: "read", read_at: true, seq: 1 });
  });

  it("a hidden online status of either member hides both, and delivery receipts too", async () => {
    const { conversation } = await say(anna, ben, "Hello");
    await ben.call("chat", { conversation });
    const seen = async () => {
      const { profile, messages } = await anna.call("chat", { conversation });
      const { results } = await anna.call("members", { gender: "male", country: COUNTRY, sort: "newest" });
      const shown = await anna.call("member", { id: ben.id });
      const online = [profile.online, results.find(({ id }) => id === ben.id)?.online, shown.profile.online];
      return { online, state: messages[0]?.state, delivered: messages[0]?.delivered_at !== null };
    };
    await expect.poll(seen).toEqual({ online: [true, true, true], state: "delivered", delivered: true });
    for (const who of [anna, ben]) {
      await choose(who, { show_online: false });
      expect(await seen()).toEqual({ online: [false, false, false], state: "sent", delivered: false });
      await choose(who, { show_online: true });
    }
  });

  it("a block works both ways, deletes likes and chats, and names the blocker", async () => {
    const { conversation } = await say(ben, anna, "Hello");
    await ben.call("like", { profile: anna.id });
    await anna.call("like", { profile: ben.id });
    expect(await sums(anna)).toEqual({ unread_messages: 1, new_likes: 1 });
    for (let again = 0; again < 2; again++) expect(await anna.call("block", { profile: ben.id })).toEqual({ blocked: true });
    for (const who of [anna, ben]) {
      expect(await sums(who)).toEqual({ unread_messages: 0, new_likes: 0 });
      expect((await who.call("chats", {})).chats).toEqual([]);
      expect(await who.call("likes", {})).toMatchObject({ profiles: [], liked_by: [] });
    }
    const words = `You're blocked by ${anna.name}. You do not have access to this page.`;
    const tries = [
      ["member", { id: anna.id }],
      ["chat", { profile: anna.id }],
      ["chat", { conversation }],
      ["sendMessage", { conversation, text: "Why?", client_id: `why-${anna.id}` }],
      ["like", { profile: anna.id }],
    ] as const;
    for (const [name, input] of tries)
      expect(await ben.refused(name, input), name).toMatchObject({ code: "blocked", message: words });
    for (const [name, input] of [
      ["member", { id: ben.id }],
      ["chat", { profile: ben.id }],
      ["chat", { conversation }],
      ["like", { profile: ben.id }],
    ] as const)
      expect((await anna.refused(name, input)).code, name).toBe("not_found");
    expect(await finds(ben, anna)).toBe(false);
    expect((await anna.call("blocks", {})).blocked).toMatchObject([{ id: ben.id, name: ben.name }]);
    expect((await ben.call("blocks", {})).blocked).toEqual([]);

    for (let again = 0; again < 2; again++) expect(await anna.call("unblock", { profile: ben.id })).toEqual({ blocked: false });
    expect((await ben.call("member", { id: anna.id })).relation).toMatchObject({
      liked: false,
      match: false,
      conversation: null,
    });
    expect((await ben.refused("chat", { conversation })).code).toBe("not_found");
    expect((await say(ben, anna, "Sorry")).seq).toBe(1);
  });

  it("a block of oneself or of an unknown member is refused", async () => {
    expect(await anna.refused("block", { profile: anna.id })).toMatchObject({
      fields: [{ field: "profile", code: "to_oneself" }],
    });
    expect((await anna.refused("block", { profile: "nobody" })).code).toBe("not_found");
  });

  it("unknown or invalid preferences are refused", async () => {
    const refused = async (input: object) => (await anna.refused("updatePreferences", input)).code;
    expect(await refused({ notifications: { gossip: { mail: true } } })).toBe("invalid");
    expect(await refused({ privacy: { invisible: "yes" } })).toBe("invalid");
    expect(await refused({ limits: { day: -1 } })).toBe("invalid");
    expect(await refused({ limits: { day: 1.5 } })).toBe("invalid");
    expect(await refused({ notifications: { security: { mail: false } } })).toBe("invalid");
  });
});
