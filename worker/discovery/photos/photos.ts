import { PHOTO_REJECTIONS } from "#db/schema/attributes.ts";
import type { outbox } from "#db/schema/index.ts";
import { announced, type Live } from "#worker/delivery/live/live.ts";
import { jobAbout } from "#worker/delivery/push/jobs.ts";
import { ordered } from "#worker/discovery/members/profile.ts";
import type { Context, MemberContext } from "#worker/people/identity/context.ts";
import type { Viewer } from "#worker/people/identity/viewer.ts";
import type { Decision, Inspected } from "#worker/people/reports/photo-decision.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { newId, newSecret } from "#worker/platform/ids.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { log } from "#worker/platform/log.ts";
import type { Comparison } from "./comparison.ts";
import { invalidPhoto } from "./photo-checks.ts";
import type { PhotoFiles, PhotoVariants } from "./photo-files.ts";
import type { PhotoMails } from "./photo-mails.ts";
import type { contract, OwnPhoto } from "./photos.contract.ts";
import type { Own, PhotosStore } from "./photos.store.ts";
import { PHOTO_LIMIT } from "./photos.vocabulary.ts";
import type { PictureMaker } from "./picture-maker.ts";

interface Deps extends InspectionDeps {
  pictures: Omit<PhotoFiles, "unfinished" | "notesBefore" | "keepVoice">;
  makePicture: PictureMaker;
  limits: Limits;
  live: Live;
  compare: Comparison;
  /** A report's proof shows the picture. */
  isProved(memberId: string, key: string): Promise<boolean>;
}

type PhotoOwner = Pick<Viewer, "photos" | "profile" | "account">;

/** Main photo first. */
export function ownPhotosOf({ photos, profile, account }: PhotoOwner, ctx: Context): Output<typeof contract.addPhoto> {
  const own = ordered(photos, profile.mainPhoto).map((photo): OwnPhoto => {
    return {
      id: photo.id,
      ...ctx.image(photo, profile.id),
      status: photo.status,
      rejected_for: photo.rejectedFor,
      checked: photo.checkedAt !== null,
      compared: photo.comparedAt !== null,
      visibility: photo.visibility,
      main: photo.key === profile.mainPhoto,
      width: photo.width,
      height: photo.height,
      preview: photo.preview,
    };
  });
  return { photos: own, photo_limit: account.paidUser ? PHOTO_LIMIT.premium : PHOTO_LIMIT.free };
}

export function createPhotos({ store, pictures, makePicture, chatPhotos, photoMails, limits, live, compare, isProved }: Deps) {
  const tell = (memberId: string) => live.tell(memberId, { events: [], changed: ["user"] });

  /** Removes the picture again when the row fails: no row means no later removal. */
  async function storePicture<T>(
    owner: string,
    { id, key, made }: { id: string; key: string; made: PhotoVariants },
    add: () => Promise<T>,
  ) {
    try {
      await pictures.keep(key, made, owner);
      return await add();
    } catch (error) {
      // When D1 does not answer, the upload note lets an erasure find the picture.
      if ((await store.ownerOf(id).catch(() => owner)) === null) await pictures.erase(key, owner).catch(() => {});
      throw error;
    }
  }

  /** The viewer's photos after `write`. */
  async function changed({ viewer }: MemberContext, write: () => Promise<Own>): Promise<PhotoOwner> {
    const { photos, ...main } = await announced(live, [viewer.id], write);
    await tell(viewer.id);
    return { photos, profile: { ...viewer.profile, ...main }, account: viewer.account };
  }

  async function forgetNote(key: string, owner: string): Promise<void> {
    await pictures.finish(key, owner).catch((error) => log("warn", "note of an upload stays", { error }));
  }

  return {
    /** Counts nothing. Skips the photo limit: a retried upload has used its place already. @throws too_many_requests */
    async mayAdd(ctx: MemberContext): Promise<void> {
      refuseOver(await limits.check(...limitOf("photoUploads", { member: ctx.viewer.id }), ctx.now));
    },

    /** Stores a re-encoded picture for inspection. @throws invalid too_many_requests */
    async addPhoto(ctx: MemberContext, { file }: Input<typeof contract.addPhoto>): Promise<Output<typeof contract.addPhoto>> {
      const { viewer, write } = ctx;
      const { photos, photo_limit: max } = ownPhotosOf(viewer, ctx);
      // Derived from the idempotency secret: a retry finds the photo whose response was lost.
      const [id, key] = write ? [write.secret.slice(0, 20), write.secret.slice(20)] : [newId(), newSecret(24)];
      if (photos.some((photo) => photo.id === id)) return ownPhotosOf(viewer, ctx);
      if (photos.filter(({ status }) => status !== "rejected").length >= max) throw invalidPhoto("photo_limit", { max });
      const made = await makePicture(file, () => limits.hit(...limitOf("photoUploads", { member: viewer.id }), ctx.now));
      const position = await storePicture(viewer.id, { id, key, made }, () =>
        announced(live, [viewer.id], () =>
          store.add({ id, profileId: viewer.id, key, ...made.size, preview: made.preview, hash: made.hash, now: ctx.now }, max),
        ),
      );
      await tell(viewer.id);
      if (position === null) {
        await pictures.erase(key, viewer.id);
        throw invalidPhoto("photo_limit", { max });
      }
      await forgetNote(key, viewer.id);
      if (made.hash) await compare(id, viewer.profile.pool, made.hash);
      const { size, preview } = made;
      const unseen = {
        status: "inspection",
        visibility: "public",
        rejectedFor: null,
        rejectedAt: null,
        checkedAt: null,
        comparedAt: null,
      } as const;
      const added = { id, key, position, ...unseen, ...size, preview };
      return ownPhotosOf({ ...viewer, photos: [...viewer.photos, added] }, ctx);
    },

    /** Idempotent. @throws invalid not_found forbidden conflict */
    async updatePhoto(
      ctx: MemberContext,
      { id, main, visibility, order }: Input<typeof contract.updatePhoto>,
    ): Promise<Output<typeof contract.updatePhoto>> {
      const { viewer } = ctx;
      if (order) {
        const known = new Set(viewer.photos.map((photo) => photo.id));
        const alone = id === undefined && main === undefined && visibility === undefined;
        if (!alone || new Set(order).size !== order.length) throw invalid({ field: "order", code: "invalid_format" });
        if (order.some((one) => !known.has(one))) throw new AppError("not_found");
        return ownPhotosOf(await changed(ctx, () => store.order(viewer.id, order)), ctx);
      }
      if (id === undefined) throw invalid({ field: "id", code: "required" });
      if (!viewer.photos.some((photo) => photo.id === id)) throw new AppError("not_found");
      if (visibility === "private") {
        if (!ctx.domain.features.private_photos) throw new AppError("forbidden");
        if (main) throw new AppError("conflict");
      }
      let after: PhotoOwner = viewer;
      if (visibility) after = await changed(ctx, () => store.setVisibility(viewer.id, id, visibility));
      if (!main) return ownPhotosOf(after, ctx);
      after = await changed(ctx, () => store.setMain(viewer.id, id));
      if (after.photos.find((photo) => photo.id === id)?.key !== after.profile.mainPhoto) throw new AppError("conflict");
      return ownPhotosOf(after, ctx);
    },

    /** Removes the picture first, so that a failed request can be repeated. @throws not_found */
    async removePhoto(
      ctx: MemberContext,
      { id }: Input<typeof contract.removePhoto>,
    ): Promise<Output<typeof contract.removePhoto>> {
      const { viewer } = ctx;
      const photo = viewer.photos.find((one) => one.id === id);
      if (!photo) throw new AppError("not_found");
      // The proof of a report keeps its picture: decision 56.
      if (!(await isProved(viewer.id, photo.key))) await pictures.erase(photo.key, viewer.id);
      return ownPhotosOf(await changed(ctx, () => store.remove(viewer.id, id)), ctx);
    },

    ...createInspection({ store, chatPhotos, photoMails, live }),
  };
}

