import type { MailContext, Mails } from "#worker/delivery/mail/mails.ts";
import { isReason, muteOf, OBJECTION_TERM, originOf, STRIKES } from "#worker/people/reports/decisions.vocabulary.ts";
import { newReference } from "#worker/platform/reference.ts";
import type { DecisionRow, NewDecision, Reached } from "./decisions.store.ts";
import { objectionPath } from "./objection-key.ts";

const KIND_OF = {
  content_removed: "content_removed",
  text_refused: "text_refused",
  warning: "warning",
  ban: "ban",
  fraud: "ban",
} as const;

type Of = Pick<NewDecision, "id" | "pool" | "domainId">;
type Against = { report: string | null; memberId: string; about: DecisionRow["about"] };
type Chosen = { kind: string; reason: string | null; words: string | null; by: string };

/** Null without a violation. The third strike of a year mutes. */
export function decisionOf(
  of: Of,
  { report, memberId, about }: Against,
  { kind, reason, words, by }: Chosen,
  strikes: number,
  now: number,
): NewDecision | null {
  if (kind === "no_violation" || !isReason(reason)) return null;
  const mute = muteOf(kind);
  const isStrike = STRIKES.kinds.some((one) => one === kind);
  const muted = mute ?? (isStrike && strikes + 1 >= STRIKES.most ? STRIKES.mute : null);
  return {
    ...of,
    reference: newReference(),
    ...{ memberId, reportId: report, about },
    kind: kind in KIND_OF ? KIND_OF[kind as keyof typeof KIND_OF] : "mute",
    reason,
    until: muted === null ? null : now + muted,
    words,
    decidedBy: by,
    createdAt: now,
  };
}

export type Statement = ReturnType<typeof createStatement>;

/** Mails about decisions, with the link that opens one. */
export function createStatement({ mails, keyedHash }: { mails: Mails; keyedHash(text: string): Promise<string> }) {
  async function linkTo({ origin }: MailContext, id: string): Promise<string> {
    return origin + (await objectionPath(keyedHash, id));
  }

  return {
    linkTo,

    /** The statement of reasons. */
    async decided(ctx: MailContext, member: Reached, decision: NewDecision, callPictures = false) {
      const { reference, kind, reason, about, until = null, words = null } = decision;
      return mails.decision(ctx, {
        ...member,
        ...{ reference, kind, reason, about, until, words, callPictures },
        origin: originOf(decision),
        objectUntil: decision.createdAt + OBJECTION_TERM,
        link: await linkTo(ctx, decision.id),
      });
    },
  };
}
