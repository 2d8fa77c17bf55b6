import { env } from "cloudflare:workers";
import { connect } from "#db/client.ts";
import { createFiguresStore } from "#worker/backoffice/figures/figures.store.ts";
import { createMails } from "#worker/delivery/mail/mails.ts";
import { createNotificationMailsStore } from "#worker/delivery/mail/notification-mails.store.ts";
import { createNotificationMails } from "#worker/delivery/mail/notification-mails.ts";
import { createUnsubscribeLinks } from "#worker/delivery/mail/unsubscribe.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { domainReader } from "#worker/sites/domains/domain-file.ts";
import { createDomainsStore } from "#worker/sites/domains/domains.store.ts";

interface Hooks {
  /** Before a mail is composed. */
  composing?: () => Promise<void>;
  /** Takes what the queue takes; without it, all is told by the sweep. */
  queue?: string[][];
}

/** Notification mails on this database, with the task that notes likes for them; their templates are rendered, not sent. */
export function mailsOver(d1: D1Database, isOnline: (id: string) => Promise<boolean>, { composing, queue }: Hooks = {}) {
  const db = connect(d1);
  const likes = createFiguresStore(connect(env.DB));
  const handed = queue ?? [];
  const mails = createNotificationMails({
    store: createNotificationMailsStore(db),
    mails: createMails(async () => {}),
    links: createUnsubscribeLinks(async (text) => {
      await composing?.();
      return `${text.length}`.padEnd(43, "x");
    }),
    domainOf: (id) => createDomainsStore(db, domainReader({ local: true })).findById(id),
    originOf: ({ settings }) => `https://${settings.domain}`,
    isOnline,
    enqueue: async (groups) => void handed.push(...groups),
  });
  return {
    tell: mails.tell,
    async sweep(now: number) {
      await likes.countLikes(now);
      const own = await mails.sweep(now);
      const told = await Promise.all(queue ? [] : handed.splice(0).map((members) => mails.tell(members, now)));
      return { mails: told.reduce((total, one) => total + one.mails, own.mails) };
    },
  };
}

export async function mailsTo(id: string) {
  const sql = "SELECT template, subject, text, html, headers FROM outbox WHERE account_id = ? ORDER BY created_at, rowid";
  return (await env.DB.prepare(sql).bind(id).all<Record<"template" | "subject" | "text" | "html" | "headers", string>>()).results;
}
/** The page behind the log-in link of a mail. */
export async function pageOf(text = "") {
  const [, link = ""] = /https:\/\/localhost\/(l[\w-]{43})\n/.exec(text) ?? [];
  return env.DB.prepare("SELECT data FROM tokens WHERE hash = ?")
    .bind(await sha256(link))
    .first("data");
}
