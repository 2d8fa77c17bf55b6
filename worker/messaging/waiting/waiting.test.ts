import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { type Account, addAccount, contextAs, openSession, outcomeOf } from "#tests/setup/accounts.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { addBuyer, paidBy } from "#tests/setup/buyers.ts";
import { BANNED_UNTIL } from "#worker/people/exclusions/exclusions.vocabulary.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { DAY, HOUR, MINUTE } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import type { CallInput } from "#worker/server/calls.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const NOW = Date.now();
const { blocks, chat, drafts, unlock, waiting } = servicesOf(env);
let anna: MemberContext;
let ben: string;

const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();
const press = async (more: Partial<CallInput<"payToSend">> = {}, ctx = anna): Promise<string> => {
  const started = await waiting.payToSend(ctx, {
    package: "c25",
    method: "card",
    profile: ben,
    kind: "text",
    text: "Which walk was it?",
    price: 1,
    client_id: newId(),
    ...more,
  });
  return ("effects" in started ? started.value : started).payment.id;
};
/** As the page asks when the buyer is back. */
const back = async (payment: string, ctx = anna) => (await waiting.sendWaiting(ctx, { payment })).waiting;
const messages = async (id = anna.viewer.id) =>
  (await run("SELECT type, text, price FROM messages WHERE sender_id = ? ORDER BY created_at, seq, type", id)).results;
const credits = () => env.DB.prepare("SELECT credits FROM accounts WHERE id = ?").bind(anna.viewer.id).first("credits");
const draft = () =>
  env.DB.prepare("SELECT text FROM chat_drafts WHERE member_id = ? AND text <> ''").bind(anna.viewer.id).first("text");
/** A request after the press, which reads the member again. */
const later = async (more: { now?: number } = {}): Promise<MemberContext> => {
  const account = { id: anna.viewer.id } as Account;
  return contextAs(await openSession(account, "localhost", NOW), { now: NOW, country: "NL", ...more });
};

const PHOTOS = `INSERT INTO photos (id, profile_id, key, position, status, visibility, created_at)
  SELECT ?1 || value, ?1, ?1 || value, value, 'active', 'public', 0 FROM json_each('[1, 2, 3, 4]')`;

beforeEach(async () => {
  anna = await addBuyer(NOW);
  ben = await addMember();
});

