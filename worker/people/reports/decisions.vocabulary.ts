import { DECISION_REASONS, type DecisionKind, type DecisionReason } from "#db/schema/attributes.ts";
import { DAY } from "#worker/platform/durations.ts";

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

/** In ms before the removal: credits spent on the account since then are given back. Older messages may be archived. */
export const FRAUD_WINDOW = 30 * DAY;

/** In ms; null for a decision that mutes nobody by itself. */
export function muteOf(decision: string): number | null {
  const days = /^mute_(\d+)$/.exec(decision)?.[1];
  return days === undefined ? null : Number(days) * DAY;
}

/** The text that says how a decision came about. */
export function howOf({ kind, reported }: { kind: DecisionKind; reported: boolean }) {
  if (kind === "text_refused") return "decisions.how_noticed" as const;
  return reported ? ("decisions.how" as const) : ("decisions.how_own" as const);
}
