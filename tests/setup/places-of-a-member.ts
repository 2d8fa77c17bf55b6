import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { connect } from "#db/client.ts";
import { createPhotoAccessStore } from "#worker/delivery/media/photo-access.store.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { runSql } from "./actions.ts";
import { addMember, logIn } from "./add-member.ts";
import { contextOf, NOON } from "./context.ts";

// Where one member could meet another.

const services = servicesOf(env);
const { accountsStore, members } = services;
const photoAccess = createPhotoAccessStore(connect(env.DB));
const ANSWERS = JSON.stringify({ goal: "chat", pace: "slow", first: "coffee", evening: "home" });

/** Has a photo, a private one and answers of the match finder. */
export async function addPerson(gender: string, looking_for: string): Promise<string> {
  const id = await addMember();
  await runSql(
    `UPDATE profiles SET gender = ?2, looking_for = ?3, birth_date = '1990-03-01', main_photo = ?1, last_active_at = ?4, created_at = ?5 WHERE id = ?1`,
    ...[id, gender, looking_for, NOON, NOON - 3600_000],
  );
  await runSql(
    "INSERT INTO photos (id, profile_id, key, position, status, visibility, created_at) VALUES (?1, ?1, ?1, 0, 'active', 'public', 0), (?2, ?1, ?2, 1, 'active', 'private', 0)",
    ...[id, `private ${id}`],
  );
  await runSql("INSERT INTO match_answers (member_id, answers, answered_at) VALUES (?, ?, 0)", id, ANSWERS);
  return id;
}

export async function contextAs(id: string, now = NOON): Promise<MemberContext> {
  const viewer = await accountsStore.findViewer(await sha256(await logIn(id, now + DAY)), "liaison", now);
  return (await contextOf({ viewer: viewer ?? expect.unreachable(), now })) as MemberContext;
}

export const rows = async (sql: string, ...values: string[]) =>
  (
    await env.DB.prepare(sql)
      .bind(...values)
      .all<Record<string, number | string | null>>()
  ).results;

/** "ok", or the code of the refusal. */
export const code = (call: Promise<unknown>) =>
  call.then(
    () => "ok",
    (error: { code: string }) => error.code,
  );

/** By list, number and call: whether member `id` sees member `of`. `twin` is a member with the same profile as `of`. */
export async function placesOf(id: string, of: string, twin: string) {
  const ctx = await contextAs(id);
  const isIn = (cards: { id: string }[]) => cards.some((card) => card.id === of);
  await runSql("DELETE FROM saved_searches");
  await runSql(
    `INSERT INTO saved_searches (id, member_id, domain_id, filter, filter_key, notify, seen_until, due_at, created_at)
     VALUES (?1, ?1, 'liaison', '{"gender":"male","country":"NL"}', '', 1, 0, 0, 0)`,
    id,
  );
  await services.looks.sweep(NOON);
  const narrow = await members.members(ctx, {});
  await services.wishes.updateWishes(ctx, { everybody: true });
  const wide = await members.members(await contextAs(id), { gender: "male", country: "NL" });
  await services.wishes.updateWishes(ctx, { everybody: false });
  const { profiles, liked_by } = await services.likes.likes(ctx, {});
  const today = await services.today.today(ctx);
  const photo = await photoAccess.find({ key: of, owner: of }, await sha256(await logIn(id, NOON + DAY)), "liaison", NOON);
  return {
    search: isIn(narrow.results),
    searchCount: narrow.numResults,
    place: isIn(wide.results),
    placeCount: wide.numResults,
    deck: isIn((await services.swipe.deck(ctx)).cards),
    match: isIn((await services.match.matchFinder(ctx)).results),
    similar: isIn((await members.similar(ctx, { id: twin })).results),
    notices: (await rows("SELECT fresh FROM saved_searches"))[0]?.fresh,
    visitors: isIn((await services.visits.visitors(ctx, {})).visitors),
    today: JSON.stringify(today).includes(of),
    sent: isIn(profiles),
    received: isIn(liked_by),
    page: await code(members.member(ctx, { id: of })),
    similarOf: await code(members.similar(ctx, { id: of })),
    like: await code(services.likes.like(ctx, { profile: of })),
    pass: await code(services.swipe.swipe(ctx, { profile: of, liked: false })),
    chat: await code(services.chat.chat(ctx, { profile: of })),
    write: await code(services.chat.sendMessage(ctx, { profile: of, text: "Hello you", client_id: `first-${id}` })),
    photos: await code(services.grants.requestPhotoAccess(ctx, { profile: of })),
    report: await code(services.memberReports.report(ctx, { kind: "profile", object: of, reason: "fake", block: false })),
    picture: photo?.blocksViewer,
  };
}