interface DecidedInChat {
  sender: string;
  conversation: string;
  partner: string | null;
  decided: boolean;
}

interface InspectionDeps {
  store: PhotosStore;
  chatPhotos: {
    inspected(most: number): Promise<Inspected[]>;
    senderOf(id: string): Promise<string | null>;
    /** The first decision holds. Null for an unknown id. */
    decide(id: string, decision: Decision, now: number, mail: typeof outbox.$inferInsert | null): Promise<DecidedInChat | null>;
  };
  photoMails: PhotoMails;
  live: Pick<Live, "expect" | "tell">;
}

/** Decides photos of profiles and chats. Needs no bucket, so that a script can run it. */
export function createInspection({ store, chatPhotos, photoMails, live }: InspectionDeps) {
  return {
    reasons: PHOTO_REJECTIONS,

    async waiting(most: number): Promise<(Inspected & { of: "profile" | "chat" })[]> {
      const [own, sent] = await Promise.all([store.inspected(most), chatPhotos.inspected(most)]);
      const all = [
        ...own.map((one) => ({ ...one, of: "profile" as const })),
        ...sent.map((one) => ({ ...one, of: "chat" as const })),
      ];
      return all.toSorted((a, b) => a.createdAt - b.createdAt).slice(0, most);
    },

    /** The first decision holds; false for a later one. @throws not_found */
    async decide(id: string, decision: Decision, now: number): Promise<boolean> {
      const owner = await store.ownerOf(id);
      if (!owner) return decideSent(id, decision, now);
      const mail = await photoMails.write(owner, decision, now);
      const decided = await announced(live, [owner], () => store.decide(id, decision, now, mail));
      if (decided && mail) await photoMails.dispatch(mail.id);
      const pushes = decided ? [jobAbout("photo", owner)] : [];
      await live.tell(owner, { events: decided ? [{ type: "news" }] : [], changed: ["user"], pushes });
      return decided;
    },
  };

  async function decideSent(id: string, decision: Decision, now: number): Promise<boolean> {
    const owner = await chatPhotos.senderOf(id);
    if (owner === null) throw new AppError("not_found");
    // The chat shows an approval at once.
    const mail = decision === "active" ? null : await photoMails.write(owner, decision, now);
    const { sender, partner, conversation, decided } = (await chatPhotos.decide(id, decision, now, mail)) ?? {};
    if (!sender) throw new AppError("not_found");
    if (decided && mail) await photoMails.dispatch(mail.id);
    const events = decided && conversation ? [{ type: "changed" as const, conversation, message: null }] : [];
    const members = [sender, partner].filter((one) => one !== null && one !== undefined);
    await Promise.all(members.map((member) => live.tell(member, { events, changed: ["user", "chats"] })));
    return decided ?? false;
  }
}
