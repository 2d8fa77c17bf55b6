import { log } from "../lib/log.ts";
import type { MailRow, OutboxStore } from "./outbox.store.ts";

/** How long one attempt may take before somebody else may try, in milliseconds. */
const LEASE = 5 * 60_000;
/** Waiting time after each failed attempt, in milliseconds; after the last one the mail is given up. */
const BACKOFF = [30_000, 2 * 60_000, 10 * 60_000, 3_600_000, 6 * 3_600_000];
/** The queue has its chance first: the sweep takes what is overdue by this long. */
const OVERDUE = 60_000;
const SWEPT_AT_ONCE = 100;
/** Refusals that a second attempt does not change. */
const FINAL = /^E_(RECIPIENT_\w+|VALIDATION_ERROR|FIELD_MISSING|CONTENT_TOO_LARGE|TOO_MANY_RECIPIENTS|HEADER_\w+)$/;

/** What is handed to the mailer: plain fields, from which it writes the headers itself. */
export interface Message {
  from: { name: string; email: string };
  to: string;
  subject: string;
  text: string;
  html: string;
}

interface Deps {
  store: OutboxStore;
  send(message: Message): Promise<unknown>;
  enqueue(ids: string[]): Promise<unknown>;
}

export type Outbox = ReturnType<typeof createOutbox>;

/** Mails on their way: from the row to the mailer, once. */
export function createOutbox({ store, send, enqueue }: Deps) {
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
      const mail = await store.claim(id, LEASE, now);
      if (!mail) return null;
      try {
        await send(messageOf(mail));
      } catch (error) {
        const code = String((error as { code?: unknown }).code ?? (error as Error).name);
        const wait = FINAL.test(code) ? null : (BACKOFF[mail.attempts - 1] ?? null);
        log(wait === null ? "error" : "warn", "mail not sent", {
          mail: id,
          template: mail.template,
          attempt: mail.attempts,
          code,
        });
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
  };
}

function messageOf({ sender, recipient, subject, text, html }: MailRow): Message {
  const [, name = "", email = ""] = /^(.*) <([^<>]+)>$/.exec(sender) ?? [];
  return { from: { name, email }, to: recipient, subject, text, html };
}
