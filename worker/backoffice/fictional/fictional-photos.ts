import type { z } from "zod";
import { auditRow } from "#worker/backoffice/staff/audit.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import type { Comparison } from "#worker/discovery/photos/comparison.ts";
import { invalidPhoto } from "#worker/discovery/photos/photo-checks.ts";
import type { PhotoFiles } from "#worker/discovery/photos/photo-files.ts";
import type { PhotoHash } from "#worker/discovery/photos/photo-hash.vocabulary.ts";
import type { PhotoHashesStore } from "#worker/discovery/photos/photo-hashes.store.ts";
import type { PictureMaker } from "#worker/discovery/photos/picture-maker.ts";
import { AppError, type FieldError, invalid } from "#worker/platform/errors.ts";
import { newId, newSecret } from "#worker/platform/ids.ts";
import { cleanText, lengthProblem } from "#worker/platform/text.ts";
import { countAct, type FictionalDeps, hasFictional, stateOf } from "./fictional.ts";
import { FICTIONAL_PHOTOS, SOURCE_LENGTH } from "./fictional.vocabulary.ts";
import type { contract } from "./fictional-photos.contract.ts";

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;

interface Deps extends Pick<FictionalDeps, "store" | "photos" | "limits" | "domainOf" | "announceChange" | "after"> {
  pictures: Pick<PhotoFiles, "keep" | "finish" | "erase">;
  makePicture: PictureMaker;
  near: PhotoHashesStore["near"];
  compare: Comparison;
  /** A report's proof shows the picture. */
  isProved(memberId: string, key: string): Promise<boolean>;
}

/** The rule counts the act itself. */
const COUNTED = async () => ({ allowed: true, retryAfterMs: 0 });
const OF_MEMBER = "This picture is a member's photo, or nearly. Nobody's face may stand for an invented profile.";
const UNKNOWN = "The picture could not be compared with those of members. Choose another one.";
const THERE = "The profile has this picture already.";

/** Photos of fictional profiles: the pipeline of members' photos, with a statement of where each is from. Decision 139. */
export function createFictionalPhotos(deps: Deps) {
  const { store, photos, domainOf, pictures, makePicture, near, compare, isProved, announceChange, after } = deps;

  /** @throws not_found */
  async function found(id: string) {
    const row = await store.find(id);
    const domain = row && (await domainOf(row.domainId));
    if (!row || !domain) throw new AppError("not_found");
    return { row, domain };
  }

  /** @throws invalid */
  async function refuseCopies(id: string, hash: PhotoHash): Promise<void> {
    const alike = (await near((await photos.pools()).map((pool) => ({ photo: "", pool, hash })))).flat();
    if (alike.some(({ banned }) => banned)) throw refused("picture_blocked", OF_MEMBER);
    const owners = alike.flatMap(({ member }) => member ?? []);
    if (owners.includes(id)) throw refused("repeated", THERE);
    if (owners.length > 0 && (await photos.isMember(owners))) throw refused("picture_blocked", OF_MEMBER);
  }

  return {
    /** @throws not_found forbidden invalid conflict too_many_requests */
    async addFictionalPhoto(ctx: StaffMemberContext, input: Input<"addFictionalPhoto">): Promise<Output<"addFictionalPhoto">> {
      const { id, file, origin, nobody } = input;
      const { row, domain } = await found(id);
      if (!hasFictional(domain)) throw new AppError("forbidden");
      if (stateOf(row.status) === "ended") throw new AppError("not_found");
      await countAct(deps, ctx);
      const source = cleanText(input.source);
      const problems: (FieldError | null)[] = [
        file ? null : { field: "file", code: "required" },
        origin === "" ? { field: "origin", code: "required" } : null,
        lengthProblem("source", source, SOURCE_LENGTH),
        nobody ? null : { field: "nobody", code: "required" },
      ];
      const wrong = problems.filter((problem) => problem !== null);
      if (wrong.length > 0 || !file || origin === "") throw invalid(...wrong);
      if ((await photos.of(id)).length >= FICTIONAL_PHOTOS) throw invalidPhoto("photo_limit", { max: FICTIONAL_PHOTOS });
      const made = await makePicture(file, COUNTED);
      if (!made.hash) throw refused("not_a_picture", UNKNOWN);
      await refuseCopies(id, made.hash);
      const [photo, key] = [newId(), newSecret(24)];
      const { size, preview, hash } = made;
      const kept = {
        ...{ id: photo, profileId: id, key, ...size, preview, hash, origin, source },
        staffId: ctx.viewer.id,
        now: ctx.now,
      };
      const audit = auditRow(ctx, { action: "add fictional photo", object: "fictional", id, reason: photo });
      let isAdded = false;
      try {
        await pictures.keep(key, made, id);
        isAdded = await photos.add(kept, FICTIONAL_PHOTOS, audit);
      } finally {
        // No row means no later removal; the note lets the cron find what stays.
        if (!isAdded && (await photos.keyOf(photo).catch(() => key)) === null) await pictures.erase(key, id).catch(() => {});
      }
      if (!isAdded) throw new AppError("conflict");
      await pictures.finish(key, id);
      await compare(photo, row.pool, made.hash);
      after(announceChange(id));
      return { photo };
    },

    /** @throws not_found forbidden too_many_requests */
    async placeFictionalPhoto(
      ctx: StaffMemberContext,
      { id, photo, to }: Input<"placeFictionalPhoto">,
    ): Promise<Output<"placeFictionalPhoto">> {
      const { row, domain } = await found(id);
      if (!hasFictional(domain)) throw new AppError("forbidden");
      if (stateOf(row.status) === "ended") throw new AppError("not_found");
      await countAct(deps, ctx);
      const ids = (await photos.of(id)).map((one) => one.id);
      const at = ids.indexOf(photo);
      if (at < 0) throw new AppError("not_found");
      const others = ids.filter((one) => one !== photo);
      others.splice(to === "first" ? 0 : Math.max(0, to === "earlier" ? at - 1 : at + 1), 0, photo);
      if (others.every((one, index) => one === ids[index])) return {};
      await photos.order(id, others, auditRow(ctx, { action: "place fictional photo", object: "fictional", id, reason: photo }));
      after(announceChange(id));
      return {};
    },

    /** Removes the picture first, so that a failed request can be repeated. @throws not_found too_many_requests */
    async removeFictionalPhoto(
      ctx: StaffMemberContext,
      { id, photo }: Input<"removeFictionalPhoto">,
    ): Promise<Output<"removeFictionalPhoto">> {
      await found(id);
      await countAct(deps, ctx);
      const own = (await photos.of(id)).find((one) => one.id === photo);
      if (!own) throw new AppError("not_found");
      // The proof of a report keeps its picture: decision 56.
      if (!(await isProved(id, own.key))) await pictures.erase(own.key, id);
      const audit = auditRow(ctx, { action: "remove fictional photo", object: "fictional", id, reason: photo });
      if (!(await photos.remove(id, photo, audit))) throw new AppError("not_found");
      after(announceChange(id));
      return {};
    },
  };
}

function refused(code: "picture_blocked" | "not_a_picture" | "repeated", text: string): AppError {
  return invalid({ field: "file", code, text });
}
