import { DAY, HOUR, MINUTE } from "#worker/platform/durations.ts";

/** Webhooks of a deployment: each event reads them. */
export const MOST_WEBHOOKS = 20;
/** Characters. */
export const MOST_URL = 500;
/** In ms: delays after the first failures. With the first attempt ten, within about three days. */
export const BACKOFF = [...[MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR], ...[3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, DAY]] as const;
export const ATTEMPTS = BACKOFF.length + 1;
/** In ms: a webhook ends when a delivery used up its attempts and nothing got through for this long. */
export const ENDS_AFTER = 2 * DAY;
/** In ms: the receiver answers within it. */
export const PATIENCE = 10_000;
/** In ms: a delivery that was under way when the server stopped is repeated after it. */
export const LEASE = 10 * MINUTE;
/** In ms: the secret before a rotation signs as well for this long. */
export const OLD_SECRET = DAY;
/** As people see it (Standard Webhooks 1.0). It is stored and handed over as base64url of its 32 bytes. */
export function shownSecret(secret: string): string {
  return `whsec_${secret.replaceAll("-", "+").replaceAll("_", "/")}=`;
}

/** In ms, from the event on. */
export const LOG_RETENTION = 30 * DAY;