describe("paid in time, and nothing else has changed", () => {
  test("the message is sent and charged once, however often, and from whichever tab, it is asked; a look sends nothing", async () => {
    const payment = await press();
    expect(await draft()).toBe("Which walk was it?");
    expect(await back(payment)).toMatchObject({ state: "open", reason: null });
    await paidBy(payment);
    expect(await waiting.sendWaiting(anna, { payment, look: true })).toMatchObject({ waiting: { state: "open" } });
    expect(await messages()).toEqual([]);
    const answers = await Promise.all([back(payment), back(payment), back(payment)]);
    const conversation = await env.DB.prepare("SELECT id FROM conversations WHERE started_by = ?")
      .bind(anna.viewer.id)
      .first("id");
    for (const answer of [...answers, await back(payment)]) expect(answer).toMatchObject({ state: "sent", conversation });
    expect(await messages()).toEqual([{ type: "text", text: "Which walk was it?", price: 1 }]);
    expect([await credits(), await draft()]).toEqual([24, null]);
  });

  test("a kill between the message and its outcome sends no second message", async () => {
    const payment = await press();
    await paidBy(payment);
    await back(payment);
    await run("UPDATE waiting_sends SET outcome = NULL, text = 'Which walk was it?' WHERE payment_id = ?", payment);
    expect(await back(payment)).toMatchObject({ state: "sent" });
    expect(await messages()).toHaveLength(1);
    expect(await credits()).toBe(24);
  });

  test("a second press on another text replaces what an unpaid order sends; a paid one keeps it", async () => {
    const first = await press();
    const key = "k".repeat(20);
    expect(await press({ text: "The other one" })).toBe(first);
    await paidBy(first);
    await press({ text: "A third", key });
    expect(await back(first)).toMatchObject({ state: "draft", reason: "changed" });
    expect([await messages(), await draft()]).toEqual([[], "A third"]);
  });

  test("nor does a plain purchase send what was abandoned, also one by a form of before; a press after it sends again", async () => {
    const { payments } = servicesOf(env);
    const plain = async (key: string) => {
      const started = await payments.startPayment(anna, { package: "c25", method: "card", key });
      return ("effects" in started ? started.value : started).payment;
    };
    const gift = { kind: "gift", item: "rose", text: "For you", price: 5 } as const;
    const key = "k".repeat(20);
    const { id: order } = await plain(key);
    expect(await press(gift)).toBe(order);
    expect(await plain(key)).toMatchObject({ id: order, waits: false });
    expect(await press(gift)).toBe(order);
    expect(await plain("l".repeat(20))).toMatchObject({ id: order, waits: false });
    await paidBy(order);
    expect([await back(order), await messages(), await credits()]).toEqual([null, [], 25]);
    const next = await press(gift);
    await plain("m".repeat(20));
    expect(await press(gift)).toBe(next);
    await paidBy(next);
    await plain("n".repeat(20));
    expect([await back(next), await credits()]).toMatchObject([{ kind: "gift", state: "sent" }, 45]);
  });

  test("a client id that another message has sends nothing, and is not said to be sent", async () => {
    const client_id = newId();
    await paidBy(await press({ kind: "nothing", text: "", price: 0 }));
    const payment = await press({ client_id, package: "c60" });
    const rich = await later();
    await chat.sendMessage(rich, { profile: ben, text: "Something else", client_id });
    await paidBy(payment);
    expect(await back(payment)).toMatchObject({ state: "draft" });
    expect(await messages()).toHaveLength(1);
    expect(await outcomeOf(press({ client_id }, rich))).toBe("conflict");
    expect(await outcomeOf(press({ client_id, text: "Something else" }, rich))).toBe("accepted");
    const cleo = await addMember();
    expect(await outcomeOf(press({ client_id, text: "Something else", profile: cleo }, rich))).toBe("conflict");
  });

  test("photos are opened for good", async () => {
    await run(PHOTOS, ben);
    const payment = await press({ kind: "photos", text: "", price: anna.domain.settings.photo_credits, package: "c60" });
    await paidBy(payment);
    // A member who has paid sees all photos anyway.
    await run("UPDATE accounts SET paid_user = 0 WHERE id = ?", anna.viewer.id);
    for (let time = 0; time < 2; time++) expect(await back(payment)).toMatchObject({ kind: "photos", state: "sent" });
    expect(await credits()).toBe(60 - anna.domain.settings.photo_credits);
  });

  test("photos that were opened meanwhile cost nothing, also late and at another price, and are said to be open", async () => {
    await run(PHOTOS, ben);
    const { settings } = anna.domain;
    const pressed = { kind: "photos", text: "", price: settings.photo_credits } as const;
    const [first, second] = [await press({ ...pressed, package: "c60" }), await press({ ...pressed, package: "c150" })];
    await Promise.all([first, second].map((payment) => paidBy(payment)));
    await run("UPDATE accounts SET paid_user = 0 WHERE id = ?", anna.viewer.id);
    await unlock.unlockPhotos(await later(), { profile: ben });
    const dearer = { ...anna.domain, settings: { ...settings, photo_credits: settings.photo_credits + 1 } };
    expect(await back(first, { ...anna, domain: dearer })).toMatchObject({ state: "sent", reason: null });
    expect(await back(second, { ...anna, now: NOW + HOUR })).toMatchObject({ state: "sent", reason: null });
    expect(await credits()).toBe(210 - settings.photo_credits);
  });

  test("a ready line asked for twice at one moment is sent once, and both say so", async () => {
    const line = await press({ kind: "icebreaker", item: "6", price: 1 });
    await paidBy(line);
    const answers = await Promise.all([back(line), back(line), back(line)]);
    for (const answer of answers) expect(answer).toMatchObject({ state: "sent" });
    expect([await messages(), await credits()]).toMatchObject([[{ type: "icebreaker" }], 24]);
  });

  test("a gift with its note and a ready line are bought the same way", async () => {
    const gift = await press({ kind: "gift", item: "rose", text: "For you", price: 5 });
    await paidBy(gift);
    expect(await back(gift)).toMatchObject({ kind: "gift", state: "sent" });
    expect(await messages()).toEqual([{ type: "gift", text: "For you", price: 5 }]);
    const cleo = await addMember();
    const line = await press({ kind: "icebreaker", item: "6", profile: cleo, price: 1 }, await later());
    await paidBy(line);
    expect(await back(line, await later())).toMatchObject({ kind: "icebreaker", state: "sent" });
    expect(await messages()).toMatchObject([{ type: "gift" }, { type: "icebreaker" }]);
    const chatOnly = await press({ kind: "nothing", text: "", price: 0, package: "c60" }, await later());
    await paidBy(chatOnly);
    expect(await back(chatOnly, await later())).toMatchObject({ kind: "nothing", state: "sent" });
    expect(await messages()).toHaveLength(2);
  });
});

