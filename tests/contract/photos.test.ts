import { request } from "node:http";
import { describe, expect, inject, it } from "vitest";
import { phonePhoto, readWebp } from "#tests/setup/pictures.ts";
import { ask } from "./http.ts";
import { LOCAL, member, Person, SIDES, type Side, unconfirmed } from "./person.ts";
import { inStore } from "./served-store.ts";

const MAN = { gender: "male", looking_for: "female" } as const;

function fetchMedia(person: Person, path: string): Promise<{ status: number; type?: string; bytes: Buffer }> {
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { host: `localhost:${person.port}`, cookie };
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port: person.port, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", reject);
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, type: answer.headers["content-type"], bytes: Buffer.concat(chunks) }),
      );
    })
      .on("error", reject)
      .end();
  });
}

/** Moderates a photo through the development page of the instance with the members. */
async function decide(id: string, status: "active" | "rejected"): Promise<void> {
  const answer = await ask({
    port: inject("local"),
    path: `/dev/photos/${id}`,
    method: "POST",
    body: `status=${status}&reason=unclear`,
    headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
  });
  expect(answer.status).toBe(303);
}

const upload = async (person: Person) => (await person.call("addPhoto", { file: phonePhoto() })).photos.at(-1)?.id as string;
const fileError = async (person: Person, file: File, refusal = "invalid") => {
  const { code, fields } = await person.refused("addPhoto", { file });
  expect(code).toBe(refusal);
  expect(fields).toHaveLength(1);
  return { field: fields?.[0]?.field, code: fields?.[0]?.code, params: fields?.[0]?.params, message: fields?.[0]?.message };
};

describe.each(SIDES)("photos: %s", (side: Side) => {
  it("stores a picture upright, without camera metadata, in three sizes with a preview", async () => {
    const anna = await member(side);
    const original = Buffer.from(await phonePhoto().arrayBuffer());
    expect(original.includes("SECRET-OWNER")).toBe(true);

    const { photos, photo_limit } = await anna.call("addPhoto", { file: phonePhoto() });
    expect(photo_limit).toBe(3);
    expect(photos).toMatchObject([{ status: "inspection", main: false, width: 480, height: 640, checked: false }]);
    expect(photos[0]?.preview).toMatch(/^data:image\/webp;base64,.{40,}$/);
    for (const [path, width, height] of [
      [photos[0]?.filename, 480, 640],
      [photos[0]?.card_filename, 480, 600],
      [photos[0]?.thumb_filename, 240, 300],
    ] as const) {
      const { status, type, bytes } = await fetchMedia(anna, `/media/${path}`);
      expect({ status, type }).toEqual({ status: 200, type: "image/webp" });
      expect(readWebp(bytes)).toEqual({ chunks: ["VP8 "], width, height });
      expect(bytes.includes("SECRET-OWNER")).toBe(false);
    }
  });

  it("shows an approved photo to others and on the card", async () => {
    const [anna, ben] = [await member(side), await member(side, MAN)];
    const id = await upload(anna);
    const own = await anna.call("profile", {});
    expect(own.profile.photos).toMatchObject([{ status: "inspection" }]);
    expect((await anna.call("user", {})).profile.main_image?.status).toBe("inspection");
    const before = (await ben.call("member", { id: anna.id })).profile;
    expect([before.photos, before.main_image, before.locked_photos]).toEqual([[], null, 0]);
    // Anna's own URL gives Ben a 404.
    expect((await fetchMedia(ben, `/media/${own.photos[0]?.filename}`)).status).toBe(404);

    await decide(id, "active");
    const { profile } = await ben.call("member", { id: anna.id });
    expect(profile.photos).toMatchObject([{ status: "active" }]);
    expect(profile).toMatchObject({ photo_checked: true, main_image: { preview: profile.photos[0]?.preview } });
    expect((await fetchMedia(ben, `/media/${profile.main_image?.thumb_filename}`)).status).toBe(200);
    expect((await fetchMedia(ben, `/media/site-1/${profile.main_image?.thumb_filename}`)).status, "a longer cdn_prefix").toBe(
      200,
    );
    expect((await anna.call("profile", {})).photos).toMatchObject([{ id, status: "active", main: true }]);
    expect((await anna.call("user", {})).profile.main_image?.status).toBe("active");
  });

  it("refuses an oversized body, and one that is no form", async () => {
    const anna = await unconfirmed(side);
    const beyond = new File([new Uint8Array(12 * 1024 * 1024)], "me.jpg");
    expect((await anna.refused("addPhoto", { file: beyond })).code).toBe("too_large");
    const headers = { "sec-fetch-site": "same-origin", "content-type": "application/json" };
    await anna.request("POST", "/api/photo.php", "{}", headers);
    expect(anna.refusal().code).toBe("unsupported_media_type");
  });

  it("stores an upload once per idempotency key", async () => {
    const anna = await unconfirmed(side);
    const key = { "idempotency-key": "the-same-upload" };
    const once = await anna.call("addPhoto", { file: phonePhoto() }, key);
    expect(await anna.call("addPhoto", { file: phonePhoto() }, key)).toEqual(once);
    expect((await anna.call("profile", {})).photos).toHaveLength(1);
    const other = phonePhoto({ width: 600, height: 480 });
    expect((await anna.refused("addPhoto", { file: other }, key)).code).toBe("idempotency_conflict");
  });
});

