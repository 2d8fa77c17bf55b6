/** Why an answer did not count. Each leaves the account as it was, and the member may try again. */
export const AGE_FAILURES = [
  /** The proof or its issuer's certificate ended. */
  "expired",
  "not_yet_valid",
  /** The issuer withdrew the proof. */
  "revoked",
  /** The member or the app closed the request. */
  "cancelled",
  /** No issuer of the trusted list signed the proof. */
  "unknown_issuer",
  /** The device of the proof did not sign this request: a copy, an earlier answer, another site. */
  "wrong_device",
  /** The answer is sealed for another request or site. */
  "other_request",
  /** This request was answered before; only the store of requests says so. */
  "replayed",
  /** The answer is no proof of age, or was changed. */
  "invalid",
  /** The trusted list is missing or expired; the member can do nothing. */
  "unavailable",
] as const;
export type AgeFailure = (typeof AGE_FAILURES)[number];

/**
 * What an answer of any method proves. `under` needs a fully verified "not over 18"; everything else fails.
 * `detail` is for logs: a fixed English text without anything of the person.
 */
export type AgeOutcome = { kind: "over" } | { kind: "under" } | { kind: "failed"; reason: AgeFailure; detail?: string };

/** Stand in the column of the code, and are no hash. "Under 18" waits for the member's page alone, or for the closing. */
export const CONFIRM = "confirm";
export const CLOSING = "closing";

/** An answer "under 18" of an app, which nobody has confirmed here: neither by its code nor on the page. */
export function asksToConfirm({ outcome, codeHash }: { outcome: string | null; codeHash: string | null }): boolean {
  return outcome === "under" && codeHash !== null && codeHash !== CLOSING;
}
