import { beforeEach, expect, test } from "vitest";
import { runSql, writeMessage } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import {
  answer,
  as,
  befriend,
  beginScene,
  blocks,
  calls,
  chat,
  end,
  ends,
  inCall,
  linesOf,
  permit,
  refusalOf,
  renew,
  ring,
  SECOND,
  scene,
} from "#tests/setup/calls.ts";
import { DAY } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { UNTAKEN } from "./calls.vocabulary.ts";

beforeEach(beginScene);

test("nobody calls before both have written and both allow it, and it can be taken back", async () => {
  expect(await permit(scene.anna)).toEqual({ allowed: true, mutual: true });
  await permit(scene.ben, false);
  expect(await permit(scene.anna)).toEqual({ allowed: true, mutual: false });
  expect(await refusalOf(ring())).toBe("call_refused");
  await permit(scene.ben);
  await runSql("UPDATE participants SET wrote = 0 WHERE conversation_id = ? AND member_id = ?", scene.conversation, scene.ben);
  expect(await refusalOf(ring())).toBe("call_refused");
  expect(await refusalOf(permit(scene.ben))).toBe("call_refused");
  expect((await permit(scene.ben, false)).allowed, "what was allowed can always be taken back").toBe(false);
  expect(
    await refusalOf(calls.callPermission(await as(await addMember()), { conversation: scene.conversation, allow: true })),
  ).toBe("not_found");
  expect(await inCall()).toBe(0);
});

test("what a call needs is asked at the ring and again at the answer", async () => {
  expect(
    await refusalOf(
      calls.startCall(await as(scene.anna, { settings: { calls: false } }), {
        conversation: scene.conversation,
        kind: "voice",
        client_id: newId(),
        direct: false,
        per: "free",
        price: 0,
      }),
    ),
  ).toBe("forbidden");
  await runSql("INSERT INTO preferences (account_id, calls_verified, updated_at) VALUES (?, 1, 0)", scene.ben);
  expect(await refusalOf(ring())).toBe("call_refused");
  await runSql("UPDATE profiles SET main_photo = 'x' WHERE id = ?", scene.anna);
  await runSql("UPDATE profiles SET verified = 1 WHERE id = ?", scene.anna);
  const { call } = await ring();
  await permit(scene.anna, false);
  expect(await refusalOf(answer(call.id))).toBe("call_refused");
  expect([(await linesOf()).map(({ outcome }) => outcome), await inCall()]).toEqual([["missed"], 0]);
  await runSql("UPDATE profiles SET fictional = 1 WHERE id = ?", scene.ben);
  expect(await refusalOf(ring())).toBe("forbidden");
});

test("a call rings, is answered by one page, and leaves one line with its length", async () => {
  const { call, ...more } = await ring();
  expect(call).toMatchObject({ role: "caller", state: "ringing", first: true, direct: false, profile: { id: scene.ben } });
  expect(more, "credentials come with the answer").toEqual({});
  expect([await refusalOf(renew(scene.anna, call.id)), await refusalOf(renew(scene.ben, call.id))]).toEqual([
    "conflict",
    "conflict",
  ]);
  expect(scene.engaged).toMatchObject([
    [scene.anna, { side: "caller", active: false }],
    [scene.ben, { side: "callee", ring: { profile: scene.anna } }],
  ]);
  expect(scene.told.flatMap(([, { pushes = [] }]) => pushes)).toMatchObject([
    { kind: "call", to: scene.ben, subject: scene.conversation },
  ]);
  scene.now += 10 * SECOND;
  const taken = await answer(call.id);
  expect(taken.call).toMatchObject({ role: "callee", state: "active", paid_minutes: null, credits: null });
  expect(taken.relay).toMatchObject({ policy: "relay", ice_servers: [{ urls: ["turn:127.0.0.1:3478"] }] });
  expect(taken.relay.ice_servers[0]?.username).toMatch(new RegExp(`^\\d+:${call.id}:callee$`));
  expect((await renew(scene.anna, call.id)).relay.ice_servers).toHaveLength(1);
  expect((await answer(call.id)).call.state, "a repeat of the same page").toBe("active");
  expect(await refusalOf(answer(call.id, "device-two"))).toBe("conflict");
  scene.now += 135 * SECOND;
  expect(await end(scene.ben, call.id)).toMatchObject({ state: "ended", ending: "hung_up", seconds: 135 });
  expect((await end(scene.anna, call.id, "failed")).ending, "the first end stands").toBe("hung_up");
  expect(await linesOf()).toEqual([{ sender: scene.anna, text: "", kind: "video", outcome: "talked", seconds: 135 }]);
  expect((await chat.chats(await as(scene.ben), {})).chats[0]).toMatchObject({
    num_unread_messages: 1,
    last_message: { text: "", call: { outcome: "talked" } },
  });
  expect(new Set(scene.released.map(([to]) => to))).toEqual(new Set([scene.anna, scene.ben]));
  expect((await ring()).call.first, "the next call is not their first").toBe(false);
});

