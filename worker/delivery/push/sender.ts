import { isPushService, type OtherServices } from "#worker/delivery/notifications/push-services.vocabulary.ts";
import { log } from "#worker/platform/log.ts";
import { encryptPush } from "./encryption.ts";
import type { Subscription } from "./push.store.ts";
import type { Vapid } from "./vapid.ts";

const PADDED = 1024;
const TIMEOUT = 10_000;
/** In seconds: a push service may ask for more patience than a queue has. */
const LONGEST_WAIT = 6 * 3600;

export interface Sending {
  text: string;
  ttl: number;
  urgency: "low" | "normal" | "high";
  /** At most 32 characters of base64url (RFC 8030 section 5.4). */
  topic: string;
  contact: string;
}

/** `wait` in seconds, if the push service names it. */
export type Delivered = { is: "sent" } | { is: "gone" } | { is: "refused" } | { is: "later"; wait: number | null };

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;
export type Send = (to: Omit<Subscription, "refusedAt">, sending: Sending, now: number) => Promise<Delivered>;

interface Deps {
  fetch: Fetch;
  vapid: Vapid;
  otherServices?: OtherServices;
  keep?(sent: { endpoint: string; headers: Record<string, string>; size: number; text: string; status: number }): Promise<void>;
}

/** Sends one message by RFC 8030. Never throws. */
export function createSender({ fetch, vapid, otherServices, keep }: Deps): Send {
  return async function send(to, { text, ttl, urgency, topic, contact }, now) {
    // A stored endpoint may be older than the list of push services.
    if (!isPushService(to.endpoint, otherServices) || to.publicKey !== vapid.publicKey) return { is: "gone" };
    let body: Uint8Array<ArrayBuffer>;
    try {
      body = await encryptPush(text, to, PADDED);
    } catch (error) {
      log("warn", "push not encrypted", { error: (error as Error).name });
      return { is: "gone" };
    }
    const headers = {
      authorization: await vapid.authorization(to.endpoint, contact, now),
      "content-encoding": "aes128gcm",
      "content-type": "application/octet-stream",
      ttl: String(ttl),
      urgency,
      topic,
    };
    const signal = AbortSignal.timeout(TIMEOUT);
    // A redirect would lead past the list of push services.
    const answer = await fetch(to.endpoint, { method: "POST", headers, body, redirect: "manual", signal }).catch(() => null);
    await answer?.body?.cancel();
    await keep?.({ endpoint: to.endpoint, headers, size: body.length, text, status: answer?.status ?? 0 });
    return judged(answer, now);
  };
}

function judged(answer: Response | null, now: number): Delivered {
  if (!answer) return { is: "later", wait: null };
  if (answer.ok) return { is: "sent" };
  if (answer.status === 404 || answer.status === 410) return { is: "gone" };
  if (answer.status === 429 || answer.status >= 500) return { is: "later", wait: waitOf(answer.headers.get("retry-after"), now) };
  log("warn", "push refused", { status: answer.status });
  return { is: "refused" };
}

/** RFC 9110 section 10.2.3: seconds or a date. */
function waitOf(header: string | null, now: number): number | null {
  if (header === null) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1000);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, LONGEST_WAIT) : null;
}
