import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { createMembersStore } from "./members.store.ts";

const d1 = countedD1(env.DB);
const store = createMembersStore(connect(d1.db));

test("a profile with its photos and how the two stand is one round trip of few rows, opening a like included", async () => {
  const [ann, bea] = [await addMember(), await addMember()];
  const insert = (sql: string, ...values: unknown[]) =>
    env.DB.prepare(sql)
      .bind(...values)
      .run();
  await insert("INSERT INTO likes (liker_id, liked_id, created_at) VALUES (?, ?, 0)", bea, ann);
  await insert("INSERT INTO likes (liker_id, liked_id, created_at) VALUES (?, ?, 1)", ann, bea);
  for (let i = 0; i < 5; i++) {
    await insert(
      "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?1, ?2, ?1, ?3, 'active', 0)",
      `${bea}${i}`,
      bea,
      i,
    );
  }
  const [a, b] = [ann, bea].sort();
  await insert(
    "INSERT INTO conversations (id, member_a, member_b, started_by, created_at) VALUES ('talk', ?, ?, ?, 0)",
    a,
    b,
    ann,
  );

  d1.take();
  const seen = await store.findFor(ann, bea, "liaison");
  expect(d1.take()).toEqual({ trips: 1, rows: expect.toSatisfy((rows: number) => rows <= 12) });
  expect(seen).toMatchObject({ profile: { id: bea }, newLike: true });
  expect(seen?.photos.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4]);
  expect(seen?.standing).toEqual({
    liked: true,
    likesMe: true,
    match: true,
    blockedMe: false,
    blockedByMe: false,
    conversation: "talk",
    unlocked: false,
    part: null,
    likedPart: null,
    likedKey: null,
    photoAccess: null,
    visitedAt: null,
  });

  const opened = await store.openLike(ann, bea);
  expect(d1.take().trips).toBe(1);
  expect(opened).toEqual({ unread_messages: 0, new_likes: 0 });
  expect((await store.findFor(ann, bea, "liaison"))?.newLike).toBe(false);
  expect(await store.openLike(ann, bea)).toBeNull();
});

test("a like of somebody who can not be seen now stays new", async () => {
  const [ann, bea] = [await addMember(), await addMember()];
  await env.DB.prepare("INSERT INTO likes (liker_id, liked_id, created_at) VALUES (?, ?, 0)").bind(bea, ann).run();
  await env.DB.prepare("UPDATE profiles SET status = 'hidden' WHERE id = ?").bind(bea).run();
  // An invisible member's like leaves the count and returns with the member.
  const hidden = await store.findFor(ann, bea, "liaison");
  expect(hidden).toMatchObject({ standing: { likesMe: false }, newLike: false });
  expect(Object.keys(hidden ?? {}).sort()).toEqual(["gifts", "newLike", "photos", "profile", "similar", "standing"]);
  expect(await store.openLike(ann, bea)).toBeNull();
  await env.DB.prepare("UPDATE profiles SET status = 'active' WHERE id = ?").bind(bea).run();
  expect((await store.findFor(ann, bea, "liaison"))?.standing.likesMe).toBe(true);
  const sums = () => env.DB.prepare("SELECT new_likes FROM accounts WHERE id = ?").bind(ann).first("new_likes");
  expect(await sums()).toBe(1);
  // Deletion removes the like from the count for visible and invisible members.
  const cid = await addMember();
  await env.DB.prepare("INSERT INTO likes (liker_id, liked_id, created_at) VALUES (?, ?, 0)").bind(cid, ann).run();
  expect(await sums()).toBe(2);
  await env.DB.prepare("UPDATE profiles SET status = 'hidden' WHERE id = ?").bind(cid).run();
  await env.DB.prepare("DELETE FROM profiles WHERE id = ?").bind(cid).run();
  expect(await sums()).toBe(1);
  await env.DB.prepare("DELETE FROM profiles WHERE id = ?").bind(bea).run();
  expect(await sums()).toBe(0);
  expect(await store.findFor(ann, "nobody", "liaison")).toBeNull();
});
