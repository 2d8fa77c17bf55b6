import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { connect } from "#db/client.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { placeOn } from "#tests/setup/media-place.ts";
import { newSessionToken } from "#worker/people/identity/session-token.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY, MINUTE } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { mediaPaths, type Shown, type Variant, VISITOR } from "./links.ts";
import { createPhotoAccessStore } from "./photo-access.store.ts";
import { BROWSER_CACHE_AGE, createPhotoAccess } from "./photo-access.ts";

const NOW = Date.now();
let owner: string;
let viewer: string;
let token: string;
let own: string;
let shown: Shown;

const link = (variant: Variant, as = token, now = NOW, of = shown) => mediaPaths(env.MEDIA_SECRET, of, as, now)[variant];
const textOf = async (answer: Response | Promise<Response>) => new TextDecoder().decode(await (await answer).arrayBuffer());
const sql = (query: string, ...values: unknown[]) =>
  env.DB.prepare(query)
    .bind(...values)
    .run();

function get(path: string, session: string | null = token, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (session) headers.set("cookie", `session=${session}`);
  return exports.default.fetch(new Request(`http://localhost/media/${path}`, { ...init, headers }));
}

/** A photo of a member with its pictures. */
async function addPhoto(
  profile: string,
  { status = "active", full = "large", thumb = "small" as string | null, type = "image/webp" } = {},
): Promise<Shown> {
  const key = `k-${newId()}`;
  const count = await env.DB.prepare("SELECT count(*) AS n FROM photos WHERE profile_id = ?").bind(profile).first<number>("n");
  await sql(
    "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?, ?, ?, ?, ?, 0)",
    newId(),
    profile,
    key,
    count,
    status,
  );
  await env.PHOTOS.put(`${key}.full`, full, { httpMetadata: { contentType: type } });
  if (thumb) await env.PHOTOS.put(`${key}.thumb`, thumb, { httpMetadata: { contentType: type } });
  return { key, owner: profile };
}

beforeAll(async () => {
  owner = await addMember();
  viewer = await addMember();
  token = await logIn(viewer);
  own = await logIn(owner);
  shown = await addPhoto(owner);
});

test("a link shows its photo only to the viewer it was made for", async () => {
  const full = await get(link("full"));
  expect(await textOf(full)).toBe("large");
  expect(Object.fromEntries(full.headers)).toMatchObject({
    "content-type": "image/webp",
    "content-length": "5",
    "cache-control": `private, max-age=${BROWSER_CACHE_AGE}`,
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
  });
  expect(await textOf(get(link("thumb")))).toBe("small");
  expect(await textOf(get(link("full", VISITOR), null))).toBe("large");
  // A page that a visitor opened stays whole after the log-in.
  expect((await get(link("full", VISITOR))).status).toBe(200);
});

test("a link is worth nothing to anybody else, for another photo, owner or size, or when it is old", async () => {
  const status = async (answer: Promise<Response>) => (await answer).status;
  const other = await addPhoto(owner);
  expect(await status(get(link("full"), null))).toBe(404);
  expect(await status(get(link("full"), newSessionToken(newId())))).toBe(404);
  expect(await status(get(link("full"), own))).toBe(404);
  expect(await status(get(link("thumb").replace(".thumb", ".full")))).toBe(404);
  expect(await status(get(link("full").replace(shown.key, other.key)))).toBe(404);
  expect(await status(get(link("full").replace(owner, viewer)))).toBe(404);
  expect(await status(get(link("full", token, NOW, { ...shown, key: `k-${newId()}` })))).toBe(404);
  expect(await status(get(link("full", token, NOW - DAY)))).toBe(200);
  expect(await status(get(link("full", token, NOW - 2 * DAY)))).toBe(404);
  expect(await status(get(link("full", token, NOW + DAY)))).toBe(404);
  const { key } = shown;
  const paths = [
    "",
    key,
    `${key}.full`,
    `${key}.full?d=x&s=y`,
    `${key}.full?d=1e999&o=${owner}`,
    `../${key}.full`,
    `${key}.json?d=1&s=2`,
  ];
  for (const path of [...paths, `${key}.full?d=1&o=-&s=x`]) expect(await status(get(path))).toBe(404);
});

test("a browser that has the photo is not sent it again, and R2 is not asked", async () => {
  const etag = (await get(link("full"))).headers.get("etag") as string;
  await env.PHOTOS.delete(`${shown.key}.full`);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const again = await get(link("full"), token, { headers: { "if-none-match": known } });
    expect([known, again.status, again.headers.get("etag")]).toEqual([known, 304, etag]);
  }
  expect((await get(link("full"), token, { headers: { "if-none-match": '"other"' } })).status).toBe(404);
  await env.PHOTOS.put(`${shown.key}.full`, "large", { httpMetadata: { contentType: "image/webp" } });
});

