import { announced, type Live } from "#worker/delivery/live/live.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import { keepPictures } from "#worker/discovery/photos/kept-pictures.ts";
import type { PhotoFiles } from "#worker/discovery/photos/photo-files.ts";
import type { PhotoOwner } from "#worker/discovery/photos/photo-mails.ts";
import type { PictureMaker } from "#worker/discovery/photos/picture-maker.ts";
import type { GestureAfter } from "#worker/discovery/verifications/gestures.ts";
import type { AgeCheckRefusal } from "#worker/people/identity/age-checks.vocabulary.ts";
import { newProof } from "#worker/people/identity/age-gate.ts";
import type { Context, MemberContext } from "#worker/people/identity/context.ts";
import type { Input } from "#worker/platform/call.ts";
import { AppError } from "#worker/platform/errors.ts";
import { newId, newSecret } from "#worker/platform/ids.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { log } from "#worker/platform/log.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { AgeCheck, contract } from "./age-checks.contract.ts";
import type { AgeCheckEnd, AgeCheckRow, AgeChecksStore } from "./age-checks.store.ts";
import { REFUSAL_RETENTION, UNDECIDED } from "./age-checks.vocabulary.ts";

const AT_ONCE = 20;

interface Deps {
  store: AgeChecksStore;
  pictures: Pick<PhotoFiles, "keep" | "finish" | "erase">;
  makePicture: PictureMaker;
  limits: Limits;
  live: Live;
  gestureAfter: GestureAfter;
  mails: Pick<Mails, "ageCheckDecided" | "dispatch">;
  /** Null for an erased account. */
  owner(memberId: string): Promise<PhotoOwner | null>;
  domainOf(id: string): Promise<Domain | null>;
  originOf(domain: Domain): string;
}

