import { REPORT_KINDS, REPORT_REASONS, type ReportReason, VIOLATIONS } from "#db/schema/attributes.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";

export { REPORT_KINDS, REPORT_REASONS };

/** Characters. */
export const REPORT_TEXT = 1000;
export const REPORT_HOURS = { urgent: 24, other: 72 };
/** In ms: a chat that a block removed, without a decision. */
export const HELD_AT_MOST = 90 * DAY;
/** After the decision: longer than the time to object. */
export const PROOF_DAYS = 190;
/** In ms. */
export const PROOF_RETENTION = PROOF_DAYS * DAY;

/** In ms. */
export function dueAfter(reason: ReportReason): number {
  return (VIOLATIONS[reason].urgent ? REPORT_HOURS.urgent : REPORT_HOURS.other) * HOUR;
}
