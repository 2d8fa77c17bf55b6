import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { addAccount, contextAs, openSession, outcomeOf } from "#tests/setup/accounts.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { NOON } from "#tests/setup/context.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { newId } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { chat, changes, gifts, unlock } = servicesOf(env);
let ctx: MemberContext;
let invented: string;

const credits = () => env.DB.prepare("SELECT credits FROM accounts WHERE id = ?").bind(ctx.viewer.id).first<number>("credits");
const text = (more: object = {}, at = ctx) =>
  chat.sendMessage(at, { profile: invented, text: "Hello there", client_id: newId(), ...more });
const gift = (more: object = {}) => gifts.sendGift(ctx, { profile: invented, gift: "rose", client_id: newId(), ...more });

beforeEach(async () => {
  ctx = await contextAs(await openSession(await addAccount({ credits: 100 })), {
    now: NOON,
    settings: { fictional_profiles: true, free_view_photos: 1, photo_credits: 5 },
  });
  invented = await addMember();
  await runSql("UPDATE profiles SET fictional = 1 WHERE id = ?", invented);
  for (const n of [1, 2])
    await runSql(
      `INSERT INTO photos (id, profile_id, key, position, status, visibility, created_at)
        VALUES (?1 || ?2, ?1, ?1 || ?2, ?2, 'active', 'public', 0)`,
      invented,
      n,
    );
});

test.each([
  ["a text", (more: object) => text(more)],
  ["an opening line", (more: object) => text({ text: undefined, icebreaker: "3", ...more })],
  ["a gift", gift],
  ["the photos", (more: object) => unlock.unlockPhotos(ctx, { profile: invented, ...more })],
])("%s for a fictional profile is paid only by who says to know it", async (_, pay) => {
  for (const more of [{}, { fictional_known: false }]) expect(await outcomeOf(pay(more))).toBe("fictional_unconfirmed");
  expect(await credits()).toBe(100);
  expect(await outcomeOf(pay({ fictional_known: true }))).toBe("accepted");
  expect(await credits()).toBeLessThan(100);
});

test("the first paid message is asked for, the next one is not; a gift always is", async () => {
  expect((await chat.chat(ctx, { profile: invented })).asks_fictional).toBe(true);
  await text({ fictional_known: true });
  expect((await chat.chat(ctx, { profile: invented })).asks_fictional).toBe(false);
  expect(await outcomeOf(text())).toBe("accepted");
  expect(await outcomeOf(gift())).toBe("fictional_unconfirmed");
});

test("a member to whom the fictional profile wrote first is asked before the first answer", async () => {
  const person = await addMember();
  const other = await contextAs(await openSession({ id: person, email: "", name: "" }), { now: NOON });
  const { message } = await chat.sendMessage(other, { profile: ctx.viewer.id, text: "Hello you", client_id: newId() });
  await runSql("UPDATE profiles SET fictional = 1 WHERE id = ?", person);
  invented = person;
  const { conversation } = message;
  expect((await chat.chat(ctx, { conversation })).asks_fictional).toBe(true);
  const file = new File([new Uint8Array([1])], "a.jpg", { type: "image/jpeg" });
  const photo = chat.sendPhoto(ctx, { conversation, file, client_id: newId() });
  expect(await outcomeOf(photo)).toBe("fictional_unconfirmed");
  expect(await outcomeOf(text({ profile: undefined, conversation }))).toBe("fictional_unconfirmed");
  expect(await outcomeOf(text({ profile: undefined, conversation, fictional_known: true }))).toBe("accepted");
});

test("what is free, and what is sent to a person, needs no word", async () => {
  const free = { ...ctx, domain: { ...ctx.domain, settings: { ...ctx.domain.settings, message_credits: 0 } } };
  expect((await chat.chat(free, { profile: invented })).asks_fictional).toBe(false);
  expect(await outcomeOf(text({}, free))).toBe("accepted");
  const person = await addMember();
  expect(await outcomeOf(text({ profile: person }))).toBe("accepted");
  expect(await outcomeOf(gift({ profile: person }))).toBe("accepted");
});

test("nobody writes as a fictional profile with a session: only the desk does, whose messages are marked", async () => {
  const session = await openSession({ id: invented, email: "", name: "" });
  const as = await contextAs(session, { now: NOON });
  expect(await outcomeOf(chat.sendMessage(as, { profile: ctx.viewer.id, text: "Hello", client_id: newId() }))).toBe("forbidden");
  expect(await outcomeOf(gifts.sendGift(as, { profile: ctx.viewer.id, gift: "rose", client_id: newId() }))).toBe("forbidden");
  const { message } = await text({ fictional_known: true });
  const at = { conversation: message.conversation, seq: message.seq };
  expect(await outcomeOf(changes.editMessage(as, { ...at, text: "Other" }))).toBe("forbidden");
});
