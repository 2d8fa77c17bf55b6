import type { AppealOutcome, ReportOutcome } from "#db/schema/attributes.ts";
import type { DecisionOrigin } from "#worker/people/reports/decisions.vocabulary.ts";
import { formatDay } from "#worker/platform/dates.ts";
import { type Addressee, composeMail, type MailContext, type MailRow, readerFor } from "./compose-mail.ts";
import {
  type DecisionContent,
  decisionLiftedMail,
  decisionMail,
  type FraudReturnedContent,
  fraudReturnedMail,
  type LiftedContent,
  objectionDecidedMail,
  reportDecidedMail,
} from "./templates/decision.ts";
import { pictureHiddenMail } from "./templates/picture-hidden.ts";

/** Part of `createMails`: what members hear of decisions of staff. */
export const DECISION_MAILS = {
  async reportDecided(ctx: MailContext, to: Addressee & { reference: string; outcome: ReportOutcome }): Promise<MailRow> {
    const content = { reference: to.reference, outcome: to.outcome, link: `${ctx.origin}/settings/reports` };
    return composeMail(ctx, to, "report_decided", (frame) => reportDecidedMail(frame, content));
  },

  /** `until` and `objectUntil` in ms. */
  async decision(
    ctx: MailContext,
    to: Addressee & Omit<DecisionContent, "until" | "objectUntil"> & { until: number | null; objectUntil: number },
  ): Promise<MailRow> {
    return composeMail(ctx, to, "decision", (frame) => {
      const day = (at: number) => formatDay(at, readerFor(ctx, frame));
      return decisionMail(frame, { ...to, until: to.until === null ? null : day(to.until), objectUntil: day(to.objectUntil) });
    });
  },

  /** A notice of an intimate picture hides one. `about` in the link fills the form in. */
  async pictureHidden(ctx: MailContext, to: Addressee & { reference: string }): Promise<MailRow> {
    const link = `${ctx.origin}/complaints?about=${to.reference}`;
    return composeMail(ctx, to, "picture_hidden", (frame) => pictureHiddenMail(frame, { reference: to.reference, link }));
  },

  async objectionDecided(
    ctx: MailContext,
    to: Addressee & { reference: string; outcome: AppealOutcome; origin: DecisionOrigin; link: string },
  ): Promise<MailRow> {
    return composeMail(ctx, to, "objection_decided", (frame) => objectionDecidedMail(frame, to));
  },

  async fraudReturned(ctx: MailContext, to: Addressee & Omit<FraudReturnedContent, "link">): Promise<MailRow> {
    return composeMail(ctx, to, "fraud_returned", (frame) =>
      fraudReturnedMail(frame, { ...to, link: `${ctx.origin}/transactions` }),
    );
  },

  async decisionLifted(ctx: MailContext, to: Addressee & Omit<LiftedContent, "link">): Promise<MailRow> {
    return composeMail(ctx, to, "decision_lifted", (frame) => decisionLiftedMail(frame, { ...to, link: `${ctx.origin}/` }));
  },
};