describe.each(LOCAL)("photos: %s", (side: Side) => {
  it("shows a rejected photo to its owner only, and does not count it", async () => {
    const anna = await member(side);
    const id = await upload(anna);
    await decide(id, "rejected");
    await decide(id, "active");
    const { photos, profile } = await anna.call("profile", {});
    expect(photos).toMatchObject([{ id, status: "rejected", rejected_for: "unclear", main: false }]);
    expect([profile.photos, profile.main_image]).toEqual([[], null]);
    for (let count = 0; count < 3; count++) await upload(anna);
    expect((await fileError(anna, phonePhoto())).code).toBe("photo_limit");
    // As after the end of Premium.
    await inStore({ sql: "UPDATE photos SET status = 'active' WHERE id = ?", values: [id] });
    const { text } = await anna.request("GET", "/profile");
    expect(text).toContain("You have 4 photos and may keep them.");
    expect(text).not.toMatch(/4 of 3|that is the most/);
  });

  it("changes the main photo, and replaces it when it is removed", async () => {
    const [anna, ben] = [await member(side), await member(side, MAN)];
    const [first, second] = [await upload(anna), await upload(anna)];
    expect((await anna.refused("updatePhoto", { id: first, main: true })).code).toBe("conflict");
    await decide(first, "active");
    await decide(second, "active");
    const { photos } = await anna.call("updatePhoto", { id: second, main: true });
    expect(photos).toMatchObject([
      { id: second, main: true },
      { id: first, main: false },
    ]);
    const link = `/media/${photos[0]?.filename}`;
    expect((await fetchMedia(anna, link)).status).toBe(200);

    const removed = await anna.call("removePhoto", { id: second });
    expect(removed.photos).toMatchObject([{ id: first, main: true }]);
    expect((await fetchMedia(anna, link)).status).toBe(404);
    expect((await ben.call("member", { id: anna.id })).profile.photos).toHaveLength(1);
    expect((await anna.refused("removePhoto", { id: second })).code).toBe("not_found");
    expect((await anna.call("removePhoto", { id: first })).photos).toEqual([]);
    expect((await ben.call("member", { id: anna.id })).profile.main_image).toBe(null);
  });

  it("refuses an invalid file beside the field, in the member's language, and stores nothing", async () => {
    const anna = await unconfirmed(side);
    anna.cookies.set("locale", "nl");
    const renamed = new File(["just words"], "me.jpg", { type: "image/jpeg" });
    expect(await fileError(anna, renamed, "unsupported_media_type")).toMatchObject({
      field: "file",
      code: "not_a_picture",
      message: "We kunnen dit niet als foto lezen. Kies een JPEG, PNG of WebP.",
    });
    const broken = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), "no more"], "me.jpg");
    expect((await fileError(anna, broken)).code).toBe("not_a_picture");
    expect(await fileError(anna, phonePhoto({ width: 399, height: 2000 }))).toMatchObject({
      code: "picture_too_small",
      params: { min: 400 },
    });
    expect(await fileError(anna, phonePhoto({ width: 7000, height: 6000 }))).toMatchObject({
      code: "picture_too_many_pixels",
      params: { max: 40 },
    });
    const large = new File([phonePhoto(), new Uint8Array(10 * 1024 * 1024)], "me.jpg");
    expect(await fileError(anna, large, "too_large")).toMatchObject({ code: "picture_too_large", params: { max: 10 } });
    expect((await fileError(anna, new File([], ""))).code).toBe("required");
    expect((await anna.refused("addPhoto", {})).fields).toMatchObject([{ field: "file", code: "required" }]);
    expect((await anna.call("profile", {})).photos).toEqual([]);
  });
});
