import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { cellOf } from "#db/cells.ts";
import { connect } from "#db/client.ts";
import { addLike, runSql } from "#tests/setup/actions.ts";
import { NOON } from "#tests/setup/context.ts";
import { addAttendance, addEvent } from "#tests/setup/events.ts";
import { seenBy } from "#tests/setup/guests.ts";
import { mailsOver, mailsTo } from "#tests/setup/notification-mails.ts";
import { addPerson, code, contextAs, placesOf } from "#tests/setup/places-of-a-member.ts";
import { subscribePush } from "#tests/setup/subscribe-push.ts";
import { createPushStore } from "#worker/delivery/push/push.store.ts";
import { createPushes } from "#worker/delivery/push/pushes.ts";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { likes, visits, visitsStore, today, identity, blocks, domainsStore, wishes, chat, requests } = servicesOf(env);
const mails = mailsOver(env.DB, async () => false);
let pushed = 0;
const pushes = createPushes({
  store: createPushStore(connect(env.DB)),
  send: async () => {
    pushed++;
    return { is: "sent" };
  },
  enqueue: async () => {},
  domainOf: domainsStore.findById,
  isLooking: async () => false,
});

const block = async (from: string, to: string) => blocks.block(await contextAs(from), { profile: to });
const change = (set: string) => () => runSql(`UPDATE profiles SET ${set} WHERE id = ?`, bob);
const CAUSES: [cause: string, act: () => Promise<unknown>, page?: string][] = [
  ["whom Ann blocked", () => block(ann, bob)],
  ["who blocked Ann", () => block(bob, ann), "blocked"],
  ["who hides", change("status = 'hidden'")],
  ["who is suspended", change("status = 'disabled'")],
  ["who left", change("status = 'deleted'")],
];

let [ann, bob, twin] = ["", "", ""];
beforeEach(async () => {
  await runSql("UPDATE profiles SET status = 'hidden' WHERE status = 'active'");
  await runSql("DELETE FROM news");
  [ann, bob, twin] = [await addPerson("female", "male"), await addPerson("male", "female"), await addPerson("male", "female")];
  await subscribePush(ann, NOON + DAY);
  await meets(twin);
  await likes.autoLike(await contextAs(ann));
  await runSql("DELETE FROM news");
});

/** `other` likes Ann, is liked back and looks at her; she is told by mail, push and dialog. */
async function meets(other: string): Promise<void> {
  await addLike(other, ann);
  await visitsStore.add(ann, other, NOON - MINUTE);
  await likes.like(await contextAs(ann), { profile: other });
}

async function tell(other: string) {
  pushed = 0;
  await mails.sweep(NOON + 11 * MINUTE);
  await pushes.deliver([{ id: newId(), kind: "match", to: ann, subject: other }], NOON);
  return { mails: (await mailsTo(ann)).length, pushed, dialog: (await likes.autoLike(await contextAs(ann))) !== null };
}

/** All lists and numbers of Ann, read twice, so that nothing is new any more. */
async function lists(): Promise<unknown> {
  const read = async () => {
    const ctx = await contextAs(ann);
    const types = ["received", "sent", "matches", "new_matches"] as const;
    return {
      likes: await Promise.all([...types.map((type) => likes.likes(ctx, { type })), likes.likes(ctx, {})]),
      visitors: await visits.visitors(ctx, {}),
      ...{ today: await today.today(ctx), user: identity.user(ctx) },
    };
  };
  await read();
  return read();
}

test("whoever may be seen is in all lists and numbers, and is told of", async () => {
  const before = await lists();
  await meets(bob);
  expect(await tell(bob)).toEqual({ mails: 1, pushed: 1, dialog: true });
  expect(await lists()).not.toEqual(before);
});

test.each(CAUSES)("somebody %s changes no list and no number, and is told of nowhere", async (_, act, answer = "not_found") => {
  const before = await lists();
  await meets(bob);
  await act();
  expect(await tell(bob)).toEqual({ mails: 0, pushed: 0, dialog: false });
  expect(await lists()).toEqual(before);
  const { search, place, deck, match, similar, received, sent, visitors, page } = await placesOf(ann, bob, twin);
  expect([search, place, deck, match, similar, received, sent, visitors]).not.toContain(true);
  expect(page).toBe(answer);
});

