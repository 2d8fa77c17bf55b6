import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addLike, runSql } from "#tests/setup/actions.ts";
import { NOON } from "#tests/setup/context.ts";
import { mailsOver, mailsTo } from "#tests/setup/notification-mails.ts";
import { addPerson, contextAs, placesOf } from "#tests/setup/places-of-a-member.ts";
import { subscribePush } from "#tests/setup/subscribe-push.ts";
import { createPushStore } from "#worker/delivery/push/push.store.ts";
import { createPushes } from "#worker/delivery/push/pushes.ts";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { likes, visits, visitsStore, today, identity, blocks, domainsStore } = servicesOf(env);
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
