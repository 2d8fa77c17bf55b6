import { DECISION_REASONS, type DecisionKind, type DecisionReason } from "#db/schema/attributes.ts";
import { NOTICE_DECISION, PROGRAMS } from "#db/schema/decision-attributes.ts";
import { DAY, utcMidnight } from "#worker/platform/durations.ts";

export type { AppealOutcome, DecisionKind, DecisionReason, DecisionSubject, ReportOutcome } from "#db/schema/attributes.ts";

/** Decisions about a report; the name of a mute holds its days. */
const REPORT_DECISIONS = ["no_violation", "content_removed", "warning", "mute_3", "mute_7", "mute_30", "ban"] as const;
export type ReportDecision = (typeof REPORT_DECISIONS)[number];

export const MEMBER_DECISIONS = ["warning", "mute_3", "mute_7", "mute_30", "ban", "fraud", "lift_mute", "lift_ban"] as const;
export type MemberDecision = (typeof MEMBER_DECISIONS)[number];

/** Open reports that follow a decision about one: those about the same member, or only those about the same thing. */
export function followersOf(decision: ReportDecision): "member" | "thing" {
  return decision === "no_violation" || decision === "content_removed" ? "thing" : "member";
}

/** What staff take down from a file: a photo by its id, an answer by its question. */
const CONTENT = /^(photo|prompt) ([^ ]{1,100})$|^(texts|name)$/;
export type Content = { of: "photo" | "prompt" | "texts" | "name"; object: string };

/** Null for any other text. */
export function contentOf(text: string): Content | null {
  const [, of, object, whole] = CONTENT.exec(text) ?? [];
  if (whole) return { of: whole as Content["of"], object: "" };
  return of ? { of: of as Content["of"], object: object ?? "" } : null;
}

/** Kind of the decisions that a member's decision ends; null for a decision against the member. */
export function liftOf(decision: string | null): "mute" | "ban" | null {
  if (decision === "lift_mute") return "mute";
  return decision === "lift_ban" ? "ban" : null;
}

export function isDecision(text: string | null): text is ReportDecision {
  return REPORT_DECISIONS.some((one) => one === text);
}

export function isReason(text: string | null): text is DecisionReason {
  return DECISION_REASONS.some((one) => one === text);
}

/** Warnings, removals and refused texts of a year that stand; the third, and each further one, mutes. */
export const STRIKES = {
  ...{ most: 3, window: 365 * DAY, mute: 7 * DAY },
  kinds: ["content_removed", "text_refused", "warning"] as const satisfies readonly DecisionKind[],
};

/** DSA article 20: at least six months. */
export const OBJECTION_TERM = 183 * DAY;
/** In ms: until an objection is decided. */
export const APPEAL_DUE = 14 * DAY;
/** Characters. */
export const OBJECTION_TEXT = { min: 20, max: 2000 };

/** Characters of what staff may add to a decision against a member. */
export const STATEMENT_TEXT = { min: 0, max: 1000 };

/** Required without a report: the decision's only statement of facts. */
export const FACTS_TEXT = { min: 20, max: 1000 };

const FRAUD_WINDOW = 30 * DAY;

/**
 * In ms: credits spent on the removed account since then are given back. Older messages may be archived. Whole days, so that the first
 * message of a run is never older: decision 108.
 */
export function fraudSince(removed: number): number {
  return utcMidnight(removed - FRAUD_WINDOW);
}

/** In ms; null for a decision that mutes nobody by itself. */
export function muteOf(decision: string): number | null {
  const days = /^mute_(\d+)$/.exec(decision)?.[1];
  return days === undefined ? null : Number(days) * DAY;
}

/** What led to a decision, and who took it (DSA article 17(3)). `program`: one that nobody looked at before. */
export const DECISION_ORIGINS = ["report", "notice", "staff", "held_text", "program"] as const;
export type DecisionOrigin = (typeof DECISION_ORIGINS)[number];

interface Taken {
  id: string;
  kind: DecisionKind;
  reportId?: string | null;
  decidedBy: string;
}

export function originOf({ id, kind, reportId, decidedBy }: Taken): DecisionOrigin {
  if (PROGRAMS.some((one) => one === decidedBy)) return "program";
  if (kind === "text_refused") return "held_text";
  if (id.startsWith(NOTICE_DECISION)) return "notice";
  return reportId ? "report" : "staff";
}

interface Shown {
  origin: DecisionOrigin | null;
  kind: DecisionKind;
  reported: boolean;
}

/** An older upstream does not tell the origin. */
export function originIn({ origin, kind, reported }: Shown): DecisionOrigin {
  if (origin) return origin;
  if (kind === "text_refused") return "held_text";
  return reported ? "report" : "staff";
}

const HOW = {
  report: "decisions.how",
  notice: "decisions.how_notice",
  staff: "decisions.how_own",
  held_text: "decisions.how_noticed",
  program: "decisions.program.how",
} as const satisfies Record<DecisionOrigin, string>;

const BY_PERSON = {
  added: "decisions.added",
  objection: "decisions.objection",
  waiting: "decisions.waiting",
  upheld: "decisions.upheld",
  reversed: "decisions.reversed",
} as const;
const BY_PROGRAM = {
  added: "decisions.program.added",
  objection: "decisions.program.objection",
  waiting: "decisions.program.waiting",
  upheld: "decisions.program.upheld",
  reversed: "decisions.program.reversed",
} as const;

/** The texts of a statement of reasons that depend on who decided. */
export function textsOf(origin: DecisionOrigin) {
  return { how: HOW[origin], ...(origin === "program" ? BY_PROGRAM : BY_PERSON) };
}

/** A mute that the strike rule adds to a person's decision. */
export function isMutedByRule({ kind, until }: { kind: DecisionKind; until: unknown }): boolean {
  return until !== null && kind !== "mute";
}

/** In days: a decision on a report lowers the number of new conversations, unless it is reversed or lifted. Decision 149. */
export const UPHELD_DAYS = 90;

/** A ban leaves nothing to begin. */
export function lowersStarts({ origin, kind }: { origin: DecisionOrigin; kind: DecisionKind }): boolean {
  return origin === "report" && kind !== "ban";
}
