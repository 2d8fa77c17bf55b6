import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { applyDomains } from "#scripts/domains.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { contextOf } from "#tests/setup/context.ts";
import { testDomains } from "#tests/setup/domains.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { accountsStore, members, likes, chat, swipe } = servicesOf(env);
const NOW = Date.now();
let ann: string;
let token: string;
let real: string;
let invented: string;
let talkedTo: string;

const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();
const newLikes = () => env.DB.prepare("SELECT new_likes FROM accounts WHERE id = ?").bind(ann).first<number>("new_likes");

async function as(fictional_profiles: boolean): Promise<MemberContext> {
  const viewer = (await accountsStore.findViewer(await sha256(token), "liaison", NOW)) ?? expect.unreachable();
  return (await contextOf({ viewer, now: NOW, settings: { fictional_profiles } })) as MemberContext;
}
const visitor = (fictional_profiles: boolean) => contextOf({ now: NOW, settings: { fictional_profiles } });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "given",
    ({ code }) => code,
  );

beforeAll(async () => {
  [ann, real, invented, talkedTo] = [await addMember(), await addMember(), await addMember(), await addMember()];
  token = await logIn(ann);
  await run("UPDATE profiles SET gender = 'male', looking_for = 'female' WHERE id = ?", ann);
  // The deck shows members with a photo only.
  await run("UPDATE profiles SET main_photo = id WHERE id IN (?, ?, ?)", real, invented, talkedTo);
  await chat.sendMessage(await as(true), { profile: talkedTo, text: "Hello", client_id: "before-it-was-fictional" });
  await run("UPDATE profiles SET fictional = 1 WHERE id IN (?, ?)", invented, talkedTo);
  for (const liker of [real, invented])
    await run("INSERT INTO likes (liker_id, liked_id, created_at) VALUES (?, ?, ?)", liker, ann, NOW);
});

/** All lists, counts and pages that show a profile, as one table. */
async function seen(fictional: boolean) {
  const ctx = await as(fictional);
  const found = await members.members(ctx, {});
  const outside = await members.members(await visitor(fictional), {});
  return {
    search: found.results.map(({ id }) => id).toSorted(),
    counts: [found.numResults, found.numReal],
    visitors: outside.results.map(({ id }) => id).toSorted(),
    visitorCounts: [outside.numResults, outside.numReal],
    likes: (await likes.likes(ctx, { type: "received" })).liked_by.map(({ id }) => id).toSorted(),
    deck: (await swipe.deck(ctx)).cards.map(({ id }) => id).toSorted(),
    opened: await codeOf(members.member(ctx, { id: invented })),
    openedByVisitor: await codeOf(members.member(await visitor(fictional), { id: invented })),
    chat: await codeOf(chat.chat(ctx, { profile: invented })),
  };
}

describe("fictional profiles", () => {
  test("are shown where the domain has them, and counted apart from members", async () => {
    const women = [real, invented, talkedTo].toSorted();
    expect(await seen(true)).toEqual({
      search: women,
      counts: [3, 1],
      visitors: women,
      visitorCounts: [3, 1],
      likes: [real, invented].toSorted(),
      deck: women,
      opened: "given",
      openedByVisitor: "given",
      chat: "given",
    });
  });

  test("are in no list, count or link where it has none", async () => {
    expect(await seen(false)).toEqual({
      search: [real],
      counts: [1, 1],
      visitors: [real],
      visitorCounts: [1, 1],
      likes: [real],
      deck: [real],
      opened: "not_found",
      openedByVisitor: "not_found",
      chat: "not_found",
    });
    const off = await as(false);
    expect(await codeOf(swipe.swipe(off, { profile: invented, liked: false }))).toBe("not_found");
    expect(await codeOf(likes.like(off, { profile: invented }))).toBe("not_found");
    expect(await codeOf(chat.sendMessage(off, { profile: invented, text: "Hello", client_id: "to-nobody" }))).toBe("not_found");
  });

  test("stay in the conversations there are, labelled and to be read only", async () => {
    const off = await as(false);
    const { chats } = await chat.chats(off, {});
    expect(chats.map(({ profile }) => [profile.id, profile.fictional])).toEqual([[talkedTo, true]]);
    const open = await chat.chat(off, { profile: talkedTo });
    expect(open).toMatchObject({ profile: { fictional: true }, refusal: "deleted" });
    expect(open.messages).toHaveLength(1);
    expect(await codeOf(chat.sendMessage(off, { profile: talkedTo, text: "Still there?", client_id: "again" }))).toBe(
      "not_found",
    );
    expect((await members.member(off, { id: talkedTo })).value.profile.fictional).toBe(true);
  });

  test("have no new likes left once a domain without them is applied", async () => {
    await run("UPDATE likes SET is_new = 1 WHERE liked_id = ?", ann);
    const domains = testDomains();
    expect(await newLikes()).toBe(2);
    await applyDomains(env.DB, domains, NOW);
    expect(await newLikes()).toBe(2);
    const without = domains.map(({ file, ...icons }) => ({
      ...icons,
      file: { ...file, settings: { ...file.settings, fictional_profiles: false } },
    }));
    await applyDomains(env.DB, without, NOW + 1);
    expect(await newLikes()).toBe(1);
    await applyDomains(env.DB, domains, NOW + 2);
  });
});
