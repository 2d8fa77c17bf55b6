import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { runSql } from "#tests/setup/actions.ts";
import { NOON } from "#tests/setup/context.ts";
import { contextAs as as, code, addPerson as person, rows, placesOf as seen } from "#tests/setup/places-of-a-member.ts";
import { signUp } from "#tests/setup/signup.ts";
import { createLikesStore } from "#worker/discovery/likes/likes.store.ts";
import { createUnlockStore } from "#worker/discovery/members/unlock.store.ts";
import { createGrantsStore } from "#worker/discovery/photos/grants.store.ts";
import { DAY } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { EFFECT_FROM, EFFECT_UNTIL, MOST_ACQUAINTANCES } from "./acquaintances.vocabulary.ts";

const services = servicesOf(env);
const { acquaintances, members } = services;
const LATER = NOON + EFFECT_UNTIL * DAY;

const list = async (owner: string, ...emails: string[]) => acquaintances.addAcquaintances(await as(owner), { emails });
const addressOf = (id: string) => `${id}@example.org`;
/** Until the walk over the accounts has been round. */
async function sweep(now: number): Promise<void> {
  for (let run = 0; run < 3; run++) await acquaintances.sweep(now);
}

let [ann, bob, twin] = ["", "", ""];
beforeEach(async () => {
  await runSql("UPDATE profiles SET status = 'hidden' WHERE status = 'active'");
  await runSql("DELETE FROM unseen");
  [ann, bob, twin] = [await person("female", "male"), await person("male", "female"), await person("male", "female")];
});

test("the list counts addresses once in all their spellings, keeps none readable, and is taken off in part or whole", async () => {
  expect(await list(bob, "Anna.Bell+x@gmail.com", "annabell@googlemail.com", "ANNABELL@GMAIL.COM")).toMatchObject({ count: 2 });
  expect(JSON.stringify(await rows("SELECT * FROM acquaintances"))).not.toMatch(/bell/i);
  expect(await list(bob, "annabell@gmail.com", "cleo@example.org")).toMatchObject({ count: 3, most: MOST_ACQUAINTANCES });
  const ctx = await as(bob);
  expect(await acquaintances.removeAcquaintances(ctx, { emails: ["anna.bell@gmail.com", "nobody@example.org"] })).toMatchObject({
    count: 2,
  });
  expect(await acquaintances.removeAcquaintances(ctx, {})).toMatchObject({ count: 0, changed_at: null });
  expect(await acquaintances.acquaintances(await as(ann))).toMatchObject({ count: 0 });
});

test("what is no address is named, and nothing is kept of such a list; a list has a limit", async () => {
  const ctx = await as(bob);
  const refused = acquaintances.addAcquaintances(ctx, { emails: ["cleo@example.org", "cleo at home"] });
  await expect(refused).rejects.toMatchObject({
    fields: [{ field: "emails", code: "not_an_address", params: { text: "cleo at home" } }],
  });
  expect(await acquaintances.acquaintances(ctx)).toMatchObject({ count: 0 });
  const file = (...emails: string[]) => acquaintances.addAcquaintances(ctx, { emails, from_file: true });
  await expect(file("@home", "cleo@home")).rejects.toMatchObject({ fields: [{ code: "file_without_addresses" }] });
  expect(await file("@home", "friend7@example.org")).toMatchObject({ count: 1 });
  const many = Array.from({ length: MOST_ACQUAINTANCES }, (_, n) => `friend${n}@example.org`);
  expect(await acquaintances.addAcquaintances(ctx, { emails: many })).toMatchObject({ count: MOST_ACQUAINTANCES });
  const more = acquaintances.addAcquaintances(ctx, { emails: ["one.more@example.org"] });
  await expect(more).rejects.toMatchObject({ fields: [{ code: "addresses_limit" }] });
  expect(await acquaintances.addAcquaintances(ctx, { emails: many.slice(5) })).toMatchObject({ count: MOST_ACQUAINTANCES });
});

