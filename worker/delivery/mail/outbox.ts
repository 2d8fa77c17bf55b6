import { type OptionalKind, optionalMail, type Sum } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import { log } from "#worker/platform/log.ts";
import { inDigest, optionalKind, whyNot } from "./kinds.ts";
import { DIGEST } from "./kinds.vocabulary.ts";
import type { MailRow, OutboxStore } from "./outbox.store.ts";

/** Maximum time of one attempt in ms. */
const LEASE = 5 * 60_000;
/** Delays in ms after the first failures; later attempts follow hourly. */
const BACKOFF = [30_000, 2 * 60_000, 10 * 60_000, 30 * 60_000];
/** A mail fails after this many attempts, about one day. */
const ATTEMPTS = BACKOFF.length + 24;
/** The sweep waits this long (ms): the queue delivers first. */
const OVERDUE = 60_000;
const SWEPT_AT_ONCE = 100;
/** Support can requeue a failed mail within this time. */
const BODIES_RETENTION = 7 * DAY;
const RECIPIENTS_RETENTION = 90 * DAY;
/** Longer than a year, which statistics compare. */
const ROWS_RETENTION = 400 * DAY;
/** The mailer suppresses this address after bounces. Other recipient errors concern the operator. */
export const NO_MAIL = "E_RECIPIENT_SUPPRESSED";
/** Errors that a retry cannot change. */
const FINAL = /^E_(RECIPIENT_SUPPRESSED|VALIDATION_ERROR|FIELD_MISSING|CONTENT_TOO_LARGE|TOO_MANY_RECIPIENTS|HEADERS?_\w+)$/;

/** One refusal of these can be the recipient's fault. */
const OF_ONE_ADDRESS = /^E_(DELIVERY_FAILED|RECIPIENT_\w+)$/;
const REFUSALS_READ = 20;

/** The mailer encodes these plain fields itself. */
export interface Message {
  from: { name: string; email: string };
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}

interface Deps {
  store: OutboxStore;
  send(message: Message): Promise<unknown>;
  enqueue(ids: string[]): Promise<unknown>;
  returned?(mail: MailRow): Promise<void>;
}

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox({ store, send, enqueue, returned }: Deps) {
  return {
    /** Never fails the caller: the sweep retries. */
    async dispatch(id: string): Promise<void> {
      try {
        await enqueue([id]);
      } catch (error) {
        log("warn", "mail not queued", { mail: id, error });
      }
    },

    /** Sends a due mail that nobody leases. Returns the delay in ms until the next attempt, or null when finished. */
    async deliver(id: string, now: number): Promise<number | null> {
      const claimed = await store.claim(id, LEASE, now);
      if (!claimed) return null;
      const { mail, reason } = await asOfNow(claimed);
      if (reason !== null) {
        await store.markSkipped(id, reason);
        return null;
      }
      try {
        await send(messageOf(mail));
      } catch (error) {
        const code = String((error as { code?: unknown }).code ?? (error as Error).name);
        const wait = waitAfter(mail, code);
        log(wait === null ? "error" : "warn", "mail not sent", {
          mail: id,
          template: mail.template,
          attempt: mail.attempts,
          code,
        });
        // Must come before `markRefused`: when it fails, the next attempt repeats it.
        if (code === NO_MAIL) await returned?.(mail);
        await store.markRefused(id, code, wait === null ? null : now + wait);
        return wait;
      }
      // A lost write sends the mail again after the lease: twice is better than never.
      await store.markSent(id, now);
      return null;
    },

    /** Requeues overdue mails: lost queue messages and dead senders. */
    async sweep(now: number): Promise<number> {
      const ids = await store.findDue(now - OVERDUE, SWEPT_AT_ONCE);
      if (ids.length > 0) await enqueue(ids);
      return ids.length;
    },

    /** Fails with the code of the refusals while the mailer takes nothing. */
    async watch(now: number): Promise<void> {
      const { refused, sentAt } = await store.lately(REFUSALS_READ);
      const since = refused.filter((mail) => attemptedAt(mail) > Math.max(sentAt ?? 0, now - HOUR));
      const code = since.find((mail) => !OF_ONE_ADDRESS.test(mail.code))?.code ?? (since.length > 1 ? since[0]?.code : undefined);
      if (code !== undefined) throw Object.assign(new Error("the mailer takes no mail"), { code });
    },

    async forget(now: number): Promise<void> {
      await store.wipeBodies(now - BODIES_RETENTION, SWEPT_AT_ONCE);
      await store.wipeRecipients(now - RECIPIENTS_RETENTION, SWEPT_AT_ONCE);
      await store.deleteRows(now - ROWS_RETENTION, SWEPT_AT_ONCE);
    },
  };

  /** Re-checks on delivery: the address, switches, blocks or read state may have changed since the mail was written. */
  async function asOfNow(mail: MailRow & { toNobody: boolean }): Promise<{ mail: MailRow; reason: string | null }> {
    if (mail.toNobody) return { mail, reason: "fictional" };
    const kind = optionalKind(mail.template);
    if ((!kind && mail.template !== DIGEST) || mail.accountId === null) return { mail, reason: null };
    const standing = await store.standing(mail.accountId);
    return { mail: { ...mail, recipient: standing?.email ?? mail.recipient }, reason: reasonAgainst(kind, mail, standing) };
  }
}

/** `kind` is null for a digest. */
function reasonAgainst(
  kind: OptionalKind | null,
  mail: MailRow,
  standing: Awaited<ReturnType<OutboxStore["standing"]>>,
): string | null {
  if (kind) return whyNot(kind, standing) ?? (isSeen(kind, standing) ? "seen" : null);
  const told = inDigest(mail, standing);
  if ("reason" in told) return told.reason;
  return told.kinds.every((one) => isSeen(one, standing)) ? "seen" : null;
}

function isSeen(kind: OptionalKind, standing: Record<Sum, number> | null): boolean {
  const { unseen } = optionalMail(kind);
  return unseen !== null && standing?.[unseen] === 0;
}

function waitAfter({ attempts }: MailRow, code: string): number | null {
  if (FINAL.test(code) || attempts >= ATTEMPTS) return null;
  return BACKOFF[attempts - 1] ?? HOUR;
}

function attemptedAt({ attempts, nextAttemptAt }: { attempts: number; nextAttemptAt: number }): number {
  return nextAttemptAt - (BACKOFF[attempts - 1] ?? HOUR);
}

function messageOf({ sender, recipient, subject, text, html, headers }: MailRow): Message {
  const [, name = "", email = ""] = /^(.*) <([^<>]+)>$/.exec(sender) ?? [];
  return { from: { name, email }, to: recipient, subject, text, html, headers };
}
