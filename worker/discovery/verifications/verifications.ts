import { announced, type Live } from "#worker/delivery/live/live.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import { keepPictures } from "#worker/discovery/photos/kept-pictures.ts";
import type { PhotoFiles } from "#worker/discovery/photos/photo-files.ts";
import type { PhotoOwner } from "#worker/discovery/photos/photo-mails.ts";
import type { PictureMaker } from "#worker/discovery/photos/picture-maker.ts";
import type { Context, MemberContext } from "#worker/people/identity/context.ts";
import { PROOF_RETENTION, type ProofRefusal } from "#worker/people/identity/verifications.vocabulary.ts";
import type { Input } from "#worker/platform/call.ts";
import { AppError } from "#worker/platform/errors.ts";
import { newId, newSecret } from "#worker/platform/ids.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { log } from "#worker/platform/log.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { GestureAfter } from "./gestures.ts";
import type { contract, Verification } from "./verifications.contract.ts";
import type { Standing, VerificationsStore } from "./verifications.store.ts";

const AT_ONCE = 20;

interface Deps {
  store: VerificationsStore;
  pictures: Pick<PhotoFiles, "keep" | "finish" | "erase">;
  makePicture: PictureMaker;
  limits: Limits;
  live: Live;
  gestureAfter: GestureAfter;
  mails: Pick<Mails, "verificationDecided" | "dispatch">;
  /** Null for an erased account. */
  owner(memberId: string): Promise<PhotoOwner | null>;
  domainOf(id: string): Promise<Domain | null>;
  originOf(domain: Domain): string;
}

export function createVerifications(deps: Deps) {
  const { store, pictures, makePicture, limits, live, gestureAfter } = deps;
  const tell = (memberId: string) => live.tell(memberId, { events: [], changed: ["user"] });

  /** The same until a proof is sent: nobody reloads, or withdraws, until a gesture fits an old photo. */
  const gestureOf = async (memberId: string, { latest, next }: Standing) => next ?? (await gestureAfter(memberId, latest));

  async function stateOf({ viewer }: MemberContext, standing: Standing, verified: boolean): Promise<Verification> {
    const { latest } = standing;
    return {
      verified,
      has_photo: viewer.profile.mainPhoto !== null,
      gesture: await gestureOf(viewer.id, standing),
      latest: latest && {
        status: latest.status,
        reason: latest.reason,
        sent_at: iso(latest.sentAt),
        decided_at: latest.decidedAt === null ? null : iso(latest.decidedAt),
        erased_at: latest.decidedAt === null || latest.key === null ? null : iso(latest.decidedAt + PROOF_RETENTION),
      },
    };
  }

  return {
    /** Counts nothing. @throws too_many_requests */
    async mayVerify(ctx: MemberContext): Promise<void> {
      offered(ctx);
      refuseOver(await limits.check(...limitOf("verifications", { member: ctx.viewer.id }), ctx.now));
    },

    /** @throws not_found */
    async verification(ctx: MemberContext): Promise<Verification> {
      offered(ctx);
      return stateOf(ctx, await store.standing(ctx.viewer.id), ctx.viewer.profile.verified);
    },

    /** @throws conflict (one waits, or no photo is approved) forbidden invalid not_found too_many_requests */
    async verify(ctx: MemberContext, { file }: Input<typeof contract.verify>): Promise<Verification> {
      offered(ctx);
      const { viewer, write, now } = ctx;
      if (viewer.profile.fictional) throw new AppError("forbidden");
      // Derived from the idempotency secret: a retry finds the proof whose response was lost.
      const [id, key] = write ? [write.secret.slice(0, 20), write.secret.slice(20)] : [newId(), newSecret(24)];
      const standing = await store.standing(viewer.id);
      const { latest } = standing;
      if (latest?.id === id) return stateOf(ctx, standing, viewer.profile.verified);
      if (latest?.status === "waiting" || viewer.profile.mainPhoto === null) throw new AppError("conflict");
      const gesture = await gestureOf(viewer.id, standing);
      const next = await gestureAfter(viewer.id, { id, gesture });
      const made = await makePicture(file, () => limits.hit(...limitOf("verifications", { member: viewer.id }), now));
      await keepPictures(pictures, viewer.id, { [key]: made }, ["full", "card"], {
        add: () => store.send({ id, memberId: viewer.id, gesture, next, key, now }),
        isKept: async () => (await store.find(id)) !== null,
      });
      return stateOf(ctx, await store.standing(viewer.id), viewer.profile.verified);
    },

    /** Idempotent. The pictures go first, since the rows hold their keys. @throws not_found */
    async withdrawVerification(ctx: MemberContext): Promise<Verification> {
      offered(ctx);
      const { id } = ctx.viewer;
      const gesture = await gestureOf(id, await store.standing(id));
      const keys = await store.keysOf(id);
      for (const key of keys) await pictures.erase(key, id);
      await announced(live, [id], () => store.withdraw(id, keys, gesture));
      await tell(id);
      return stateOf(ctx, await store.standing(id), false);
    },

    /** Idempotent: the first decision holds. */
    async decide(id: string, refusedFor: ProofRefusal | null, now: number): Promise<void> {
      const proof = await store.find(id);
      const to = proof && (await deps.owner(proof.memberId));
      const domain = to && (await deps.domainOf(to.domainId));
      if (proof?.status !== "waiting" || !to) return;
      const ctx = domain && { domain, country: to.country, origin: deps.originOf(domain), now };
      const marked = refusedFor === null && (await store.comparesMain(id));
      const mail = ctx && (await deps.mails.verificationDecided(ctx, { ...to, reason: refusedFor, marked }));
      const work = () => store.decide({ id, memberId: proof.memberId, refusedFor, now, mail });
      const decided = await announced(live, [proof.memberId], work);
      if (decided && mail) await deps.mails.dispatch(mail.id);
      await tell(proof.memberId);
    },

    /** For the cron. Pictures first, since the rows hold their keys. */
    async sweep(now: number): Promise<void> {
      for (const { id, memberId, key } of await store.ended(now - PROOF_RETENTION, AT_ONCE)) {
        try {
          await pictures.erase(key, memberId);
          await store.forgetPhoto(id);
        } catch (error) {
          log("error", "proof of a pose not erased", { verification: id, error });
        }
      }
    },
  };
}

/** @throws not_found where nobody could decide */
function offered({ domain }: Pick<Context, "domain">): void {
  if (!domain.features.verification) throw new AppError("not_found");
}

const iso = (at: number) => new Date(at).toISOString();
