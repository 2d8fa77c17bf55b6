import { createSiteMailsStore } from "#worker/backoffice/news/site-mails.store.ts";
import { createSiteMails } from "#worker/backoffice/news/site-mails.ts";
import type { StaffMails } from "#worker/backoffice/staff/staff-mails.ts";
import { createUnsubscribeLinks } from "#worker/delivery/mail/unsubscribe.ts";
import type { MailServices } from "./mail.ts";
import type { Platform } from "./platform.ts";

export function createNewsServices(
  { db, limits, keyedHash, domainsStore, originOf }: Platform,
  { mails }: MailServices,
  { toOperators }: StaffMails,
) {
  return createSiteMails({
    store: createSiteMailsStore(db),
    mails: { siteNews: mails.siteNews, dispatch: mails.dispatch, toOperators },
    links: createUnsubscribeLinks(keyedHash),
    ...{ limits, domainOf: domainsStore.findById, originOf },
  });
}
