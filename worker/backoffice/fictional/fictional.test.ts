import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { accounts, messages, outbox, profiles } from "#db/schema/index.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import {
  actionsOn,
  makeFictional as make,
  NOW,
  ON,
  olga,
  readerOf,
  roomsAt,
  SITE,
  saidOf,
  siteWith,
} from "#tests/setup/fictional-profiles.ts";
import { memberContext } from "#tests/setup/member-context.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import { DAY } from "#worker/platform/durations.ts";
import type { AppError } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { createWalkStore } from "#worker/platform/walk.store.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { LISTED_FICTIONAL } from "./listed-fictional.sql.ts";

const db = connect(env.DB);
const { fictional, members, chat, likes, swipe, erasure, ownProfile, outbox: mailer } = servicesOf(env);

const opened = (id: string) => fictional.fictionalProfile(olga, { id });
async function change(id: string, more: object, base?: string, who = olga) {
  const { stored, base: now } = await opened(id);
  return fictional.changeFictional(who, { ...saidOf(), name: stored.name, id, base: base ?? now, ...more });
}
const problemOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    ({ code, fields: [field] }: AppError) => (field ? `${field.field} ${field.code}` : code),
  );

beforeEach(async () => {
  for (const table of ["outbox", "webhook_deliveries"]) await env.DB.exec(`DELETE FROM ${table}`);
});