test("a change takes effect at a random time, one to three days later, and taking off takes as long", async () => {
  await list(bob, addressOf(ann));
  const [entry] = await rows("SELECT from_at FROM acquaintances WHERE owner_id = ?", bob);
  const from = Number(entry?.from_at);
  expect(from).toBeGreaterThanOrEqual(NOON + EFFECT_FROM * DAY);
  expect(from).toBeLessThan(LATER);
  await sweep(from - 1);
  expect(await code(members.member(await as(ann), { id: bob }))).toBe("ok");
  await sweep(from);
  expect(await code(members.member(await as(ann), { id: bob }))).toBe("not_found");
  await acquaintances.removeAcquaintances(await as(bob, LATER), {});
  const [gone] = await rows("SELECT until_at FROM acquaintances WHERE owner_id = ?", bob);
  const until = Number(gone?.until_at);
  expect(until).toBeGreaterThanOrEqual(LATER + EFFECT_FROM * DAY);
  expect(until).toBeLessThan(LATER + EFFECT_UNTIL * DAY);
  await sweep(until - 1);
  expect(await code(members.member(await as(ann), { id: bob }))).toBe("not_found");
  await sweep(until);
  expect(await code(members.member(await as(ann), { id: bob }))).toBe("ok");
  expect(
    await rows("SELECT 1 FROM acquaintances WHERE owner_id = ?1 UNION ALL SELECT 1 FROM unseen WHERE owner_id = ?1", bob),
  ).toEqual([]);
});

test("whoever is listed sees the member nowhere, and gets the answers of a profile that does not exist", async () => {
  await services.visitsStore.add(bob, ann, NOON);
  await services.likes.like(await as(ann), { profile: bob });
  await list(bob, addressOf(ann));
  await sweep(LATER);
  expect(await seen(ann, bob, twin)).toEqual({
    ...{ search: false, searchCount: 1, place: false, placeCount: 1, deck: false, match: false, similar: false, notices: 1 },
    ...{ visitors: false, today: false, sent: false, received: false, page: "not_found", similarOf: "not_found" },
    ...{ like: "not_found", pass: "not_found", chat: "not_found", write: "not_found", photos: "not_found", report: "not_found" },
    picture: 1,
  });
  // The twin is seen: none of these places is empty for everybody.
  expect(await seen(ann, twin, twin)).toMatchObject({
    search: true,
    place: true,
    deck: true,
    match: true,
    page: "ok",
    chat: "ok",
  });
});

test("a like or a chat shows the member to that person again, and taking the like back hides", async () => {
  await list(bob, addressOf(ann));
  await sweep(LATER);
  const page = async () => code(members.member(await as(ann), { id: bob }));
  expect(await page()).toBe("not_found");
  await services.likes.like(await as(bob), { profile: ann });
  expect(await page()).toBe("ok");
  expect((await services.likes.likes(await as(ann), { type: "received" })).liked_by.map(({ id }) => id)).toEqual([bob]);
  await services.likes.unlike(await as(bob), { profile: ann });
  expect(await page()).toBe("not_found");
  await services.chat.sendMessage(await as(bob), { profile: ann, text: "Hello there", client_id: `hello-${bob}` });
  expect(await page()).toBe("ok");
  expect((await services.chat.chat(await as(ann), { profile: bob })).messages).toHaveLength(1);
});

test("who becomes unseen between the look and the act writes nothing and pays nothing", async () => {
  await runSql("UPDATE accounts SET credits = 50 WHERE id = ?", ann);
  await runSql("INSERT INTO unseen (viewer_id, owner_id, print) VALUES (?, ?, 'a print')", ann, bob);
  const db = connect(env.DB);
  expect(await createLikesStore(db).add(ann, bob, NOON)).toBeNull();
  expect(await createGrantsStore(db).request(bob, ann, NOON, 0)).toBeNull();
  await services.visitsStore.add(ann, bob, NOON);
  const unlocking = { account: ann, profile: bob, price: 5, freePhotos: 0, now: NOON };
  expect(await createUnlockStore(db).unlock(unlocking)).toBeNull();
  const tables = [
    "likes WHERE liker_id",
    "photo_grants WHERE member_id",
    "visits WHERE visitor_id",
    "photo_unlocks WHERE account_id",
  ];
  for (const table of tables) expect(await rows(`SELECT 1 FROM ${table} = ?`, ann), table).toEqual([]);
  expect(await rows("SELECT credits FROM accounts WHERE id = ?", ann)).toEqual([{ credits: 50 }]);
  // The same calls succeed for a member whom the viewer sees.
  expect(await createLikesStore(db).add(ann, twin, NOON)).not.toBeNull();
  expect(await createUnlockStore(db).unlock({ ...unlocking, profile: twin })).not.toBeNull();
});

