import type { z } from "zod";
import { PHOTO_REJECTIONS } from "#db/schema/attributes.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import type { Queue } from "#worker/backoffice/work/work.ts";
import { photoResponse } from "#worker/delivery/media/photo-object.ts";
import type { PhotoHash } from "#worker/discovery/photos/photo-hash.vocabulary.ts";
import type { Near, PhotoHashesStore } from "#worker/discovery/photos/photo-hashes.store.ts";
import { STRIKES } from "#worker/people/reports/decisions.vocabulary.ts";
import type { Decision, PhotoRefusal } from "#worker/people/reports/photo-decision.ts";
import { ageOn } from "#worker/platform/dates.ts";
import { AppError } from "#worker/platform/errors.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { contract } from "./photo-queue.contract.ts";
import type { PhotoQueueStore } from "./photo-queue.store.ts";

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;

interface Deps {
  store: PhotoQueueStore;
  hashes: Pick<PhotoHashesStore, "near">;
  inspection: { decide(id: string, decision: Decision, now: number): Promise<boolean> };
  domainOf(id: string): Promise<Domain | null>;
  open(key: string, size: "full" | "card"): Promise<R2ObjectBody | null>;
}

/** Where a site shows explicit photos, that is no reason to refuse one. */
function reasonsOf(domain: Domain | null): PhotoRefusal[] {
  return PHOTO_REJECTIONS.filter((reason) => reason !== "explicit" || domain?.nudity !== "explicit");
}

const SEEN = 10;

/** The owner's other copies come last: chats may hold many. */
function shownOf(near: Near[], owner: string) {
  const listed = near.filter(({ fromBan }) => !fromBan);
  const seen = listed.map(({ member, name, status, of, banned }) => ({
    member,
    name,
    own: member === owner,
    status,
    of,
    banned,
  }));
  return seen.toSorted((a, b) => Number(b.banned) - Number(a.banned) || Number(a.own) - Number(b.own)).slice(0, SEEN);
}

export function createPhotoQueue({ store, hashes, inspection, domainOf, open }: Deps) {
  const queue: Queue = {
    async decisionsFor({ domainId }) {
      return { approve: [], refuse: reasonsOf(await domainOf(domainId)) };
    },

    async effect({ objectId, decision, reason }, now) {
      try {
        await inspection.decide(objectId, decision === "approve" ? "active" : (reason as PhotoRefusal), now);
      } catch (error) {
        // Removed by its owner meanwhile.
        if (!(error instanceof AppError && error.code === "not_found")) throw error;
      }
    },
  };

  return {
    queue,

    async photoLooks({ viewer, now }: StaffMemberContext): Promise<Output<"photoLooks">> {
      const rows = await store.looks(viewer.id, now, now - STRIKES.window);
      const hashed = rows.flatMap(({ photo, pool, bands }) =>
        bands === null ? [] : [{ photo, pool, hash: JSON.parse(bands) as unknown as PhotoHash }],
      );
      const near = await hashes.near(hashed);
      const photos = rows.map(async ({ domainId, birthDate, photo, pool: _pool, bands: _bands, ...look }) => {
        const seen = shownOf(near[hashed.findIndex((one) => one.photo === photo)] ?? [], look.member);
        const domain = await domainOf(domainId);
        const site = domain?.settings.name ?? domainId;
        return { ...look, age: ageOn(birthDate, now), site, nudity: domain?.nudity ?? "none", reasons: reasonsOf(domain), seen };
      });
      return { photos: await Promise.all(photos) };
    },

    /** @throws not_found unless one holds the photo */
    async photoFile({ viewer, now }: StaffMemberContext, { item, size }: Input<"photoFile">): Promise<Response> {
      const key = await store.keyOf(item, viewer.id, now);
      const photo = key && (await open(key, size));
      if (!photo) throw new AppError("not_found");
      return photoResponse(photo);
    },
  };
}