describe("a profile that staff made", () => {
  test("is shown with its label everywhere, and counts nowhere as a member", async () => {
    const ctx = await readerOf();
    const { id } = await make();
    await runSql("UPDATE profiles SET main_photo = id WHERE id = ?", id);
    const after = await members.members(ctx, {});
    // Nobody else is here.
    expect([after.numResults, after.numReal]).toEqual([1, 0]);
    const outside = await members.members(await contextOf({ now: NOW, ...ON }), {});
    expect([outside.numResults, outside.numReal]).toEqual([1, 0]);
    const labelled = [
      after.results.find((one) => one.id === id),
      (await swipe.deck(ctx)).cards.find((one) => one.id === id),
      (await members.member(ctx, { id })).value.profile,
      (await chat.chat(ctx, { profile: id })).profile,
    ];
    expect(labelled.map((one) => [one?.fictional, one && "online" in one && one.online])).toEqual(
      labelled.map(() => [true, false]),
    );
    await chat.sendMessage(ctx, { profile: id, text: "Hello", client_id: newId(), fictional_known: true });
    expect((await chat.chats(ctx, {})).chats.map(({ profile }) => profile.fictional)).toEqual([true]);
    const figures = await env.DB.prepare(
      "SELECT name FROM daily_figures WHERE name IN ('signups', 'members') AND domain_id = 'curves'",
    ).all();
    expect(figures.results).toEqual([]);
    expect(await actionsOn(id)).toEqual(["make fictional"]);
  });

  test("has no address, password or consent, takes no log-in, and no mail to it leaves", async () => {
    const { id } = await make();
    const [row] = (await db.select().from(accounts)).filter((one) => one.id === id);
    expect(row).toMatchObject({ email: `fictional ${id}`, passwordHash: "", activatedAt: null, termsVersion: "", credits: 0 });
    await db.insert(outbox).values({
      ...{ id, accountId: id, domainId: SITE, template: "terms", recipient: "a@b.example", sender: "L <l@b.example>" },
      ...{ subject: "x", text: "x", html: "x", status: "queued", nextAttemptAt: 0, createdAt: NOW },
    });
    await mailer.deliver(id, NOW);
    const [mail] = (await db.select().from(outbox)).filter((one) => one.id === id);
    expect([mail?.status, mail?.lastError]).toEqual(["skipped", "fictional"]);
  });

  test.each([
    ["about asks_for_money", { about: "Send me 100 euro by bank transfer" }],
    ["about contact_details", { about: "Write to me: nova@mail.example" }],
    ["about asks_for_meeting", { about: "Let us meet tonight for a drink" }],
    ["answer_1 contact_details", { question_1: "perfect_sunday", answer_1: "call 0031612345678" }],
    ["answer_1 asks_for_meeting", { question_1: "perfect_sunday", answer_1: "Let us meet tonight" }],
    ["question_1 required", { answer_1: "Coffee" }],
    ["question_1 unknown_option", { question_1: "what_never", answer_1: "Coffee" }],
    ["date_of_birth under_age", { date_of_birth: new Date(NOW - 17 * 365 * DAY).toISOString().slice(0, 10) }],
    ["date_of_birth invalid_date", { date_of_birth: "1990-02-30" }],
    ["gender required", { gender: "" }],
    ["looking_for unknown_option", { looking_for: "cats" }],
    ["country unknown_option", { country: "JP" }],
    ["town unknown_option", { town: "Atlantis" }],
    ["hair unknown_option", { hair: "plaid" }],
    ["chosen unknown_option", { chosen: "coffee taxes" }],
    ["chosen too_many", { chosen: "art bbq beach beer biking coffee cooking dancing fashion wine music" }],
    ["name required", { name: "" }],
    ["name name_reserved", { name: "Admin" }],
    ["about too_long", { about: "word ".repeat(300) }],
  ])("is refused at its field: %s", async (problem, more) => {
    expect(await problemOf(make(more))).toBe(problem);
  });

  test("says nothing that a member says, has a name of its own, and a town of its country", async () => {
    const words = "I grew up between two rivers and three bakeries, and I still choose my flat by the smell of bread.";
    const member = await memberContext(await addMember(), { now: NOW });
    await ownProfile.updateProfile(member, { about: words } as never);
    expect(await problemOf(make({ about: words }))).toBe("about repeated");
    const { id } = await make({ town: "amsterdam" });
    const { stored, offered } = await opened(id);
    expect(stored).toMatchObject({ town: "Amsterdam", interests: ["coffee"], attributes: { hair: "brown" } });
    expect(offered.attributes).toContain("hair");
    expect(await problemOf(make({ name: stored.name }))).toBe("name name_taken");
    expect(await problemOf(change((await make()).id, { name: stored.name }))).toBe("name name_taken");
  });

  test("is changed by one of two at once: the later one is told, and nothing is lost", async () => {
    const { id } = await make();
    const { base } = await opened(id);
    const other = staffContext("operator", NOW);
    const both = await Promise.all([
      problemOf(change(id, { about: "I whistle." }, base)),
      problemOf(change(id, { about: "I hum." }, base, other)),
    ]);
    expect(both.toSorted()).toEqual(["conflict", "done"]);
    expect(await problemOf(change(id, { about: "I shout." }, base))).toBe("conflict");
    expect(["I whistle.", "I hum."]).toContain((await opened(id)).stored.about);
    expect(await actionsOn(id)).toEqual(["make fictional", "change fictional"]);
  });

  test("is hidden from lists and pages, takes no message meanwhile, and comes back", async () => {
    const ctx = await readerOf();
    const { id } = await make();
    await chat.sendMessage(ctx, { profile: id, text: "Hello", client_id: newId(), fictional_known: true });
    await fictional.switchFictional(olga, { id, to: "hidden" });
    expect(await problemOf(fictional.switchFictional(olga, { id, to: "hidden" }))).toBe("conflict");
    expect((await members.members(ctx, {})).results.map((one) => one.id)).not.toContain(id);
    const talk = await chat.chat(ctx, { profile: id });
    expect([talk.refusal, talk.messages.length, talk.profile.fictional]).toEqual(["deleted", 1, true]);
    const again = () => chat.sendMessage(ctx, { profile: id, text: "Still there?", client_id: newId(), fictional_known: true });
    expect(await problemOf(again())).toBe("not_found");
    expect(await problemOf(likes.like(await readerOf(), { profile: id }))).toBe("not_found");
    await fictional.switchFictional(olga, { id, to: "active" });
    expect(await problemOf(again())).toBe("done");
    await runSql(
      `INSERT INTO decisions (id, reference, domain_id, pool, member_id, about, kind, reason, decided_by, created_at)
       VALUES (?1, ?1, 'liaison', 'liaison', ?2, 'profile', 'ban', 'fake', 'x', 0)`,
      ...[newId(), id],
    );
    await runSql("UPDATE profiles SET status = 'hidden' WHERE id = ?", id);
    expect(await problemOf(fictional.switchFictional(olga, { id, to: "active" }))).toBe("conflict");
    expect((await opened(id)).banned).toBe(true);
  });

  test("ends as if a member had left: nobody writes or pays, no mail and no webhook tells of it, and the erasure takes all", async () => {
    const ctx = await readerOf();
    const { id } = await make();
    await runSql(
      "INSERT INTO webhooks (id, url, events, secret, created_by, created_at) VALUES (?1, 'http://localhost:99', '[\"member.left\"]', '', '', 1)",
      id,
    );
    await chat.sendMessage(ctx, { profile: id, text: "Hello", client_id: newId(), fictional_known: true });
    expect(await problemOf(fictional.endFictional(olga, { id }))).toBe("sure required");
    await fictional.endFictional(olga, { id, sure: "on" });
    expect(await problemOf(fictional.endFictional(olga, { id, sure: "on" }))).toBe("conflict");
    expect((await chat.chat(ctx, { profile: id })).refusal).toBe("deleted");
    const write = chat.sendMessage(ctx, { profile: id, text: "Gone?", client_id: newId(), fictional_known: true });
    expect(await problemOf(write)).toBe("not_found");
    expect(await problemOf(change(id, { about: "Back." }))).toBe("not_found");
    expect(await db.$count(outbox)).toBe(0);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM webhook_deliveries WHERE webhook_id = ?").bind(id).first("n")).toBe(0);
    await erasure.erase(id, NOW + 15 * DAY);
    const [row] = (await db.select().from(profiles)).filter((one) => one.id === id);
    expect([row?.name, row?.about, row?.fictional]).toEqual(["", "", true]);
    expect(await db.$count(outbox)).toBe(0);
    expect(await problemOf(opened(id))).toBe("not_found");
    expect((await db.select().from(messages)).filter(({ senderId }) => senderId === ctx.viewer.id).length).toBeGreaterThan(0);
  });
});