const GRONINGEN = { country: "NL", region: "NL-GR", city: "Groningen" };
const away = async (set: string) => {
  const stay = JSON.stringify({ ...GRONINGEN, from: "2026-01-01", until: "2030-01-01" });
  await runSql(`UPDATE profiles SET stay = ?2, cell = ?3, ${set} WHERE id = ?1`, bob, stay, cellOf(GRONINGEN));
};
const wish = async (input: object) => wishes.updateWishes(await contextAs(ann), input);
type Place = "search" | "notice" | "deck" | "match" | "similar" | "event";
const EVERYWHERE: Place[] = ["search", "notice", "deck", "match", "similar", "event"];
/** A search by Ann's own filters may go wider than her wishes. */
const LEFT_OUT: [rule: string, act: () => Promise<unknown>, places?: Place[]][] = [
  ["who looks for others", change("looking_for = 'male'")],
  ["who wants to be seen at other ages", change("seen_from = 18, seen_to = 20")],
  ["who wants to be seen near a trip only", () => away("seen_within = 25")],
  ["whose list has Ann's address", () => runSql("INSERT INTO unseen (viewer_id, owner_id, print) VALUES (?, ?, 'x')", ann, bob)],
  ["who is older than Ann wants", () => wish({ min_age: 18, max_age: 25 }), ["notice", "deck", "match", "similar", "event"]],
];

async function seenIn(): Promise<Place[]> {
  const walk = await addEvent(NOON);
  for (const id of [ann, bob, twin]) await addAttendance(walk, id);
  const event = (await seenBy(ann, walk)).includes(bob);
  const { notices, ...found } = await placesOf(ann, bob, twin);
  const seen = { ...found, event, notice: notices === 2 };
  return EVERYWHERE.filter((place) => seen[place]);
}

test("a stranger whom no rule leaves out is everywhere", async () => {
  expect(await seenIn()).toEqual(EVERYWHERE);
});

test.each(LEFT_OUT)("a stranger %s is nowhere", async (_, act, places = EVERYWHERE) => {
  await act();
  expect((await seenIn()).filter((place) => places.includes(place))).toEqual([]);
});

const firstMessages = (chosen: object) =>
  runSql("INSERT INTO preferences (account_id, first_messages, updated_at) VALUES (?, ?, 0)", ann, JSON.stringify(chosen));
const write = async (to: string, clientId: string) =>
  code(chat.sendMessage(await contextAs(bob), { profile: to, text: "Hello you", client_id: clientId }));
async function inbox() {
  const ctx = await contextAs(ann);
  return {
    lists: await lists(),
    chats: await chat.chats(ctx, {}),
    requests: await requests.requests(ctx, {}),
    mails: (await mailsTo(ann)).length,
  };
}
const pays = () => runSql("UPDATE accounts SET credits = 10, paid_user = 1 WHERE id = ?", bob);

test("a message that is taken is in the list, and a mail tells of it", async () => {
  await pays();
  const before = await inbox();
  expect(await write(ann, "taken")).toBe("ok");
  await mails.sweep(NOON + 11 * MINUTE);
  const after = await inbox();
  expect([before.chats.chats.length, after.chats.chats.length, after.mails - before.mails]).toEqual([0, 1, 1]);
  expect(after.lists).not.toEqual(before.lists);
});

const REFUSED: [rule: string, act: () => Promise<unknown>, answer: string][] = [
  [
    "whom Ann has declined",
    async () => {
      await firstMessages({ requests: true });
      expect(await write(ann, "asked")).toBe("ok");
      const [request] = (await requests.requests(await contextAs(ann), {})).requests;
      const conversation = request?.conversation.id ?? expect.unreachable();
      await requests.answerRequest(await contextAs(ann), { conversation, answer: "decline" });
    },
    "first_message_refused",
  ],
  ["whom Ann's rules for first messages refuse", () => firstMessages({ from: "liked" }), "first_message_refused"],
  [
    "who has begun as many conversations as are free",
    async () => {
      for (const id of ["d1", "d2"])
        await runSql(
          `INSERT INTO decisions (id, reference, domain_id, pool, member_id, report_id, about, kind, reason, decided_by, created_at)
            VALUES (?1, ?1, 'liaison', 'liaison', ?2, ?1, 'profile', 'warning', 'scam', 'x', ?3)`,
          ...[id, bob, NOON],
        );
      for (const id of ["c1", "c2"]) expect(await write(await addPerson("female", "male"), id)).toBe("ok");
    },
    "too_many_conversations",
  ],
];

test.each(REFUSED)(
  "a message of somebody %s changes no list and no number of Ann, and no mail tells of it",
  async (_, act, answer) => {
    await pays();
    await act();
    const before = await inbox();
    expect(await write(ann, "refused")).toBe(answer);
    await mails.sweep(NOON + 11 * MINUTE);
    expect(await inbox()).toEqual(before);
  },
);
