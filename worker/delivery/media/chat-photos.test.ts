import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { LAST_SEQ, runSql as sql, writeMessage } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { placeOn } from "#tests/setup/media-place.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { newId } from "#worker/platform/ids.ts";
import { CHAT_PHOTO_PREFIX, mediaPaths, type Shown, VISITOR } from "./links.ts";
import { createPhotoAccessStore } from "./photo-access.store.ts";
import { createPhotoAccess } from "./photo-access.ts";

const access = createPhotoAccess({ store: createPhotoAccessStore(connect(env.DB)), domainOf: async () => null, hash: sha256 });
const sees = async (as: string, of: Shown) => (await access.check(of, as, placeOn("liaison"), Date.now())) !== null;

test("a photo of a chat is seen by its two members, while their conversation lasts and is visible to them", async () => {
  const [sender, receiver, outsider] = await Promise.all([addMember(), addMember(), addMember()]);
  const tokens = await Promise.all([sender, receiver, outsider].map((id) => logIn(id)));
  const asks = async (photo: Shown) => Promise.all([...tokens, VISITOR].map((as) => sees(as, photo)));
  const NOBODY = [false, false, false, false];
  const BOTH = [true, true, false, false];
  const put = async () => {
    const conversation = await writeMessage(sender, receiver);
    const key = `${CHAT_PHOTO_PREFIX}${newId()}`;
    await sql(
      `INSERT INTO chat_photos (id, key, sender_id, conversation_id, seq, client_id, status, created_at)
       SELECT ?1, ?1, ?2, id, ${LAST_SEQ}, ?1, 'inspection', 0 FROM conversations WHERE id = ?3`,
      key,
      sender,
      conversation,
    );
    return { conversation, photo: { key, owner: sender } };
  };
  const { conversation, photo } = await put();
  const set = (status: string) => sql("UPDATE chat_photos SET status = ? WHERE key = ?", status, photo.key);
  expect(await asks(photo)).toEqual([true, false, false, false]);
  await set("active");
  expect(await asks(photo)).toEqual(BOTH);
  expect(await asks({ ...photo, owner: receiver })).toEqual(NOBODY);
  for (const status of ["rejected", "gone"]) {
    await set(status);
    expect([status, ...(await asks(photo))]).toEqual([status, ...NOBODY]);
  }
  await set("active");
  // A pause of the sender changes nothing; a deletion hides the photo from the partner.
  await sql("UPDATE profiles SET status = 'hidden' WHERE id = ?", sender);
  expect(await asks(photo)).toEqual(BOTH);
  await sql("UPDATE profiles SET status = 'deleted' WHERE id = ?", sender);
  expect(await asks(photo)).toEqual([true, false, false, false]);
  await sql("UPDATE profiles SET status = 'active' WHERE id = ?", sender);
  const remove = (member: string) =>
    sql("UPDATE participants SET removed_seq = 1 WHERE conversation_id = ? AND member_id = ?", conversation, member);
  await remove(receiver);
  expect(await asks(photo)).toEqual([true, false, false, false]);
  await remove(sender);
  expect(await asks(photo)).toEqual(NOBODY);
  const later = await put();
  await sql("UPDATE chat_photos SET status = 'active' WHERE key = ?", later.photo.key);
  expect(await asks(later.photo)).toEqual(BOTH);
  for (const [blocker, blocked] of [
    [sender, receiver],
    [receiver, sender],
  ]) {
    await sql("INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)", blocker, blocked);
    expect(await asks(later.photo)).toEqual(NOBODY);
    await sql("DELETE FROM blocks");
  }
  await sql("DELETE FROM conversations WHERE id = ?", conversation);
  expect(await asks(later.photo)).toEqual(NOBODY);
});

test("a photo of a chat is asked for at each request, so that a removal ends it at once", async () => {
  const [sender, receiver] = await Promise.all([addMember(), addMember()]);
  const as = await logIn(receiver);
  const conversation = await writeMessage(sender, receiver);
  const key = `${CHAT_PHOTO_PREFIX}${newId()}`;
  await sql(
    `INSERT INTO chat_photos (id, key, sender_id, conversation_id, seq, client_id, status, created_at)
     VALUES (?1, ?1, ?2, ?3, 1, ?1, 'active', 0)`,
    key,
    sender,
    conversation,
  );
  await env.PHOTOS.put(`${key}.full`, "large", { httpMetadata: { contentType: "image/webp" } });
  const path = `/media/${mediaPaths(env.MEDIA_SECRET, { key, owner: sender }, as, Date.now()).full}`;
  const get = (session: string | null) =>
    exports.default.fetch(new Request(`http://localhost${path}`, { headers: session ? { cookie: `session=${session}` } : {} }));
  const answer = await get(as);
  expect([answer.status, answer.headers.get("cache-control"), await answer.text()]).toEqual([200, "private, no-cache", "large"]);
  await sql("UPDATE participants SET removed_seq = 1 WHERE conversation_id = ? AND member_id = ?", conversation, receiver);
  expect((await get(as)).status).toBe(404);
  expect((await get(null)).status).toBe(404);
});
