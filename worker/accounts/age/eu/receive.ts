import type { AgeOutcome } from "../method.vocabulary.ts";
import type { EuSecret } from "./request.ts";
import type { TrustedList } from "./trust.ts";

interface Receiving {
  secret: EuSecret;
  /** As the store keeps it; `null` before the first reading. */
  trust: TrustedList | null;
  /** In ms. */
  now: number;
  /** For the issuer's status list, where the proof names one. */
  fetch: typeof fetch;
}

/**
 * The answer of the browser API: `DigitalCredential.data` as the browser gave it, `{ response: base64url }` or the text itself.
 * Never throws for what a client sent. The caller marks the request as answered before or with this call.
 */
export async function receiveBrowser(_: Receiving & { answer: unknown }): Promise<AgeOutcome> {
  return { kind: "failed", reason: "unavailable" };
}

/** The form field `vp_token` of the app's post, as text. Never throws for what a client sent. */
export async function receiveVpToken(_: Receiving & { vpToken: string }): Promise<AgeOutcome> {
  return { kind: "failed", reason: "unavailable" };
}

/** A post of the app: which request it answers, and with what. `null` if it is no such post. */
export type DirectPost = { state: string } & ({ vpToken: string } | { failed: AgeOutcome });

export function parseDirectPost(_: URLSearchParams): DirectPost | null {
  return null;
}