/** The proof of age by a person: decision 117. */
export function createAgeChecks(deps: Deps) {
  const { store, pictures, makePicture, limits, live, gestureAfter } = deps;

  async function stateOf({ viewer }: MemberContext): Promise<AgeCheck> {
    const { latest, next } = await store.standing(viewer.id);
    const shown = latest?.status === "waiting" || latest?.status === "refused" ? latest : null;
    return {
      gesture: next ?? (await gestureAfter(viewer.id, null)),
      latest: shown && {
        status: shown.status as "waiting" | "refused",
        reason: shown.reason,
        sent_at: new Date(shown.sentAt).toISOString(),
      },
    };
  }

  /** Pictures first, since the row holds their keys. */
  async function clear({ id, accountId, pose, document }: AgeCheckRow): Promise<void> {
    for (const key of [pose, document]) if (key) await pictures.erase(key, accountId);
    await store.clear(id);
  }

  async function end(row: AgeCheckRow, how: AgeCheckEnd, now: number, mail: Parameters<AgeChecksStore["end"]>[4] = null) {
    const { id, accountId } = row;
    const ended = await announced(live, [accountId], () => store.end(id, accountId, how, now, mail));
    if (ended && mail) await deps.mails.dispatch(mail.id);
    await clear(row);
    await live.tell(accountId, { events: [], changed: ["user", "chats", "likes"] });
  }

  /** Idempotent: the first decision holds. `refusedFor`: null if the person is 18 or older. */
  async function decide(id: string, refusedFor: AgeCheckRefusal | null, now: number): Promise<void> {
    const row = await store.find(id);
    if (!row) return;
    if (row.status !== "waiting") return clear(row);
    const [to, domain] = await Promise.all([deps.owner(row.accountId), deps.domainOf(row.domainId)]);
    const ctx = domain && to && { domain, country: to.country, origin: deps.originOf(domain), now };
    const mail = ctx && (await deps.mails.ageCheckDecided(ctx, { ...to, reason: refusedFor }));
    const over = newProof(now, domain?.settings.age_proof_days.person);
    await end(row, refusedFor === null ? { over } : { refusedFor }, now, mail);
  }

  /** Also counted by network: many accounts of one person share it. */
  async function counting({ viewer, network, now }: MemberContext, how: "check" | "hit") {
    const own = await limits[how](...limitOf("ageChecks", { member: viewer.id }), now);
    return own.allowed ? limits[how](...limitOf("ageChecksOfNetwork", { network }), now) : own;
  }

  return {
    /** Before the body is read; counts nothing. @throws not_found conflict too_many_requests */
    async maySendAgeCheck(ctx: MemberContext): Promise<void> {
      offered(ctx);
      if ((await store.standing(ctx.viewer.id)).latest?.status === "waiting") throw new AppError("conflict");
      refuseOver(await counting(ctx, "check"));
    },

    /** Pictures that are here are told of also where nobody could decide any more. @throws not_found */
    async ageCheck(ctx: MemberContext): Promise<AgeCheck> {
      const state = await stateOf(ctx);
      if (!state.latest) offered(ctx);
      return state;
    },

    /** @throws conflict (one waits, or nothing is to prove this way) invalid not_found too_many_requests */
    async sendAgeCheck(ctx: MemberContext, input: Input<typeof contract.sendAgeCheck>): Promise<AgeCheck> {
      asked(ctx);
      const { viewer, write, now } = ctx;
      // Derived from the idempotency secret: a retry finds the check whose response was lost.
      const [id, secret] = write ? [write.secret.slice(0, 20), write.secret.slice(20)] : [newId(), newSecret(24)];
      const { latest, next } = await store.standing(viewer.id);
      if (latest?.id === id) return stateOf(ctx);
      if (latest?.status === "waiting") throw new AppError("conflict");
      const gesture = next ?? (await gestureAfter(viewer.id, null));
      const made = {
        pose: await inField(
          "pose",
          makePicture(input.pose, () => counting(ctx, "check")),
        ),
        document: await inField(
          "document",
          makePicture(input.document, () => counting(ctx, "hit")),
        ),
      };
      const [pose, document] = [`${secret}p`, `${secret}d`];
      const row: AgeCheckRow = {
        ...{ id, accountId: viewer.id, domainId: ctx.domain.id, country: ctx.age?.country || ctx.country, gesture },
        ...{ pose, document, status: "waiting", reason: null, sentAt: now, decidedAt: null },
      };
      const after = await gestureAfter(viewer.id, { id, gesture });
      // Staff see the full size alone.
      await keepPictures(pictures, viewer.id, { [pose]: made.pose, [document]: made.document }, ["full"], {
        add: () => store.send(row, after),
        isKept: async () => (await store.find(id)) !== null,
      });
      return stateOf(ctx);
    },

    /** Idempotent. Never refused: the pictures are the member's. */
    async withdrawAgeCheck(ctx: MemberContext): Promise<AgeCheck> {
      const { latest } = await store.standing(ctx.viewer.id);
      if (latest) await end(latest, "ended", ctx.now);
      return stateOf(ctx);
    },

    decide,

    /** After the account was closed. Idempotent. */
    async endUnder(id: string, now: number): Promise<void> {
      const row = await store.find(id);
      if (row) await end(row, "under", now);
    },

    /** For the cron: what nobody decided, what ended with its account, and pictures that could not be erased at once. */
    async sweep(now: number): Promise<void> {
      for (const { id, late } of await store.overdue(now - UNDECIDED, AT_ONCE)) {
        const row = late ? null : await store.find(id);
        await attempt(id, () => (row ? end(row, "ended", now) : decide(id, "undecided", now)));
      }
      for (const row of await store.leftovers(AT_ONCE)) await attempt(row.id, () => clear(row));
      await store.forget(now - REFUSAL_RETENTION);
    },
  };
}

/** One that fails must not keep the others. */
async function attempt(check: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log("error", "check of age not ended", { check, error });
  }
}

/** @throws not_found where nobody could decide */
function offered({ domain }: Pick<Context, "domain">): void {
  if (!domain.features.verification) throw new AppError("not_found");
}

/** @throws not_found, conflict (nothing to prove this way) */
function asked(ctx: MemberContext): void {
  offered(ctx);
  if (!ctx.age?.methods.includes("person")) throw new AppError("conflict");
}

/** Names the field of a refused picture. */
async function inField<T>(field: string, made: Promise<T>): Promise<T> {
  try {
    return await made;
  } catch (error) {
    if (!(error instanceof AppError) || error.fields.length === 0) throw error;
    const fields = error.fields.map((one) => ({ ...one, field }));
    throw new AppError(error.code, {
      params: error.params,
      field: error.field ? field : undefined,
      fields,
      retryAfter: error.retryAfter ?? undefined,
    });
  }
}
