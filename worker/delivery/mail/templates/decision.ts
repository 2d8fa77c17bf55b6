import {
  type AppealOutcome,
  type DecisionKind,
  type DecisionOrigin,
  type DecisionReason,
  type DecisionSubject,
  isMutedByRule,
  lowersStarts,
  type ReportOutcome,
  textsOf,
  UPHELD_DAYS,
} from "#worker/people/reports/decisions.vocabulary.ts";
import { PROOF_DAYS } from "#worker/people/reports/reports.vocabulary.ts";
import { type Frame, type Letter, letter, linesOf } from "./letter.ts";

/** Tells no more than the outcome. */
export function reportDecidedMail(
  frame: Frame,
  { reference, outcome, link }: { reference: string; outcome: ReportOutcome; link: string },
): Letter {
  const { t } = frame;
  return letter(frame, {
    subject: t("mail.letters.report_decided.subject", { reference }),
    title: outcome === "left" ? t("mail.letters.report_decided.subject", { reference }) : t("mail.letters.report_decided.title"),
    paragraphs: [t(`mail.letters.report_decided.${outcome}`)],
    button: { label: t("mail.letters.report_decided.button"), link },
    after: [],
  });
}

export interface DecisionContent {
  reference: string;
  kind: DecisionKind;
  reason: DecisionReason;
  about: DecisionSubject;
  origin: DecisionOrigin;
  /** End of a mute, and of the time to object: as read by the member. */
  until: string | null;
  objectUntil: string;
  /** Staff's own words beside the reason. */
  words: string | null;
  /** The report held pictures of a call. */
  callPictures: boolean;
  link: string;
}

/** Statement of reasons (DSA article 17). Never says who reported. */
export function decisionMail(
  frame: Frame,
  { reference, kind, reason, about, origin, until, words, callPictures, objectUntil, link }: DecisionContent,
): Letter {
  const { t } = frame;
  const texts = textsOf(origin);
  return letter(frame, {
    subject: t("mail.letters.decision.subject", { reference }),
    title: t(`decisions.kinds.${kind}`),
    paragraphs: [
      ...(until === null ? [] : [t("decisions.until", { date: until })]),
      t("decisions.about", { what: t(`reports.kinds.${about}`) }),
      t("decisions.because", { reason: t(`reports.reasons.${reason}`) }),
      ...(words === null ? [] : [t(texts.added), ...linesOf(words)]),
      t(texts.how),
      ...(callPictures ? [t("decisions.call_pictures", { days: PROOF_DAYS })] : []),
      ...(isMutedByRule({ kind, until }) ? [t("decisions.mute_by_rule")] : []),
      ...(lowersStarts({ origin, kind }) ? [t("decisions.starts", { days: UPHELD_DAYS })] : []),
      t(texts.objection, { date: objectUntil }),
    ],
    button: { label: t("mail.letters.decision.button"), link },
    after: [t("decisions.further")],
  });
}

export function objectionDecidedMail(
  frame: Frame,
  { reference, outcome, origin, link }: { reference: string; outcome: AppealOutcome; origin: DecisionOrigin; link: string },
): Letter {
  const { t } = frame;
  return letter(frame, {
    subject: t("mail.letters.decision.objected", { reference }),
    title: t("mail.letters.decision.objected", { reference }),
    paragraphs: [t(textsOf(origin)[outcome])],
    button: { label: t("mail.letters.decision.button"), link },
    after: outcome === "upheld" ? [t("decisions.further")] : [],
  });
}

export interface LiftedContent {
  kind: "mute" | "ban";
  words: string | null;
  link: string;
}

export function decisionLiftedMail(frame: Frame, { kind, words, link }: LiftedContent): Letter {
  const { t } = frame;
  return letter(frame, {
    subject: t("mail.letters.lifted.subject"),
    title: t(`mail.letters.lifted.${kind}.title`),
    paragraphs: [t(`mail.letters.lifted.${kind}.text`), ...(words === null ? [] : [t("decisions.added"), ...linesOf(words)])],
    button: { label: t("mail.letters.lifted.button"), link },
    after: [],
  });
}

export interface FraudReturnedContent {
  credits: number;
  removed: string;
  link: string;
}

export function fraudReturnedMail(frame: Frame, { credits, removed, link }: FraudReturnedContent): Letter {
  const { t } = frame;
  return letter(frame, {
    subject: t("mail.letters.fraud.subject"),
    title: t("mail.letters.fraud.title"),
    paragraphs: [
      t("mail.letters.fraud.text", { name: removed }),
      t("mail.letters.fraud.credits", { count: credits }),
      t("mail.letters.fraud.advice"),
    ],
    button: { label: t("mail.letters.fraud.button"), link },
    after: [],
  });
}
