import type { WebhookEnd, WebhookEvent } from "#db/schema/operator-codes.ts";
import { auditRow } from "#worker/backoffice/staff/audit.ts";
import type { StaffMails } from "#worker/backoffice/staff/staff-mails.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import { DAY } from "#worker/platform/durations.ts";
import { newId } from "#worker/platform/ids.ts";
import { log } from "#worker/platform/log.ts";
import { outsideOnly } from "#worker/platform/outside.ts";
import type { Seal } from "#worker/platform/sealed.ts";
import { isOfThisMachine } from "./address.ts";
import type { DeliveriesStore, DeliveryRow, Receiver } from "./deliveries.store.ts";
import { signaturesOf } from "./signature.ts";
import { ATTEMPTS, BACKOFF, ENDS_AFTER, LEASE, LOG_RETENTION, OLD_SECRET, PATIENCE } from "./webhooks.vocabulary.ts";

interface Deps {
  store: DeliveriesStore;
  seal: Seal;
  fetch: typeof globalThis.fetch;
  mails: Pick<StaffMails, "toOperators"> & Pick<Mails, "dispatch">;
  /** Of a build that is never deployed. */
  local: boolean;
  /** Address of the page of a webhook; null without a staff host. */
  pageOf(webhook: string): string | null;
}

/** Deliveries of one webhook in one sweep, and at once. */
const SWEPT = 60;
const AT_ONCE = 4;
const FORGOTTEN = 1_000;
/** Bytes. The answer is not read. */
const MOST_ANSWER = 64_000;

/** The name of `objectId` by event. */
const OBJECTS: Partial<Record<WebhookEvent, "order" | "report" | "decision">> = {
  "order.paid": "order",
  "order.refunded": "order",
  "report.made": "report",
  "decision.made": "decision",
};

export type Deliveries = ReturnType<typeof createDeliveries>;

/** Sends what the triggers wrote, at least once, as Standard Webhooks 1.0 says. */
export function createDeliveries({ store, seal, fetch, mails, local, pageOf }: Deps) {
  const outside = outsideOnly(fetch, MOST_ANSWER);

  async function secretsOf({ id, secret, oldSecret, oldUntil }: Receiver, now: number): Promise<string[] | null> {
    const sealed = [secret, ...(oldSecret !== null && (oldUntil ?? 0) > now ? [oldSecret] : [])];
    const open = await Promise.all(sealed.map((one) => seal.open(one, id)));
    return open[0] === null ? null : open.filter((one) => one !== null);
  }

  async function post(
    receiver: Receiver,
    delivery: DeliveryRow,
    now: number,
  ): Promise<{ answer: number | null; error: string | null }> {
    const secrets = await secretsOf(receiver, now);
    if (!secrets) return { answer: null, error: "secret_lost" };
    const [body, seconds] = [bodyOf(delivery), Math.floor(now / 1000)];
    const headers = {
      "content-type": "application/json",
      "user-agent": "Liaison-Webhooks/1",
      "webhook-id": delivery.id,
      "webhook-timestamp": String(seconds),
      "webhook-signature": await signaturesOf(secrets, delivery.id, seconds, body),
    };
    const send = local && isOfThisMachine(new URL(receiver.url)) ? fetch : outside;
    try {
      const init = { method: "POST", headers, body, signal: AbortSignal.timeout(PATIENCE) };
      const response = await send(receiver.url, { ...init, redirect: "manual" });
      await response.body?.cancel();
      return { answer: response.status, error: response.ok ? null : "refused" };
    } catch (error) {
      return { answer: null, error: (error as Error).name === "TimeoutError" ? "timeout" : "not_reached" };
    }
  }

  /** Null where nothing was to be done. */
  async function attempt(id: string, now: number): Promise<boolean | null> {
    const claimed = await store.claim(id, LEASE, now);
    if (!claimed) return null;
    const { delivery, receiver } = claimed;
    const { answer, error } = await post(receiver, delivery, now);
    if (error === null && answer !== null) {
      // A lost write repeats the delivery after the lease: twice is better than never.
      await store.delivered(delivery, answer, now);
      return true;
    }
    const isTrial = delivery.event === "webhook.test";
    const isLast = isTrial || delivery.attempts >= ATTEMPTS;
    const silent = receiver.failingSince !== null && receiver.failingSince <= now - ENDS_AFTER;
    const ends = answer === 410 ? "gone" : isLast && !isTrial && silent ? "failures" : null;
    const tells = ends !== null || (isLast && !isTrial && (receiver.toldAt ?? 0) <= now - DAY);
    const rows = tells ? await mails.toOperators(mailOf(receiver, ends, pageOf(receiver.id)), now) : [];
    const audit = auditRow(
      { now, requestId: newId(), viewer: null },
      { action: "end webhook", object: "deployment", id: receiver.id, reason: ends },
    );
    const nextAt = isLast ? null : now + (BACKOFF[delivery.attempts - 1] ?? DAY);
    log(isLast && !isTrial ? "error" : "warn", "webhook not delivered", {
      webhook: receiver.id,
      attempt: delivery.attempts,
      answer,
      code: error,
    });
    await store.failed({ delivery, answer, error: error ?? "refused", nextAt, counts: !isTrial, ends, mails: rows, audit, now });
    await Promise.all(rows.map((row) => mails.dispatch(row.id)));
    return false;
  }

  /** A receiver that fails gets the rest with the next sweep. */
  async function lane(ids: readonly string[], now: number): Promise<void> {
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const outcomes = await Promise.all(ids.slice(from, from + AT_ONCE).map((id) => attempt(id, now)));
      if (outcomes.includes(false)) return;
    }
  }

  return {
    attempt,

    async sweep(now: number): Promise<void> {
      await Promise.all((await store.due(now, SWEPT)).map((ids) => lane(ids, now)));
    },

    async forget(now: number): Promise<void> {
      await store.forget(now - LOG_RETENTION, FORGOTTEN);
    },

    /** Sends a trial at once, and only once. */
    async trial(webhookId: string, now: number): Promise<boolean> {
      const id = `msg_${newId()}`;
      await store.add({ id, webhookId, event: "webhook.test", at: now, nextAt: now });
      return (await attempt(id, now)) === true;
    },

    async seal(webhook: string, secret: string): Promise<string> {
      return seal.close(secret, webhook);
    },

    oldUntil: (now: number) => now + OLD_SECRET,
  };
}

/** Ids only: the receiver asks the API for more. */
function bodyOf({ event, at, domainId, memberId, objectId }: DeliveryRow): string {
  const object = OBJECTS[event];
  const data = {
    ...(domainId !== null && { site: domainId }),
    ...(memberId !== null && { member: memberId }),
    ...(object && objectId !== null && { [object]: objectId }),
  };
  return JSON.stringify({ type: event, timestamp: new Date(at).toISOString(), data });
}

/** The address may hold a key of the receiver's in its path. */
function mailOf({ url }: Receiver, ends: WebhookEnd | null, page: string | null) {
  const { host } = new URL(url);
  const why = ends === "gone" ? "The receiver answered that it is gone (410)." : "Nothing got through for days.";
  const [subject, facts] = ends
    ? [`Webhook to ${host} switched off`, `${why} The webhook to ${host} is off: events from now on are not kept for it.`]
    : [`Webhook to ${host} fails`, `An event for ${host} could not be delivered in ${ATTEMPTS} attempts.`];
  const then = "When the receiver works again, open the webhook, switch it on if it is off, and send again what failed.";
  return { subject: subject.slice(0, 78), paragraphs: [facts, then], link: page ? { label: "Open the webhook", page } : null };
}