test("the same client id rings once, and one call at a time is for both", async () => {
  const cid = await addMember();
  const other = await writeMessage(cid, scene.ben);
  await writeMessage(scene.ben, cid);
  await runSql("UPDATE participants SET may_call = 1 WHERE conversation_id = ?", other);
  const client = newId();
  const { call } = await ring(scene.anna, { client_id: client });
  expect((await ring(scene.anna, { client_id: client })).call.id).toBe(call.id);
  expect(await refusalOf(ring(scene.anna, { client_id: client, kind: "voice" }))).toBe("idempotency_conflict");
  expect([await refusalOf(ring(scene.ben)), await refusalOf(ring(scene.anna))]).toEqual(["call_busy", "call_busy"]);
  expect(await refusalOf(ring(cid, { conversation: other }))).toBe("call_busy");
  await end(scene.ben, call.id, "declined");
  expect((await linesOf()).map(({ outcome }) => outcome)).toEqual(["declined"]);
  expect(await refusalOf(ring(cid, { conversation: other }))).toBe("ok");
});

test("who gives up leaves a missed call, which is unread and told; who declines does not", async () => {
  const before = async () => (await chat.chats(await as(scene.ben), {})).chats[0]?.num_unread_messages ?? 0;
  const unread = await before();
  const { call } = await ring();
  expect((await end(scene.anna, call.id, "hung_up")).ending).toBe("cancelled");
  expect(await before()).toBe(unread + 1);
  const said = scene.told.filter(([to, { events }]) => to === scene.ben && events.some(({ type }) => type === "message"));
  expect(said).toHaveLength(1);
  await end(scene.ben, (await ring()).call.id, "declined");
  expect(await before()).toBe(unread + 1);
});

test("the ring on a lock screen is withdrawn once; a missed call takes its place, and a repeated end leaves that", async () => {
  const pushed = () => scene.told.splice(0).flatMap(([, { pushes = [] }]) => pushes.map(({ id, to }) => `${id} ${to}`));
  const again = async (id: string) => {
    scene.now += SECOND;
    for (const who of [scene.anna, scene.ben]) await end(who, id);
    await ends.leave(scene.ben, id, scene.now);
    return pushed();
  };
  const rung = async () => (await ring()).call.id;
  const missed = await rung();
  await end(scene.anna, missed);
  expect([pushed(), await again(missed)]).toEqual([[`ring:${missed} ${scene.ben}`], []]);
  const declined = await rung();
  await end(scene.ben, declined);
  expect([pushed(), await again(declined)]).toEqual([
    [`ring:${declined} ${scene.ben}`, `close:ring:${declined} ${scene.ben}`],
    [],
  ]);
  const answered = await rung();
  await answer(answered);
  expect([pushed().at(-1), await again(answered)]).toEqual([`close:ring:${answered} ${scene.ben}`, []]);
  const gone = await rung();
  await blocks.block(await as(scene.ben), { profile: scene.anna });
  await ends.leave(scene.ben, gone, scene.now);
  expect(pushed().at(-1), "a trigger ended it").toBe(`close:ring:${gone} ${scene.ben}`);
});

test("nobody rings a member who takes no call without end", async () => {
  await end(scene.anna, (await ring()).call.id);
  scene.now += UNTAKEN.within - 90 * SECOND;
  for (let n = 1; n < UNTAKEN.rings; n++) await end(scene.anna, (await ring()).call.id);
  await expect(ring(), "the oldest counts for 90 s more").rejects.toMatchObject({
    ...{ code: "too_many_requests", retryAfter: 90, params: { minutes: 2 } },
  });
  expect([await inCall(), (await linesOf()).length]).toEqual([0, UNTAKEN.rings]);
  const back = (await ring(scene.ben)).call;
  expect((await end(scene.ben, back.id)).ending, "the other way is another matter").toBe("cancelled");
  scene.now += 90 * SECOND;
  expect(await refusalOf(ring())).toBe("ok");
});

test("a block and a deletion end a call at once, and free both", async () => {
  const { call } = await ring();
  await answer(call.id);
  await blocks.block(await as(scene.ben), { profile: scene.anna });
  expect(await inCall()).toBe(0);
  expect(await refusalOf(renew(scene.anna, call.id))).toBe("call_over");
  const cid = await addMember();
  await befriend(cid, scene.anna);
  const next = (await ring()).call;
  await runSql("UPDATE profiles SET status = 'deleted' WHERE id = ?", cid);
  expect((await calls.call(await as(scene.anna), { id: next.id })).call).toMatchObject({ state: "ended", ending: "gone" });
  expect(await inCall()).toBe(0);
});