test("where the site has none, or another server answers, nothing is made or changed; hiding and ending work", async () => {
  const [kept, ended] = [await make(), await make()];
  const off = roomsAt(await siteWith({ fictional_profiles: false })).rooms;
  expect(await problemOf(make({}, off))).toBe("forbidden");
  const proxied = roomsAt(await siteWith({}, { mode: "proxy" } as never)).rooms;
  expect(await problemOf(make({}, proxied))).toBe("forbidden");
  const { base, stored } = await opened(kept.id);
  const same = { ...saidOf(), name: stored.name };
  expect(await problemOf(off.changeFictional(olga, { id: kept.id, base, ...same }))).toBe("forbidden");
  expect((await off.fictionalProfile(olga, kept)).site.on).toBe(false);
  expect(await problemOf(off.switchFictional(olga, { id: kept.id, to: "hidden" }))).toBe("done");
  expect(await problemOf(off.switchFictional(olga, { id: kept.id, to: "active" }))).toBe("forbidden");
  expect(await problemOf(off.endFictional(olga, { id: ended.id, sure: "on" }))).toBe("done");
});

test("a member is no fictional profile: nothing of one is opened, changed, hidden or ended", async () => {
  const id = await addMember();
  for (const work of [
    opened(id),
    fictional.switchFictional(olga, { id, to: "hidden" }),
    fictional.endFictional(olga, { id, sure: "on" }),
  ])
    expect(await problemOf(work)).toBe("not_found");
});

test("the list finds by site, state, gender and name, and walks on without a gap", async () => {
  const names = await Promise.all(Array.from({ length: 33 }, () => make({ name: `Walk${newId().slice(0, 8)}` })));
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await fictional.fictionalProfiles(olga, { site: SITE, state: "active", gender: "female", name: "walk", after });
    seen.push(...page.profiles.map(({ id }) => id));
    after = page.next ?? undefined;
  } while (after !== undefined);
  expect(seen.toSorted()).toEqual(names.map(({ id }) => id).toSorted());
  const none = await fictional.fictionalProfiles(olga, { site: "velvet", state: "", gender: "", name: "walk" });
  expect(none.profiles).toEqual([]);
  const hidden = await fictional.fictionalProfiles(olga, { site: "", state: "hidden", gender: "", name: "walk" });
  expect(hidden.profiles).toEqual([]);
});

test("a walk of the cron lists what an import or an earlier version stored, once", async () => {
  const id = await addMember();
  await runSql("UPDATE profiles SET fictional = 1 WHERE id = ?", id);
  const store = createWalkStore(db);
  for (let round = 0; round < 2; round++) await store.step({ name: `walk ${round}`, retention: 0, ...LISTED_FICTIONAL }, NOW);
  const listed = await env.DB.prepare("SELECT count(*) AS n FROM fictional_profiles WHERE id = ?").bind(id).first("n");
  expect(listed).toBe(1);
});
