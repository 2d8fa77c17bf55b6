import { log } from "../lib/log.ts";
import { type OptionalType, optionalType, whyNot } from "./kinds.ts";
import type { MailRow, OutboxStore } from "./outbox.store.ts";

const HOUR = 3600_000;
const DAY = 24 * HOUR;
/** How long one attempt may take before somebody else may try, in milliseconds. */
const LEASE = 5 * 60_000;
/** Waiting time after each of the first failed attempts, in milliseconds; from then on every hour. */
const BACKOFF = [30_000, 2 * 60_000, 10 * 60_000, 30 * 60_000];
/** After so many attempts, a day later, a mail is given up. */
const ATTEMPTS = BACKOFF.length + 24;
/** The queue has its chance first: the sweep takes what is overdue by this long. */
const OVERDUE = 60_000;
const SWEPT_AT_ONCE = 100;
/** For this long support can send again what was given up. */
const BODIES_KEPT = 7 * DAY;
const RECIPIENTS_KEPT = 90 * DAY;
/** The mailer knows that mails to this address come back. Other refusals of a recipient are the operator's affair. */
export const NO_MAIL = "E_RECIPIENT_SUPPRESSED";
/** Refusals that a second attempt does not change. */
const FINAL = /^E_(RECIPIENT_SUPPRESSED|VALIDATION_ERROR|FIELD_MISSING|CONTENT_TOO_LARGE|TOO_MANY_RECIPIENTS|HEADERS?_\w+)$/;

/** What is handed to the mailer: plain fields, from which it writes the mail itself. */
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
  /** Hears of an address that the provider takes no mail for. */
  returned?(mail: MailRow): Promise<void>;
}

export type Outbox = ReturnType<typeof createOutbox>;

/** Mails on their way: from the row to the mailer, once. */
export function createOutbox({ store, send, enqueue, returned }: Deps) {
  return {
    /** Hands a stored mail to the queue. Never fails the caller: the sweep finds what was not taken. */
    async dispatch(id: string): Promise<void> {
      try {
        await enqueue([id]);
      } catch (error) {
        log("warn", "mail not queued", { mail: id, error });
      }
    },

    /** Sends a mail if it is due and nobody else has it; in how many milliseconds to try again, or null when it is done with. */
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
        // Before the mail is given up: should this fail, the next attempt says the same again.
        if (code === NO_MAIL) await returned?.(mail);
        await store.markRefused(id, code, wait === null ? null : now + wait);
        return wait;
      }
      // Should this write be lost, the mail goes out again when the lease is over: better twice than never.
      await store.markSent(id, now);
      return null;
    },

    /** Queues again what is overdue: lost queue messages, and mails whose sender died. */
    async sweep(now: number): Promise<number> {
      const ids = await store.findDue(now - OVERDUE, SWEPT_AT_ONCE);
      if (ids.length > 0) await enqueue(ids);
      return ids.length;
    },

    /** Forgets what old mails said and whom they were for. */
    async forget(now: number): Promise<void> {
      await store.wipeBodies(now - BODIES_KEPT, SWEPT_AT_ONCE);
      await store.wipeRecipients(now - RECIPIENTS_KEPT, SWEPT_AT_ONCE);
    },
  };

  /**
   * Asked when a mail's turn comes, not when it was written: what is decided meanwhile holds for it too, who has changed the
   * address since is not written to at the old one, which may be somebody else's to read, and who has seen by now what it tells
   * of, or lost it by a block, needs no mail that waited for hours.
   */
  async function asOfNow(mail: MailRow): Promise<{ mail: MailRow; reason: string | null }> {
    const type = optionalType(mail.template);
    if (!type || mail.accountId === null) return { mail, reason: null };
    const standing = await store.standing(mail.accountId);
    return {
      mail: { ...mail, recipient: standing?.email ?? mail.recipient },
      reason: whyNot(type, standing) ?? (isSeen(type, standing) ? "seen" : null),
    };
  }
}

function isSeen(type: OptionalType, standing: { unread: number; newLikes: number } | null): boolean {
  if (type === "message") return standing?.unread === 0;
  return (type === "like" || type === "match") && standing?.newLikes === 0;
}

function waitAfter({ attempts }: MailRow, code: string): number | null {
  if (FINAL.test(code) || attempts >= ATTEMPTS) return null;
  return BACKOFF[attempts - 1] ?? HOUR;
}

function messageOf({ sender, recipient, subject, text, html, headers }: MailRow): Message {
  const [, name = "", email = ""] = /^(.*) <([^<>]+)>$/.exec(sender) ?? [];
  return { from: { name, email }, to: recipient, subject, text, html, headers };
}