describe("otherwise it stays a draft, and the answer says why", () => {
  const stays = async (payment: string, reason: string, ctx = anna) => {
    await paidBy(payment);
    expect(await back(payment, ctx)).toMatchObject({ state: "draft", reason });
    // The first answer stays.
    expect(await back(payment, ctx)).toMatchObject({ state: "draft", reason });
    expect(await messages()).toEqual([]);
  };

  test("paid later than 15 minutes after the press", async () => {
    const payment = await press({}, await later({ now: NOW - 16 * MINUTE }));
    await stays(payment, "late");
    expect(await draft()).toBe("Which walk was it?");
  });

  test("back later than 15 minutes after the payment", async () => {
    const payment = await press();
    await paidBy(payment);
    const { completed_at: paidAt } = (await run("SELECT completed_at FROM payments WHERE id = ?", payment)).results[0] as {
      completed_at: number;
    };
    await stays(payment, "late", await later({ now: paidAt + 15 * MINUTE + 1 }));
    expect(await draft()).toBe("Which walk was it?");
  });

  test("another text, or none", async () => {
    const payment = await press();
    const typed = { profile: ben, client_id: newId(), reply_to: null, age: 0, replaces: undefined };
    await drafts.saveDraft({ ...anna, now: NOW + 1 }, { ...typed, text: "Which one was it?" });
    await stays(payment, "changed");
    const empty = await press({ package: "c60" });
    await drafts.saveDraft({ ...anna, now: NOW + 2 }, { ...typed, text: "" });
    await stays(empty, "changed");
  });

  test("another price", async () => {
    const payment = await press();
    const dearer = { ...anna, domain: { ...anna.domain, settings: { ...anna.domain.settings, message_credits: 2 } } };
    await stays(payment, "price", dearer);
  });

  test.each(["ben blocks anna", "ben leaves", "anna blocks ben"])("the receiver cannot be written to: %s", async (what) => {
    const payment = await press();
    const other = contextAs(await openSession({ id: ben } as Account, "localhost", NOW), { now: NOW });
    if (what === "ben blocks anna") await blocks.block(await other, { profile: anna.viewer.id });
    else if (what === "anna blocks ben") await blocks.block(anna, { profile: ben });
    else await run("UPDATE profiles SET status = 'deleted' WHERE id = ?", ben);
    await stays(payment, "receiver");
  });

  test.each(["paused before the payment", "paused after it", "banned"])("the buyer may buy no more: %s", async (when) => {
    const payment = await press();
    const { exclusions } = servicesOf(env);
    const late = when !== "paused before the payment";
    if (late) await paidBy(payment);
    await exclusions.pausePurchases(anna);
    if (when === "banned") await run("UPDATE exclusions SET until = ? WHERE pool = ?", BANNED_UNTIL, anna.domain.pool);
    // The words of "excluded" speak of what members do themselves.
    const reason = when === "banned" ? "refused" : "excluded";
    await stays(payment, late ? reason : "returned", await later());
  });

  test("muted meanwhile", async () => {
    const payment = await press();
    await run("UPDATE accounts SET muted_until = ? WHERE id = ?", NOW + DAY, anna.viewer.id);
    await paidBy(payment);
    expect(await back(payment, await later())).toMatchObject({ state: "draft", reason: "refused" });
    expect(await messages()).toEqual([]);
  });
});

test("another member in the same browser neither sees nor sends it", async () => {
  const payment = await press();
  await paidBy(payment);
  const cleo = await addBuyer(NOW);
  expect(await back(payment, cleo)).toBeNull();
  expect([await messages(), await messages(cleo.viewer.id)]).toEqual([[], []]);
  expect(await back(payment)).toMatchObject({ state: "sent" });
});

test("what could not be sent now is not paid for", async () => {
  const { id } = await addAccount();
  const refusals = {
    price_changed: { price: 2 },
    "text: required": { text: " " },
    "item: unknown_option": { kind: "icebreaker", item: "nothing" } as const,
    not_found: { profile: "0".repeat(20) },
    fictional_unconfirmed: { profile: id },
    conflict: { kind: "photos", text: "", price: anna.domain.settings.photo_credits } as const,
  };
  await run("UPDATE profiles SET fictional = 1 WHERE id = ?", id);
  for (const [code, input] of Object.entries(refusals)) expect([code, await outcomeOf(press(input))]).toEqual([code, code]);
  expect((await run("SELECT 1 FROM payments WHERE account_id = ?", anna.viewer.id)).results).toEqual([]);
  expect(await outcomeOf(press({ profile: id, fictional_known: true }))).toBe("accepted");
});

test("the chat and the payment say that something waits, until a day has passed", async () => {
  const payment = await press();
  const shown = async () => [
    (await chat.chat(anna, { profile: ben })).waiting,
    (await servicesOf(env).payments.payment(anna, { id: payment })).payment.waits,
  ];
  expect(await shown()).toEqual([payment, true]);
  await waiting.sweep(NOW + DAY);
  expect(await shown()).toEqual([payment, true]);
  await waiting.sweep(NOW + DAY + 1);
  expect(await shown()).toEqual([null, false]);
});

test("the chat speaks of a payment that did not send while its text is the draft", async () => {
  const payment = await press({}, await later({ now: NOW - 16 * MINUTE }));
  await paidBy(payment);
  await back(payment);
  const shown = async () => (await chat.chat(anna, { profile: ben })).waiting;
  expect(await shown()).toBe(payment);
  const typed = { profile: ben, client_id: newId(), reply_to: null, age: 0, replaces: undefined };
  await drafts.saveDraft({ ...anna, now: NOW + 1 }, { ...typed, text: "" });
  expect(await shown()).toBeNull();
  await drafts.saveDraft({ ...anna, now: NOW + 20 * MINUTE }, { ...typed, text: "Something new" });
  expect(await shown()).toBeNull();
});
