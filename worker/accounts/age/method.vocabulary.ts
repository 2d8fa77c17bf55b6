/**
 * Why an answer did not count. Each leaves the account as it was; the member may try again.
 *
 * - `expired`: the proof or its issuer's certificate ended
 * - `not_yet_valid`: one of them begins later
 * - `revoked`: the issuer withdrew the proof
 * - `cancelled`: the member or the app closed the request
 * - `unknown_issuer`: no issuer of the trusted list signed the proof
 * - `wrong_device`: the device of the proof did not sign this request: a copy, an earlier answer, another site
 * - `other_request`: the answer is sealed for another request or site, or this request has no answer any more
 * - `replayed`: this request was answered before; only the store of requests says so
 * - `invalid`: the answer is no proof of age, or was changed
 * - `unavailable`: the trusted list is missing or expired; the member can do nothing
 */
export const AGE_FAILURES = [
  "expired",
  "not_yet_valid",
  "revoked",
  "cancelled",
  "unknown_issuer",
  "wrong_device",
  "other_request",
  "replayed",
  "invalid",
  "unavailable",
] as const;
export type AgeFailure = (typeof AGE_FAILURES)[number];

/**
 * What an answer of any method proves. `under` needs a fully verified "not over 18"; everything else fails.
 * `detail` is for logs: a fixed English text without anything of the person.
 */
export type AgeOutcome = { kind: "over" } | { kind: "under" } | { kind: "failed"; reason: AgeFailure; detail?: string };
