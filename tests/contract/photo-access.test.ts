import { beforeAll, describe, expect, it } from "vitest";
import { LOCAL_SECRETS } from "#scripts/secrets.ts";
import { phonePhoto } from "#tests/setup/pictures.ts";
import { mediaPaths, VARIANTS, VISITOR } from "#worker/delivery/media/links.ts";
import { block, LOCAL, member, Person } from "./person.ts";
import { inStore } from "./served-store.ts";

const PHOTOS = ["public", "private", "inspection", "rejected"] as const;
type Photo = (typeof PHOTOS)[number];

/** Whether each viewer sees the photos, in the order of PHOTOS. */
const MATRIX = {
  visitor: [true, false, false, false],
  "other pool": [false, false, false, false],
  blocked: [false, false, false, false],
  blocking: [true, false, false, false],
  free: [true, false, false, false],
  premium: [true, false, false, false],
  asking: [true, false, false, false],
  refused: [true, false, false, false],
  granted: [true, true, false, false],
  revoked: [true, false, false, false],
  "granted, then blocked": [false, false, false, false],
  owner: [true, true, true, true],
} as const;
type Viewer = keyof typeof MATRIX;

/** Their own calls refuse the profile, so that they get no preview of the photo that its address shows. */
const WITHOUT_PROFILE: ReadonlySet<Viewer> = new Set<Viewer>(["blocking"]);

describe.each(LOCAL)("who sees a photo by its address, and its preview: %s", (side) => {
  const viewers = {} as Record<Viewer, Person>;
  const keys = {} as Record<Photo, string>;
  let owner: Person;

  beforeAll(async () => {
    owner = await member(side);
    viewers.owner = owner;
    viewers.visitor = new Person(side);
    await inStore({ sql: "UPDATE accounts SET paid_user = 1 WHERE id = ?", values: [owner.id] });
    await addPhotos();
    for (const name of Object.keys(MATRIX) as Viewer[]) viewers[name] ??= await member(side, { gender: "male" });
    await inStore({ sql: "UPDATE accounts SET paid_user = 1 WHERE id = ?", values: [viewers.premium.id] });
    await moveToOtherPool(viewers["other pool"]);
    for (const name of ["asking", "refused", "granted", "revoked", "granted, then blocked"] as const)
      await viewers[name].call("requestPhotoAccess", { profile: owner.id });
    await owner.call("decidePhotoAccess", { profile: viewers.refused.id, granted: false });
    for (const name of ["granted", "revoked", "granted, then blocked"] as const)
      await owner.call("decidePhotoAccess", { profile: viewers[name].id, granted: true });
    await owner.call("revokePhotoAccess", { profile: viewers.revoked.id });
    await block(owner, viewers.blocked);
    await block(owner, viewers["granted, then blocked"]);
    await block(viewers.blocking, owner);
  });

  it.each(Object.entries(MATRIX) as [Viewer, readonly boolean[]][])("%s: %j", async (name, seen) => {
    const found: Record<string, boolean[]> = {};
    for (const variant of VARIANTS) found[variant] = await Promise.all(PHOTOS.map((photo) => isServed(name, photo, variant)));
    const said = await pageOf(viewers[name]);
    found.preview = PHOTOS.map((photo) => said.includes(previewOf(photo)));
    const previews = WITHOUT_PROFILE.has(name) ? PHOTOS.map(() => false) : seen;
    expect(found).toEqual({ ...Object.fromEntries(VARIANTS.map((variant) => [variant, seen])), preview: previews });
  });

  it("an address of the one who may see is worth nothing to another", async () => {
    for (const [from, to] of [
      ["owner", "free"],
      ["owner", "granted"],
      ["granted", "free"],
      ["granted", "visitor"],
    ] as const) {
      const served = await Promise.all(PHOTOS.map((photo) => isServed(to, photo, "full", linkFor(viewers[from], photo, "full"))));
      expect(served, `${from} to ${to}`).toEqual([false, false, false, false]);
    }
  });

  /** Four photos with pictures: each was public and under inspection at first. */
  async function addPhotos(): Promise<void> {
    for (const [position, photo] of PHOTOS.entries()) {
      await owner.call("addPhoto", { file: phonePhoto() });
      const at = "WHERE profile_id = ? AND position = ?";
      const status = photo === "public" || photo === "private" ? "active" : photo;
      const [, [row] = []] = await inStore<{ key: string }>(
        {
          sql: `UPDATE photos SET status = ?, visibility = ?, rejected_for = ?, preview = ? ${at}`,
          values: [
            status,
            photo === "private" ? "private" : "public",
            photo === "rejected" ? "unclear" : null,
            previewOf(photo),
            owner.id,
            position,
          ],
        },
        { sql: `SELECT key FROM photos ${at}`, values: [owner.id, position] },
      );
      keys[photo] = row?.key ?? expect.unreachable();
    }
    await inStore({ sql: "UPDATE profiles SET main_photo = ? WHERE id = ?", values: [keys.public, owner.id] });
  }

  async function moveToOtherPool({ id }: Person): Promise<void> {
    await inStore(
      { sql: "UPDATE accounts SET pool = 'curves', domain_id = 'curves' WHERE id = ?", values: [id] },
      { sql: "UPDATE profiles SET pool = 'curves' WHERE id = ?", values: [id] },
      { sql: "UPDATE sessions SET domain_id = 'curves' WHERE account_id = ?", values: [id] },
    );
  }

  function hostOf(person: Person): string {
    return `${person === viewers["other pool"] ? "curves.localhost" : "localhost"}:${person.port}`;
  }

  /** Signed as the server signs: only the check of the address is left. */
  function linkFor(person: Person, photo: Photo, variant: (typeof VARIANTS)[number]): string {
    const token = person.cookies.get("session") ?? VISITOR;
    return `/media/${mediaPaths(LOCAL_SECRETS.MEDIA_SECRET, { key: keys[photo], owner: owner.id }, token, Date.now())[variant]}`;
  }

  async function isServed(
    name: Viewer,
    photo: Photo,
    variant: (typeof VARIANTS)[number],
    link = linkFor(viewers[name], photo, variant),
  ): Promise<boolean> {
    const person = viewers[name];
    const { status } = await person.request("HEAD", link, undefined, { host: hostOf(person) });
    expect([200, 404]).toContain(status);
    return status === 200;
  }

  /** All that the profile's call tells this viewer. */
  async function pageOf(person: Person): Promise<string> {
    const path = person === owner ? "/api/profile.php" : `/api/member.php?id=${owner.id}&similar=1`;
    return (await person.request("GET", path, undefined, { host: hostOf(person) })).text;
  }
});

function previewOf(photo: Photo): string {
  return `data:image/webp;base64,${Buffer.from(`${photo} preview`.padEnd(18)).toString("base64")}`;
}