test("a small photo that is not there is answered by the full one", async () => {
  const only = await addPhoto(owner, { full: "<svg/>", thumb: null, type: "image/svg+xml" });
  const answer = await get(link("thumb", token, NOW, only));
  expect(await textOf(answer)).toBe("<svg/>");
  expect(answer.headers.get("content-type")).toBe("image/svg+xml");
});

test("a stored file that claims not to be a picture is not served under that type", async () => {
  const page = await addPhoto(owner, { full: "<script>", type: "text/html" });
  const answer = await get(link("full", token, NOW, page));
  expect(answer.headers.get("content-type")).toBe("application/octet-stream");
  expect(await textOf(answer)).toBe("<script>");
});

test("photos are only read", async () => {
  expect((await get(link("full"), token, { method: "DELETE" })).status).toBe(405);
  expect((await get(link("full"), token, { method: "HEAD" })).headers.get("content-length")).toBe("5");
});

test("a failure of D1 or R2 is a 503 with the protection headers, and its log line names nobody", async () => {
  const lines = vi.spyOn(console, "error").mockImplementation(() => {});
  const photo = await addPhoto(owner);
  const failed = async () => {
    const answer = await get(link("full", token, NOW, photo));
    return { status: answer.status, ...Object.fromEntries(answer.headers) };
  };
  const refusal = {
    status: 503,
    "retry-after": "10",
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  };
  await sql("ALTER TABLE photos RENAME TO photos_away");
  const ofD1 = await failed().finally(() => sql("ALTER TABLE photos_away RENAME TO photos"));
  expect(ofD1).toMatchObject(refusal);
  const bucket = vi.spyOn(env.PHOTOS, "get").mockRejectedValue(new Error("R2 is away"));
  const ofR2 = await failed().finally(() => bucket.mockRestore());
  expect(ofR2).toMatchObject(refusal);
  expect(lines).toHaveBeenCalledTimes(2);
  for (const part of [photo.key, owner, viewer, token, await sha256(token)]) expect(String(lines.mock.calls)).not.toContain(part);
  lines.mockRestore();
  expect((await failed()).status).toBe(200);
});

