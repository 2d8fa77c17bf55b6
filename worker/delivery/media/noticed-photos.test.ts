import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { placeOn } from "#tests/setup/media-place.ts";
import { addPhoto, clearNotices, HASH, noticed } from "#tests/setup/picture-notices.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { createPhotoAccessStore } from "./photo-access.store.ts";
import { createPhotoAccess, NOTICED_TTL } from "./photo-access.ts";

clearNotices();

test("a picture that a notice takes away is shown by no link made before; its owner still sees it", async () => {
  const { id, member: owner } = await addPhoto("liaison", HASH);
  const other = await addPhoto("liaison", [9, 9, 9, 9]);
  const [viewer, own] = [await logIn(await addMember()), await logIn(owner)];
  const access = createPhotoAccess({ store: createPhotoAccessStore(connect(env.DB)), domainOf: async () => null, hash: sha256 });
  const start = Date.now();
  const seen = (now: number, as: string, key = id, of = owner) =>
    access.check({ key, owner: of }, as, placeOn("liaison"), now).then((found) => found !== null);
  for (const as of [viewer, own]) access.allow({ key: id, owner }, as, "liaison", start);
  access.allow({ key: other.id, owner: other.member }, viewer, "liaison", start);
  expect([await seen(start, viewer), await seen(start, own)]).toEqual([true, true]);

  await noticed({ where: `/media/${id}.card?o=${owner}` }, { now: start });
  const later = start + NOTICED_TTL;
  expect([await seen(later, viewer), await seen(later, own), await seen(later, viewer, other.id, other.member)]).toEqual([
    false,
    true,
    true,
  ]);

  // Removed without being hidden before, and a page was made just before.
  access.allow({ key: id, owner }, viewer, "liaison", later);
  await runSql("UPDATE photos SET status = 'rejected' WHERE id = ?1", id);
  await runSql("UPDATE noticed_photos SET state = 'removed'");
  await runSql("UPDATE complaints SET answered_at = ?1", later);
  expect(await seen(later + NOTICED_TTL, viewer)).toBe(false);
});
