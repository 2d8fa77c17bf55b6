import { callInbox } from "#worker/delivery/live/objects.ts";
import { createMailStore } from "#worker/delivery/mail/mail.store.ts";
import { createMail } from "#worker/delivery/mail/mail.ts";
import { createMails } from "#worker/delivery/mail/mails.ts";
import { createNotificationMailsStore } from "#worker/delivery/mail/notification-mails.store.ts";
import { createNotificationMails } from "#worker/delivery/mail/notification-mails.ts";
import { createOutboxStore } from "#worker/delivery/mail/outbox.store.ts";
import { createOutbox } from "#worker/delivery/mail/outbox.ts";
import { createReports } from "#worker/delivery/mail/reports.ts";
import { createUnsubscribeLinks } from "#worker/delivery/mail/unsubscribe.ts";
import { keyIn } from "#worker/platform/databases.ts";
import { reportSecret } from "#worker/server/api/report-secret.ts";
import type { Platform } from "./platform.ts";

export type MailServices = ReturnType<typeof createMailServices>;

export function createMailServices({ env, db, live, limits, keyedHash, domainsStore, originOf }: Platform) {
  const mailStore = createMailStore(db);
  const outboxStore = createOutboxStore(db, { keepBodies: __LOCAL__ || env.PREVIEW === "on" });
  const reports = createReports({ store: mailStore, live, secretOf: (provider) => reportSecret(env, provider) });
  const outbox = createOutbox({
    store: outboxStore,
    send: async (message) => env.PREVIEW === "on" || env.MAILER.send(message),
    returned: (mail) => reports.returned(mail),
    enqueue: (ids) => env.MAIL_QUEUE.sendBatch(ids.map((id) => ({ body: { id: keyIn(env, id) } }))),
  });
  const mails = createMails(outbox.dispatch);
  const links = createUnsubscribeLinks(keyedHash);
  return {
    mailStore,
    outboxStore,
    outbox,
    mails,
    reports,
    mail: createMail({ store: mailStore, links, mails, limits, live }),
    notificationMails: createNotificationMails({
      store: createNotificationMailsStore(db),
      mails,
      links,
      domainOf: (id) => domainsStore.findById(id),
      originOf,
      isOnline: (memberId) => callInbox(env, memberId, async (inbox) => inbox.online()),
      enqueue: (groups) =>
        env.MAIL_QUEUE.sendBatch(groups.map((ids) => ({ body: { members: ids.map((id) => keyIn(env, id)) } }))),
    }),
  };
}