describe("who may see a photo", () => {
  const store = createPhotoAccessStore(connect(env.DB));
  /** What D1 says, without any memory. */
  const deps = { store, domainOf: async () => null, hash: sha256 };
  const sees = async (as: string, of = shown) =>
    (await createPhotoAccess(deps).check(of, as, placeOn("liaison"), Date.now())) !== null;

  test("is asked of session, photo, owner and blocks", async () => {
    expect([await sees(token), await sees(own), await sees(VISITOR)]).toEqual([true, true, true]);
    for (const status of ["hidden", "disabled", "deleted"]) {
      await sql("UPDATE profiles SET status = ? WHERE id = ?", status, owner);
      expect([status, await sees(token), await sees(own), await sees(VISITOR)]).toEqual([status, false, true, false]);
    }
    await sql("UPDATE profiles SET status = 'active' WHERE id = ?", owner);
    for (const status of ["inspection", "rejected"]) {
      const photo = await addPhoto(owner, { status });
      expect([status, await sees(token, photo), await sees(own, photo), await sees(VISITOR, photo)]).toEqual([
        status,
        false,
        true,
        false,
      ]);
    }
    const hidden = await addPhoto(owner);
    await sql("UPDATE photos SET visibility = 'private' WHERE key = ?", hidden.key);
    expect([await sees(token, hidden), await sees(own, hidden), await sees(VISITOR, hidden)]).toEqual([false, true, false]);
    const gone = await addPhoto(owner);
    await sql("DELETE FROM photos WHERE key = ?", gone.key);
    expect([await sees(token, gone), await sees(own, gone)]).toEqual([false, false]);
  });

  test.each(["shown_to_visitors = 0", "gender = 'both'"])("is no visitor while members alone see the member: %s", async (set) => {
    const photo = await addPhoto(owner);
    const asVisitor = () => get(link("full", VISITOR, NOW, photo));
    await sql(`UPDATE profiles SET ${set} WHERE id = ?`, owner);
    expect([await sees(token, photo), await sees(own, photo), await sees(VISITOR, photo)]).toEqual([true, true, false]);
    expect((await asVisitor()).status).toBe(404);
    await sql("UPDATE profiles SET shown_to_visitors = 1, gender = 'female' WHERE id = ?", owner);
    expect(await sees(VISITOR, photo)).toBe(true);
  });

  test("is not who was blocked, nor a session that is over; who blocked keeps the card of the list", async () => {
    const [one, main] = [await addPhoto(owner), await addPhoto(owner)];
    await sql("UPDATE profiles SET main_photo = ? WHERE id = ?", main.key, owner);
    const block = "INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES (?, ?, 0)";
    await sql(block, owner, viewer);
    expect([await sees(token, one), await sees(token, main)]).toEqual([false, false]);
    await sql("DELETE FROM blocks");
    await sql(block, viewer, owner);
    expect([await sees(token, one), await sees(token, main)]).toEqual([false, true]);
    await sql("DELETE FROM blocks");
    const over = await logIn(viewer);
    expect(await sees(over, one)).toBe(true);
    await sql("UPDATE sessions SET revoked_at = 1 WHERE token_hash = ?", await sha256(over));
    expect(await sees(over, one)).toBe(false);
    expect(await sees(await logIn(viewer, Date.now() - 1), one)).toBe(false);
    expect(await sees(newSessionToken(viewer), one)).toBe(false);
    const left = await addMember();
    const formerViewer = await logIn(left);
    expect(await sees(formerViewer, one)).toBe(true);
    await sql("UPDATE accounts SET status = 'deleted', deleted_at = 1 WHERE id = ?", left);
    expect(await sees(formerViewer, one)).toBe(false);
  });

  test("a hidden member's photos stay visible to conversation partners", async () => {
    const photo = await addPhoto(owner);
    await sql("UPDATE profiles SET status = 'hidden' WHERE id = ?", owner);
    expect(await sees(token, photo)).toBe(false);
    const [a, b] = [owner, viewer].sort();
    await sql(
      "INSERT INTO conversations (id, member_a, member_b, started_by, created_at) VALUES (?, ?, ?, ?, 0)",
      newId(),
      a,
      b,
      a,
    );
    expect([await sees(token, photo), await sees(VISITOR, photo)]).toEqual([true, false]);
    await sql("UPDATE profiles SET status = 'active' WHERE id = ?", owner);
  });

  test("ends within ten minutes, the browser's copy included, and costs a page nothing", async () => {
    let reads = 0;
    let answer = true;
    const found = {
      ...{ viewer, age: null },
      profile: "active",
      shownToVisitors: 1,
      main: 0,
      status: "active",
      visibility: "public",
      ...{ blockedByViewer: 0, talks: 0, granted: 0 },
    } as const;
    const counted = {
      ...store,
      find: async () => {
        reads++;
        return { ...found, blocksViewer: answer ? 0 : 1 };
      },
    };
    const standing = createPhotoAccess({ ...deps, store: counted });
    const page = Array.from({ length: 24 }, (_, index) => ({ key: `k${index}`, owner: `o${index}` }));
    const look = (now: number) =>
      Promise.all(page.map(async (one) => (await standing.check(one, token, placeOn("liaison"), now)) !== null));
    for (const one of page) standing.allow(one, token, "liaison", NOW);
    expect((await look(NOW + 4 * MINUTE)).every(Boolean)).toBe(true);
    expect(reads).toBe(0);
    // On another isolate, or later: once each, and then for minutes not again.
    expect((await look(NOW + 5 * MINUTE)).every(Boolean)).toBe(true);
    expect((await look(NOW + 9 * MINUTE)).every(Boolean)).toBe(true);
    expect(reads).toBe(24);
    answer = false;
    const known = 5 * MINUTE;
    expect(known + BROWSER_CACHE_AGE * 1000).toBeLessThan(10 * MINUTE);
    expect((await look(NOW + 5 * MINUTE + known)).some(Boolean)).toBe(false);
    // What one viewer was found to see says nothing of another, or of another domain.
    expect(await standing.check(page[0] as Shown, VISITOR, placeOn("liaison"), NOW)).toBe(null);
    expect(await standing.check(page[0] as Shown, token, placeOn("curves"), NOW)).toBe(null);
    answer = true;
    expect((await look(NOW + 5 * MINUTE + known + 30_000)).every(Boolean)).toBe(true);
  });

  test("a page's pictures cost D1 nothing where the page was made, and its links stay the same", async () => {
    const photo = await addPhoto(owner);
    await sql("UPDATE profiles SET main_photo = ? WHERE id = ?", photo.key, owner);
    const look = async () => {
      const answer = await exports.default.fetch(`http://localhost/api/member.php?id=${owner}`, {
        headers: { cookie: `session=${token}` },
      });
      return ((await answer.json()) as { profile: { main_image: { thumb_filename: string } } }).profile.main_image.thumb_filename;
    };
    const path = await look();
    expect(await look()).toBe(path);
    // A statement that failed would be a 500.
    await sql("ALTER TABLE photos RENAME TO photos_away");
    expect((await get(path)).status).toBe(200);
    await sql("ALTER TABLE photos_away RENAME TO photos");
  });
});
