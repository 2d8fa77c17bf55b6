import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { LEDGER_KINDS, WAITING_KINDS } from "#db/schema/attributes.ts";
import { addAccount, contextAs, openSession, outcomeOf } from "#tests/setup/accounts.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { NOON } from "#tests/setup/context.ts";
import { ENTRIES } from "#tests/setup/entries.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { chat, gifts, unlock, members, likes, waiting } = servicesOf(env);
const SETTINGS = {
  ...{ fictional_profiles: true, fictional_desk: true, free_view_photos: 1, photo_credits: 5, free_conversations: 1 },
  ...{ message_credits: 3, icebreaker_credits: 4, gift_credits: 7 },
};
let ctx: MemberContext;
let invented: string;
let person: string;

const KNOWN = { fictional_known: true };

async function withPhotos(fictional: 0 | 1): Promise<string> {
  const id = await addMember();
  await runSql("UPDATE profiles SET fictional = ?2 WHERE id = ?1", id, fictional);
  for (const n of [1, 2, 3])
    await runSql(
      `INSERT INTO photos (id, profile_id, key, position, status, visibility, created_at)
        VALUES (?1 || ?2, ?1, ?1 || ?2, ?2, 'active', 'public', 0)`,
      id,
      n,
    );
  return id;
}

beforeEach(async () => {
  ctx = await contextAs(await openSession(await addAccount({ credits: 100 })), { now: NOON, settings: SETTINGS });
  invented = await withPhotos(1);
  person = await withPhotos(0);
});

/** Everything that one member does for another and that may cost credits. By the kind in the ledger. */
const PAID: Partial<Record<(typeof LEDGER_KINDS)[number], (profile: string) => Promise<unknown>>> = {
  message: (profile) => chat.sendMessage(ctx, { profile, text: "Hello there", client_id: newId(), ...KNOWN }),
  icebreaker: (profile) => chat.sendMessage(ctx, { profile, icebreaker: "3", client_id: newId(), ...KNOWN }),
  gift: (profile) => gifts.sendGift(ctx, { profile, gift: "rose", client_id: newId(), ...KNOWN }),
  photos: (profile) => unlock.unlockPhotos(ctx, { profile, ...KNOWN }),
};
/** What the ledger books beside: nothing that is done for another member. Fictional profiles cannot be called. */
const NOT_FOR_MEMBERS = [
  "call",
  ...["signup", "adjustment", "purchase", "refund", "chargeback", "debt", "reversal", "brought", "goodwill"],
];

const creditsLeft = () => env.DB.prepare("SELECT credits FROM accounts WHERE id = ?").bind(ctx.viewer.id).first("credits");

test("the list of what may cost credits is whole", () => {
  expect([...Object.keys(PAID), ...NOT_FOR_MEMBERS].sort()).toEqual([...LEDGER_KINDS].sort());
});

test.each(Object.entries(PAID))(
  "%s costs nothing for a fictional profile of the desk, and its price for a person",
  async (_, pay) => {
    expect(await outcomeOf(pay(invented))).toBe("accepted");
    expect(await creditsLeft()).toBe(100);
    expect(
      await env.DB.prepare(`SELECT count(*) AS n FROM ${ENTRIES} WHERE account_id = ? AND amount < 0`)
        .bind(ctx.viewer.id)
        .first("n"),
    ).toBe(0);
    expect(await outcomeOf(pay(person))).toBe("accepted");
    expect(await creditsLeft()).toBeLessThan(100);
  },
);

test("the chat, the gifts and the profile say that it is free", async () => {
  expect(await chat.chat(ctx, { profile: invented })).toMatchObject({ price: 0, icebreaker_price: 0, asks_fictional: true });
  expect((await gifts.gifts(ctx, { profile: invented })).gifts.map(({ credits }) => credits)).toSatisfy((all: number[]) =>
    all.every((credits) => credits === 0),
  );
  expect((await gifts.gifts(ctx, { profile: person })).gifts[0]?.credits).toBeGreaterThan(0);
  const profileOf = async (id: string) => (await members.member(ctx, { id })).value.profile;
  expect(await profileOf(invented)).toMatchObject({ locked_photos: 0 });
  expect(await profileOf(person)).toMatchObject({ locked_photos: 2 });
});

