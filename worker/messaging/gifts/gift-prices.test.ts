import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { addAccount, contextAs, openSession } from "#tests/setup/accounts.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { NOON } from "#tests/setup/context.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { dearGifts } from "#worker/sites/domains/gifts.vocabulary.ts";

const { gifts } = servicesOf(env);
const settings = { gift_credits: 7, gifts: [{ id: "rose" }, { id: "cake", credits: 3 }] };

test.each([
  ["rose", 7],
  ["cake", 3],
])("%s costs its own price, or that of the setting", async (gift, price) => {
  const ctx = await contextAs(await openSession(await addAccount({ credits: 20 })), { now: NOON, settings });
  const { message, credits } = await gifts.sendGift(ctx, { profile: await addMember(), gift, client_id: newId() });
  expect([message.price, credits]).toEqual([price, 20 - price]);
});

test("gifts of twice the usual price are the dear ones, and none where all cost the same", () => {
  const ladder = { gift_credits: 5, gifts: [{ id: "kiss", credits: 2 }, { id: "rose" }, { id: "teddy", credits: 10 }] };
  expect(dearGifts(ladder)).toEqual(["teddy"]);
  expect(dearGifts({ gift_credits: 5, gifts: [{ id: "rose" }, { id: "kiss" }] })).toEqual([]);
  expect(dearGifts({ gift_credits: 0, gifts: [{ id: "rose" }] })).toEqual([]);
});