test("a chat that both have goes on", async () => {
  await services.chat.sendMessage(await as(ann), { profile: bob, text: "Hello there", client_id: `hello-${ann}` });
  await list(bob, addressOf(ann));
  await sweep(LATER);
  expect(await code(members.member(await as(ann), { id: bob }))).toBe("ok");
  expect((await services.chat.chat(await as(ann), { profile: bob })).messages).toHaveLength(1);
});

test("whoever signs up later with a listed address has never seen the member, in any spelling of it", async () => {
  const email = `late.comer.${bob}@gmail.com`;
  await list(bob, email.replaceAll(".comer", "comer"));
  const { id } = await signUp({}, { email: email.replace("@", "+dates@") });
  expect(await rows("SELECT owner_id AS owner FROM unseen WHERE viewer_id = ?", id)).toEqual([{ owner: bob }]);
});

test("another address counts from a random time on, one to three days later, and the one before keeps counting", async () => {
  await list(bob, "other.address@example.org", addressOf(ann));
  await sweep(LATER);
  await runSql("DELETE FROM unseen WHERE viewer_id = ?", ann);
  await runSql("UPDATE accounts SET email = 'other.address@example.org' WHERE id = ?", ann);
  await sweep(LATER);
  const owners = () => rows("SELECT owner_id AS owner FROM unseen WHERE viewer_id = ?", ann);
  expect(await owners(), "the change itself shows nothing").toEqual([]);
  const [entry] = await rows("SELECT from_at FROM address_prints WHERE account_id = ?", ann);
  const from = Number(entry?.from_at);
  expect(from).toBeGreaterThanOrEqual(LATER + EFFECT_FROM * DAY);
  expect(from).toBeLessThan(LATER + EFFECT_UNTIL * DAY);
  // A list that begins meanwhile waits for the address too.
  await list(twin, "other.address@example.org");
  await runSql("UPDATE acquaintances SET from_at = ? WHERE owner_id = ?", LATER, twin);
  await sweep(from - 1);
  expect(await owners()).toEqual([]);
  await sweep(from);
  expect((await owners()).map(({ owner }) => owner).toSorted()).toEqual([bob, twin].toSorted());
  await runSql("UPDATE accounts SET email = ? WHERE id = ?", "nobodys.address@example.org", ann);
  await sweep(LATER);
  expect(await code(members.member(await as(ann), { id: bob }))).toBe("not_found");
});

test("an attacker who lists one address at a time sees the same before and after, whoever has it", async () => {
  await services.visitsStore.add(ann, bob, NOON);
  await services.likes.like(await as(ann), { profile: bob });
  const look = async () => {
    const ctx = await as(bob);
    return JSON.stringify([
      await members.members(ctx, {}),
      (await members.member({ ...ctx, prefetch: true }, { id: ann, similar: "1" })).value,
      await members.similar(ctx, { id: ann }),
      await services.swipe.deck(ctx),
      await services.match.matchFinder(ctx),
      await services.visits.visitors(ctx, {}),
      await services.likes.likes(ctx, {}),
      await services.today.today(ctx),
      await services.blocks.blocks(ctx, {}),
      await services.chat.chat(ctx, { profile: ann }),
    ]);
  };
  const before = await look();
  const answers: unknown[] = [];
  for (const address of [addressOf(ann), "nobody.at.all@example.org"]) {
    const added = await list(bob, address);
    expect(await look()).toBe(before);
    // Nothing is looked up: what an address belongs to shows in no time and no row.
    expect(await rows("SELECT 1 FROM unseen")).toEqual([]);
    await sweep(LATER);
    expect(await look()).toBe(before);
    const removed = await acquaintances.removeAcquaintances(await as(bob), { emails: [address] });
    await sweep(LATER + EFFECT_UNTIL * DAY);
    expect(await look()).toBe(before);
    answers.push([added, removed]);
  }
  expect(answers[0]).toEqual(answers[1]);
});
