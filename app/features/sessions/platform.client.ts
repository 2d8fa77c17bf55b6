import { CallError } from "#app/live/client.ts";

/** Words for what can go wrong with a passkey in the browser. */
export interface PasskeyTexts {
  working: string;
  cancelled: string;
  known: string;
  unsupported: string;
  failed: string;
}

/** Whether this browser makes and uses passkeys, and reads their options as JSON (Web Authentication Level 3, section 5.1). */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === "function" && "parseCreationOptionsFromJSON" in PublicKeyCredential;
}

/** What to say of a failure: the server's own words, or ours for the browser's. */
export function wordsFor(error: unknown, words: PasskeyTexts): string {
  if (error instanceof CallError) return error.fields[0]?.message || error.message || words.failed;
  if (!(error instanceof DOMException)) return words.failed;
  if (error.name === "InvalidStateError") return words.known;
  return error.name === "NotAllowedError" || error.name === "AbortError" ? words.cancelled : words.failed;
}
