import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { outbox, photos as rows } from "#db/schema/index.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { HOUR } from "#worker/platform/durations.ts";
import { newId, newSecret } from "#worker/platform/ids.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const db = connect(env.DB);
const { photos } = servicesOf(env);
const NOW = Date.UTC(2026, 10, 23, 12);

async function photoOf(profileId: string, position: number): Promise<string> {
  const id = newId();
  await db.insert(rows).values({ id, profileId, key: newSecret(), position, status: "inspection", createdAt: NOW - HOUR });
  return id;
}

async function memberWith(count: number, { seenAt = 0, language = "en" } = {}) {
  const id = await addMember();
  await env.DB.prepare("UPDATE profiles SET last_active_at = ?2 WHERE id = ?1").bind(id, seenAt).run();
  await env.DB.prepare("UPDATE accounts SET language = ?2 WHERE id = ?1").bind(id, language).run();
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push(await photoOf(id, n));
  return { id, ids };
}

const mailsOf = (id: string) => db.select().from(outbox).where(eq(outbox.accountId, id));

test("a refusal is mailed once, in the member's language, with its reason and the way to object", async () => {
  const { id, ids } = await memberWith(1, { seenAt: NOW, language: "de" });
  const [photo = ""] = ids;
  await Promise.all([photos.decide(photo, "unclear", NOW), photos.decide(photo, "unclear", NOW)]);
  const [mail, ...more] = await mailsOf(id);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ template: "photo_refused", headers: { "Content-Language": "de" } });
  expect(mail?.headers).not.toHaveProperty("List-Unsubscribe");
  expect(mail?.text).toMatch(/zu dunkel[\s\S]+http:\/\/localhost\/complaints/);
});

test("an approval is mailed to a member who is away, at most once an hour, and can be unsubscribed", async () => {
  const { id, ids } = await memberWith(3);
  const [first = "", second = "", third = ""] = ids;
  await photos.decide(first, "active", NOW);
  await photos.decide(second, "active", NOW + 1);
  const [mail, ...more] = await mailsOf(id);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ template: "photo_approved", headers: { "List-Unsubscribe": expect.stringContaining("/up") } });
  await photos.decide(third, "active", NOW + 2 * HOUR);
  expect(await mailsOf(id)).toHaveLength(2);

  const here = await memberWith(1, { seenAt: NOW - 60_000 });
  await photos.decide(here.ids[0] ?? "", "active", NOW);
  expect(await mailsOf(here.id)).toEqual([]);
});

test("a photo that waits is in the queue, and one that is decided, removed or erased is not", async () => {
  const { id, ids } = await memberWith(3);
  const open = async () => {
    const { results } = await env.DB.prepare(
      "SELECT object_id AS photo, due_at AS due FROM work_items WHERE member_id = ? AND state = 'waiting' ORDER BY created_at",
    )
      .bind(id)
      .all<{ photo: string; due: number }>();
    return results;
  };
  expect((await open()).map(({ photo }) => photo).sort()).toEqual(ids.toSorted());
  expect((await open())[0]?.due).toBe(NOW - HOUR + 24 * HOUR);
  await photos.decide(ids[0] ?? "", "active", NOW);
  await env.DB.prepare("DELETE FROM photos WHERE id = ?").bind(ids[1]).run();
  expect((await open()).map(({ photo }) => photo)).toEqual([ids[2]]);
});
