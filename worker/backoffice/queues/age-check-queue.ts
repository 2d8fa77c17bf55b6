import type { z } from "zod";
import { AGE_CHECK_REFUSALS } from "#db/schema/age-methods.ts";
import { translator } from "#locales/index.ts";
import type { Language } from "#locales/languages.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import type { Queue } from "#worker/backoffice/work/work.ts";
import { photoResponse } from "#worker/delivery/media/photo-object.ts";
import type { AgeCheckRefusal } from "#worker/people/identity/age-checks.vocabulary.ts";
import { AppError } from "#worker/platform/errors.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { contract } from "./age-check-queue.contract.ts";
import type { AgeCheckQueueStore } from "./age-check-queue.store.ts";

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;

/** The cron alone says "undecided". */
const REASONS = AGE_CHECK_REFUSALS.filter((reason) => reason !== "undecided");

interface Closing {
  /** Of the decision: the work item, so that a repeated effect closes once. */
  id: string;
  memberId: string;
  /** The staff member. */
  by: string;
  reason: "minor";
  words(language: string): Promise<string>;
}

interface Deps {
  store: AgeCheckQueueStore;
  decide(id: string, refusedFor: AgeCheckRefusal | null, now: number): Promise<void>;
  endUnder(id: string, now: number): Promise<void>;
  /** Closes the account for review, and gives back the money left. Idempotent. */
  closeAccount(closing: Closing, now: number): Promise<void>;
  domainOf(id: string): Promise<Domain | null>;
  open(key: string, size: "full"): Promise<R2ObjectBody | null>;
}

export function createAgeCheckQueue({ store, decide, endUnder, closeAccount, domainOf, open }: Deps) {
  const queue: Queue = {
    decisionsFor: async () => ({ approve: [], refuse: REASONS, under: [] }),

    async effect({ id, objectId, memberId, decision, decidedBy, reason }, now) {
      if (decision !== "under") return decide(objectId, decision === "approve" ? null : (reason as AgeCheckRefusal), now);
      if (memberId) await closeAccount({ id, memberId, by: decidedBy ?? "", reason: "minor", words: wordsOf }, now);
      await endUnder(objectId, now);
    },
  };

  return {
    queue,

    async ageCheckLooks({ viewer, now }: StaffMemberContext): Promise<Output<"ageCheckLooks">> {
      const born_by = bornBy(now);
      const checks = (await store.inHand(viewer.id, now)).map(async ({ domainId, ...check }) => {
        const site = (await domainOf(domainId))?.settings.name ?? domainId;
        return { ...check, site, born_by };
      });
      return { checks: await Promise.all(checks) };
    },

    /** @throws not_found unless one holds the check */
    async ageCheckFile({ viewer, now }: StaffMemberContext, { item, picture }: Input<"ageCheckFile">): Promise<Response> {
      const key = await store.keyOf(item, picture, viewer.id, now);
      const found = key && (await open(key, "full"));
      if (!found) throw new AppError("not_found");
      return photoResponse(found);
    },
  };
}

/** The facts of the decision, in the member's language. */
async function wordsOf(language: string): Promise<string> {
  return (await translator(language as Language))("age.person.closed");
}

/** The last day of birth (ISO 8601) of a person who is 18 today. */
function bornBy(now: number): string {
  const day = new Date(now);
  const month = day.getUTCMonth();
  day.setUTCFullYear(day.getUTCFullYear() - 18);
  // 29 February of a year that has none.
  if (day.getUTCMonth() !== month) day.setUTCDate(0);
  return day.toISOString().slice(0, 10);
}
