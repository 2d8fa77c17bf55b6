import { INVITES_RETENTION } from "#worker/accounts/signup/invites.ts";
import { NOTICES_RETENTION } from "#worker/backoffice/notices/site-notices.ts";
import { PARTNER_LINKS_RETENTION } from "#worker/backoffice/sources/partner-links.ts";
import { BANS_RETENTION } from "#worker/people/bans/bans.ts";
import type { Services } from "./index.ts";

/** In ms: support may need a mail report this long; the provider's duplicates arrive within minutes. */
const MAIL_REPORT_MAX_AGE = 90 * 24 * 3600 * 1000;
/** In ms: expired links stay this long against clock errors. */
const LINKS_RETENTION = 30 * 24 * 3600 * 1000;

/** Tasks of the cron, each run every minute. The names stand in the log and on the status page. */
export function cronTasks(services: Services, at: number) {
  return {
    configuration: async () => services.configuration(),
    "trusted list": async () => services.ageList.sweep(at),
    "mails that are refused": async () => services.outbox.watch(at),
    "people whom members know": async () => services.acquaintances.sweep(at),
    trips: async () => services.trips.sweep(at),
    "saved searches": async () => services.looks.sweep(at),
    calls: async () => services.callEnds.sweep(at),
    "message archive": async () => services.archiving.sweep(at),
    "mails that the queue lost": async () => services.outbox.sweep(at),
    "news of likes": async () => services.figuresStore.countLikes(at),
    "notification mails": async () => services.notificationMails.sweep(at),
    "push digests": async () => services.pushes?.sweep(at),
    "old mails": async () => services.outbox.forget(at),
    "mail reports": async () => services.mailStore.forgetReports(at - MAIL_REPORT_MAX_AGE),
    "old sessions of staff": async () => services.staff.sweep(at),
    "proofs of age": async () => services.age.sweep(at),
    "checks of age": async () => services.ageChecks.sweep(at),
    "notices of proofs of age": async () => services.ageNotices.sweep(at),
    "idempotency keys": async () => services.idempotencyStore.purge(at),
    erasure: async () => services.erasure.sweep(at),
    "uploads without a row": async () => services.uploads.sweep(at),
    "data exports": async () => services.exports.sweep(at),
    "photos of chats": async () => services.chatPhotoSweep.sweep(),
    "spoken answers": async () => services.voiceAnswers.sweep(),
    "work of staff": async () => services.work.sweep(at),
    "searches of notices": async () => services.pictureNotices.sweep(at),
    "notices of pictures": async () => services.noticedPictures.sweep(at),
    "credits of fraud": async () => services.fraud.sweep(at),
    "kept chats": async () => services.heldChats.sweep(at),
    "proofs of reports": async () => services.proofSweep.sweep(at),
    verifications: async () => services.verifications.sweep(at),
    "refused texts": async () => services.textQueue.sweep(at),
    "unconfirmed accounts": async () => services.unconfirmed.sweep(at),
    "passwords of other systems": async () => services.arrivals.sweep(at),
    "pending likes": async () => services.pendingLikes.sweep(at),
    "runs of messages": async () => services.walks.endRuns(at),
    "figures of messages": async () => services.figuresStore.countMessages(),
    payments: async () => services.settlement.sweep(at),
    "withdrawals without a purchase": async () => services.withdrawalMatching.sweep(at),
    "notices of payments": async () => services.paymentNotices.forget(at),
    "what no index finds": async () => services.walks.sweep(at),
    "waiting messages": async () => services.waiting.sweep(at),
    invitations: async () => services.invites.purge(at - INVITES_RETENTION),
    webhooks: async () => services.deliveries.sweep(at),
    "old deliveries of webhooks": async () => services.deliveries.forget(at),
    "bans of sign-ups": async () => services.bansStore.forget(at - BANS_RETENTION),
    "sockets of closed sites": async () => services.siteNotices.closeSockets(at),
    "news of sites": async () => services.siteMails.sweep(at),
    "events of sites": async () => services.siteEvents.sweep(at),
    "old notices": async () => services.siteNotices.forget(at - NOTICES_RETENTION),
    "old links of partners": async () => services.partnerLinks.forget(at - PARTNER_LINKS_RETENTION),
    "old links": async () => services.accountsStore.forgetLinks(at - LINKS_RETENTION),
  };
}
