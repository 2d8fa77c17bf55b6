import { base64url } from "#worker/platform/ids.ts";

/** The `user.id` of WebAuthn: base64url of the account's id. */
export function userHandle(id: string): string {
  return base64url(new TextEncoder().encode(id));
}