test("the cron ends what nobody ended, writes a missing line once, and forgets old calls", async () => {
  const { call } = await ring();
  scene.now += 59 * SECOND;
  await ends.sweep(scene.now);
  expect((await calls.call(await as(scene.anna), {})).call?.id).toBe(call.id);
  scene.now += SECOND;
  await ends.sweep(scene.now);
  expect((await calls.call(await as(scene.anna), { id: call.id })).call?.ending).toBe("missed");
  const second = (await ring()).call;
  await answer(second.id);
  scene.now += 149 * SECOND;
  await renew(scene.ben, second.id);
  scene.now += 149 * SECOND;
  await ends.sweep(scene.now);
  expect(await inCall()).toBe(2);
  scene.now += SECOND;
  await ends.sweep(scene.now);
  await ends.sweep(scene.now + SECOND);
  expect((await linesOf()).map(({ outcome }) => outcome)).toEqual(["missed", "talked"]);
  const third = (await ring()).call;
  await runSql("UPDATE calls SET ended_at = ?, ending = 'gone' WHERE id = ?", scene.now, third.id);
  await ends.sweep(scene.now + SECOND);
  await ends.sweep(scene.now + 2 * SECOND);
  expect((await linesOf()).map(({ outcome }) => outcome)).toEqual(["missed", "talked", "missed"]);
  await ends.sweep(scene.now + 8 * DAY);
  expect(await refusalOf(calls.call(await as(scene.anna), { id: call.id }))).toBe("not_found");
});

test("a line that has moved to the archive is not written again", async () => {
  const { call } = await ring();
  await end(scene.anna, call.id);
  expect((await linesOf()).map(({ outcome }) => outcome)).toEqual(["missed"]);
  // As the archive does with messages of two days.
  await runSql("DELETE FROM messages WHERE conversation_id = ? AND type = 'call'", scene.conversation);
  scene.told.length = 0;
  scene.now += 2 * DAY;
  expect((await end(scene.anna, call.id)).ending, "the first end stands").toBe("cancelled");
  await ends.leave(scene.ben, call.id, scene.now);
  expect(await linesOf()).toEqual([]);
  expect(scene.told.flatMap(([, { events, devices }]) => [...events, ...(devices ? ["push"] : [])])).toEqual([]);
});

test("a repeat rings for a request that was cut off before it rang", async () => {
  const client = newId();
  const { call } = await ring(scene.anna, { client_id: client });
  Object.assign(scene, { engaged: [], told: [] });
  expect((await ring(scene.anna, { client_id: client })).call.id).toBe(call.id);
  expect(scene.engaged).toMatchObject([
    [scene.anna, { side: "caller" }],
    [scene.ben, { side: "callee", ring: { profile: scene.anna } }],
  ]);
  expect(scene.told.flatMap(([, { pushes = [] }]) => pushes)).toMatchObject([{ id: `ring:${call.id}`, to: scene.ben }]);
  await answer(call.id);
  scene.engaged = [];
  await ring(scene.anna, { client_id: client });
  expect(scene.engaged, "once it is answered, nothing rings").toEqual([]);
});

test("a call that is over gives no credentials, whichever way it is asked", async () => {
  const client = newId();
  const { call } = await ring(scene.anna, { client_id: client });
  await answer(call.id);
  expect(await refusalOf(ring(scene.anna, { client_id: client })), "a repeat while it runs").toBe("ok");
  await end(scene.anna, call.id);
  expect([
    await refusalOf(answer(call.id)),
    await refusalOf(renew(scene.anna, call.id)),
    await refusalOf(renew(scene.ben, call.id)),
  ]).toEqual(["call_over", "call_over", "call_over"]);
  const { call: over, ...more } = await ring(scene.anna, { client_id: client });
  expect([over, more], "a repeat finds how it ended").toMatchObject([{ id: call.id, state: "ended", ending: "hung_up" }, {}]);
  expect(more).toEqual({});
});

test("nobody takes the client id of a line beforehand, and no text of a member reads as one", async () => {
  const { call } = await ring();
  await chat.sendMessage(await as(scene.anna), {
    conversation: scene.conversation,
    text: "\u0001video:missed",
    client_id: `call:${call.id}`,
  });
  await end(scene.ben, call.id, "declined");
  expect(await linesOf()).toHaveLength(1);
  const { messages } = await chat.chat(await as(scene.ben), { conversation: scene.conversation });
  expect(messages.find(({ text }) => text.includes("video"))).toMatchObject({ type: "text", text: "video:missed", call: null });
});

test("an outsider neither sees nor touches a call", async () => {
  const { call } = await ring();
  const cid = await as(await addMember());
  for (const tried of [
    calls.call(cid, { id: call.id }),
    calls.answerCall(cid, { id: call.id, device: "device-one", direct: false }),
    calls.endCall(cid, { id: call.id, ending: "hung_up" }),
    calls.renewCall(cid, { id: call.id }),
  ])
    expect(await refusalOf(tried)).toBe("not_found");
  expect(await refusalOf(calls.answerCall(await as(scene.anna), { id: call.id, device: "device-one", direct: false }))).toBe(
    "not_found",
  );
  expect(await calls.engagementOf(cid.viewer.id, call.id, scene.now)).toBeNull();
});

test("the direct way needs both", async () => {
  const { call } = await ring(scene.anna, { direct: true });
  expect((await answer(call.id)).relay.policy).toBe("relay");
  await end(scene.anna, call.id);
  const next = (await ring(scene.anna, { direct: true })).call;
  const taken = await answer(next.id, "device-one", true);
  expect([taken.relay.policy, taken.call.direct, scene.engaged.at(-1)?.[1].rules.direct]).toEqual(["all", true, true]);
});
