import { contract as bans } from "#worker/backoffice/bans/signup-bans.contract.ts";
import { contract as books } from "#worker/backoffice/books/books.contract.ts";
import { contract as complaints } from "#worker/backoffice/complaints/complaint-queue.contract.ts";
import { contract as caseCalls } from "#worker/backoffice/decisions/cases.contract.ts";
import { contract as memberDecisions } from "#worker/backoffice/decisions/member-decisions.contract.ts";
import { contract as desk } from "#worker/backoffice/desk/desk.contract.ts";
import { contract as directory } from "#worker/backoffice/directory/directory.contract.ts";
import { contract as siteEvents } from "#worker/backoffice/events/site-events.contract.ts";
import { contract as fictional } from "#worker/backoffice/fictional/fictional.contract.ts";
import { contract as fictionalPhotos } from "#worker/backoffice/fictional/fictional-photos.contract.ts";
import { contract as figures } from "#worker/backoffice/figures/figures.contract.ts";
import { contract as canned } from "#worker/backoffice/hands/canned.contract.ts";
import { contract as hands } from "#worker/backoffice/hands/hands.contract.ts";
import { contract as siteMails } from "#worker/backoffice/news/site-mails.contract.ts";
import { contract as siteNotices } from "#worker/backoffice/notices/site-notices.contract.ts";
import { contract as tokens } from "#worker/backoffice/programs/tokens.contract.ts";
import { contract as ageChecks } from "#worker/backoffice/queues/age-check-queue.contract.ts";
import { contract as photos } from "#worker/backoffice/queues/photo-queue.contract.ts";
import { contract as proposals } from "#worker/backoffice/queues/refund-proposals.contract.ts";
import { contract as texts } from "#worker/backoffice/queues/text-queue.contract.ts";
import { contract as verifications } from "#worker/backoffice/queues/verification-queue.contract.ts";
import { contract as withdrawals } from "#worker/backoffice/queues/withdrawal-queue.contract.ts";
import { contract as offers } from "#worker/backoffice/sites/offers.contract.ts";
import { contract as siteFiles } from "#worker/backoffice/sites/site-files.contract.ts";
import { contract as sites } from "#worker/backoffice/sites/sites.contract.ts";
import { contract as partnerLinks } from "#worker/backoffice/sources/partner-links.contract.ts";
import { contract as sources } from "#worker/backoffice/sources/sources.contract.ts";
import { contract as confirmation } from "#worker/backoffice/staff/confirmation.contract.ts";
import type { ImplementsStaff } from "#worker/backoffice/staff/context.ts";
import { contract as passkeys } from "#worker/backoffice/staff/passkeys.contract.ts";
import { contract as people } from "#worker/backoffice/staff/people.contract.ts";
import { contract as staff } from "#worker/backoffice/staff/staff.contract.ts";
import type { StaffContract } from "#worker/backoffice/staff/staff-call.vocabulary.ts";
import { contract as status } from "#worker/backoffice/status/status.contract.ts";
import { contract as support } from "#worker/backoffice/support/support.contract.ts";
import { contract as webhooks } from "#worker/backoffice/webhooks/webhooks.contract.ts";
import { contract as work } from "#worker/backoffice/work/work.contract.ts";
import type { Services } from "#worker/server/wiring/index.ts";
import type { STAFF_CALLS } from "./calls.ts";

export function staffHandlers(services: Services): ImplementsStaff<typeof STAFF_CALLS> {
  return {
    ...ruled(staff, services.staff),
    ...ruled(figures, services.figures),
    ...ruled(status, services.status),
    ...ruled(siteMails, services.siteMails),
    ...ruled(siteNotices, services.siteNotices),
    ...ruled(siteEvents, services.siteEvents),
    ...ruled(passkeys, services.staffPasskeys),
    ...ruled(people, services.people),
    ...ruled(confirmation, services.people),
    ...ruled(work, services.work),
    ...ruled(photos, services.photoQueue),
    ...ruled(caseCalls, services.cases),
    ...ruled(complaints, services.complaintQueue),
    ...ruled(support, services.support),
    ...ruled(memberDecisions, services.memberDecisions),
    ...ruled(proposals, services.refundProposals),
    ...ruled(ageChecks, services.ageCheckQueue),
    ...ruled(verifications, services.verificationQueue),
    ...ruled(withdrawals, services.withdrawalQueue),
    ...ruled(texts, services.textQueue),
    ...ruled(sites, services.sites),
    ...ruled(siteFiles, services.siteFiles),
    ...ruled(offers, services.offers),
    ...ruled(hands, services.hands),
    ...ruled(directory, services.directory),
    ...ruled(bans, services.signupBans),
    ...ruled(books, services.books),
    ...ruled(sources, services.sources),
    ...ruled(partnerLinks, services.partnerLinks),
    ...ruled(webhooks, services.webhooks),
    ...ruled(tokens, services.apiTokens),
    ...ruled(canned, services.canned),
    ...ruled(desk, services.desk),
    ...ruled(fictional, services.fictional),
    ...ruled(fictionalPhotos, services.fictionalPhotos),
  };
}

function ruled<C extends StaffContract>(contract: C, room: ImplementsStaff<C>): ImplementsStaff<C> {
  const entries = Object.keys(contract).map((name) => [name, room[name]]);
  return Object.fromEntries(entries);
}
