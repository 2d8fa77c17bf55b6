import type { z } from "zod";
import { contract as bans } from "#worker/backoffice/bans/signup-bans.contract.ts";
import { contract as books } from "#worker/backoffice/books/books.contract.ts";
import { contract as complaints } from "#worker/backoffice/complaints/complaint-queue.contract.ts";
import { contract as cases } from "#worker/backoffice/decisions/cases.contract.ts";
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
import { contract as passkeys } from "#worker/backoffice/staff/passkeys.contract.ts";
import { contract as people } from "#worker/backoffice/staff/people.contract.ts";
import { contract as staff } from "#worker/backoffice/staff/staff.contract.ts";
import type { StaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";
import { contract as status } from "#worker/backoffice/status/status.contract.ts";
import { contract as support } from "#worker/backoffice/support/support.contract.ts";
import { contract as webhooks } from "#worker/backoffice/webhooks/webhooks.contract.ts";
import { contract as work } from "#worker/backoffice/work/work.contract.ts";

/** Every call of the staff side. The matrix test makes each of them with each role. */
export const STAFF_CALLS = {
  ...{ ...staff, ...confirmation, ...passkeys, ...people, ...siteMails, ...siteNotices, ...siteEvents },
  ...{ ...work, ...photos, ...cases, ...complaints, ...support, ...memberDecisions, ...figures, ...proposals },
  ...{
    ...ageChecks,
    ...verifications,
    ...withdrawals,
    ...status,
    ...texts,
    ...sites,
    ...siteFiles,
    ...offers,
    ...hands,
    ...directory,
    ...bans,
    ...books,
    ...sources,
    ...partnerLinks,
    ...webhooks,
    ...tokens,
    ...canned,
    ...desk,
    ...fictional,
    ...fictionalPhotos,
  },
};

export type StaffCallName = keyof typeof STAFF_CALLS;
type StaffCallOf<N extends StaffCallName> = (typeof STAFF_CALLS)[N];
type StaffInput<N extends StaffCallName> = z.input<StaffCallOf<N>["input"]>;
type StaffOutput<N extends StaffCallName> = z.output<StaffCallOf<N>["output"]>;
export type StaffBackend = { [N in StaffCallName]: (input: StaffInput<N>) => Promise<StaffOutput<N>> };

/** Query parameters that the redirect after a staff form carries. */
export function shownBy(name: StaffCallName, value: unknown): Record<string, string> {
  const call: StaffCall = STAFF_CALLS[name];
  return call.shows?.(value) ?? {};
}

/** Value that a form's answer passes to the next page outside of the URL. */
export function handedBy(name: StaffCallName, value: unknown): string | null {
  const call: StaffCall = STAFF_CALLS[name];
  return call.hands?.(value) ?? null;
}

/** Its input comes as a multipart form. */
export function takesFiles(name: StaffCallName): boolean {
  const call: StaffCall = STAFF_CALLS[name];
  return call.multipart === true;
}