test("a photo in the chat is free too, and the first message is sent only by who knows the profile to be fictional", async () => {
  expect(await outcomeOf(chat.sendMessage(ctx, { profile: invented, text: "Hello", client_id: newId() }))).toBe(
    "fictional_unconfirmed",
  );
  const { message } = await chat.sendMessage(ctx, { profile: invented, text: "Hello", client_id: newId(), ...KNOWN });
  expect(message).toMatchObject({ price: 0, by_staff: false });
  expect(await outcomeOf(chat.sendMessage(ctx, { profile: invented, text: "Again", client_id: newId() }))).toBe("accepted");
});

test("conversations with fictional profiles of the desk use up none of the free ones, and go on without credits", async () => {
  await runSql("UPDATE accounts SET paid_user = 0 WHERE id = ?", ctx.viewer.id);
  for (const profile of [await withPhotos(1), await withPhotos(1), invented])
    expect(await outcomeOf(PAID.message?.(profile) as Promise<unknown>)).toBe("accepted");
  expect(await outcomeOf(PAID.message?.(person) as Promise<unknown>)).toBe("accepted");
  expect(await outcomeOf(PAID.message?.(await withPhotos(0)) as Promise<unknown>)).toBe("premium_required");
  expect(await outcomeOf(PAID.message?.(await withPhotos(1)) as Promise<unknown>)).toBe("accepted");
});

test("likes are free for all, and where the desk is off a fictional profile costs what a person costs", async () => {
  expect(await outcomeOf(likes.like(ctx, { profile: invented }))).toBe("accepted");
  expect(await creditsLeft()).toBe(100);
  const settings = { ...ctx.domain.settings, fictional_desk: false };
  const off = { ...ctx, domain: { ...ctx.domain, settings } };
  expect(await chat.chat(off, { profile: invented })).toMatchObject({ price: 3, icebreaker_price: 4 });
  await chat.sendMessage(off, { profile: invented, text: "Hello", client_id: newId(), ...KNOWN });
  expect(await creditsLeft()).toBe(97);
});

test("nothing that waits for a payment is bought for a fictional profile of the desk", async () => {
  expect(WAITING_KINDS).toEqual(["text", "icebreaker", "gift", "photos", "nothing"]);
  const order = { package: "x", method: "card" as const };
  for (const [kind, item, price] of [
    ["text", "", 3],
    ["icebreaker", "3", 4],
    ["gift", "rose", 7],
    ["photos", "", 5],
  ] as const) {
    const press = { profile: invented, kind, item, text: "Hello", price, client_id: newId(), ...KNOWN, ...order };
    for (const told of [price, 0])
      expect([kind, await outcomeOf(waiting.payToSend(ctx, { ...press, price: told } as never))]).toEqual([
        kind,
        "price_changed",
      ]);
  }
  const none = { profile: invented, kind: "gift", item: "nope", text: "", price: 0, client_id: newId(), ...KNOWN, ...order };
  expect(await outcomeOf(waiting.payToSend(ctx, none as never))).toBe("price_changed");
});

test("what was free is paid only by who is told the price and knows the profile to be fictional", async () => {
  await chat.sendMessage(ctx, { profile: invented, text: "Hello", client_id: newId(), price: 0, ...KNOWN });
  const settings = { ...ctx.domain.settings, fictional_desk: false };
  const off = { ...ctx, domain: { ...ctx.domain, settings } };
  const write = (more: object) => chat.sendMessage(off, { profile: invented, text: "Hello again", client_id: newId(), ...more });
  expect(await chat.chat(off, { profile: invented })).toMatchObject({ price: 3, asks_fictional: true, takes_price: true });
  expect(await outcomeOf(write({ price: 0, ...KNOWN }))).toBe("price_changed");
  expect(await outcomeOf(write({ price: 3 }))).toBe("fictional_unconfirmed");
  expect(await outcomeOf(write({}))).toBe("fictional_unconfirmed");
  const rose = { profile: invented, gift: "rose", client_id: newId(), ...KNOWN };
  expect(await outcomeOf(gifts.sendGift(off, { ...rose, price: 0 }))).toBe("price_changed");
  expect(await creditsLeft()).toBe(100);
  expect(await outcomeOf(write({ price: 3, ...KNOWN }))).toBe("accepted");
  expect(await creditsLeft()).toBe(97);
  expect((await chat.chat(off, { profile: invented })).asks_fictional).toBe(false);
  expect(await outcomeOf(write({ price: 5 }))).toBe("accepted");
  expect(await creditsLeft()).toBe(94);
});
