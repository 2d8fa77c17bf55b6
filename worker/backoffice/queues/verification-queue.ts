import type { z } from "zod";
import { VERIFICATION_REFUSALS } from "#db/schema/attributes.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import type { Queue } from "#worker/backoffice/work/work.ts";
import { photoResponse } from "#worker/delivery/media/photo-object.ts";
import type { ProofRefusal } from "#worker/people/identity/verifications.vocabulary.ts";
import { ageOn } from "#worker/platform/dates.ts";
import { AppError } from "#worker/platform/errors.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { contract } from "./verification-queue.contract.ts";
import type { VerificationQueueStore } from "./verification-queue.store.ts";

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;

interface Deps {
  store: VerificationQueueStore;
  decide(id: string, refusedFor: ProofRefusal | null, now: number): Promise<void>;
  domainOf(id: string): Promise<Domain | null>;
  open(key: string, size: "full" | "card"): Promise<R2ObjectBody | null>;
}

export function createVerificationQueue({ store, decide, domainOf, open }: Deps) {
  const queue: Queue = {
    decisionsFor: async () => ({ approve: [], refuse: VERIFICATION_REFUSALS }),

    async effect({ objectId, decision, reason }, now) {
      await decide(objectId, decision === "approve" ? null : (reason as ProofRefusal), now);
    },
  };

  return {
    queue,

    async verificationLooks({ viewer, now }: StaffMemberContext): Promise<Output<"verificationLooks">> {
      const proofs = (await store.inHand(viewer.id, now)).map(async ({ domainId, birthDate, ...proof }) => {
        const site = (await domainOf(domainId))?.settings.name ?? domainId;
        return { ...proof, age: ageOn(birthDate, now), site };
      });
      return { proofs: await Promise.all(proofs) };
    },

    /** @throws not_found unless one holds the proof */
    async verificationFile(
      { viewer, now }: StaffMemberContext,
      { item, photo, size }: Input<"verificationFile">,
    ): Promise<Response> {
      const key = await store.keyOf(item, photo ?? null, viewer.id, now);
      const found = key && (await open(key, size));
      if (!found) throw new AppError("not_found");
      return photoResponse(found);
    },
  };
}
