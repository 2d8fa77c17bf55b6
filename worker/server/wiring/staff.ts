import { createSignupBansStore } from "#worker/backoffice/bans/signup-bans.store.ts";
import { createSignupBans } from "#worker/backoffice/bans/signup-bans.ts";
import { createBooksStore } from "#worker/backoffice/books/books.store.ts";
import { createBooks } from "#worker/backoffice/books/books.ts";
import { createComplaintQueue } from "#worker/backoffice/complaints/complaint-queue.ts";
import { createComplaintsStore } from "#worker/backoffice/complaints/complaints.store.ts";
import { createAnswers } from "#worker/backoffice/complaints/complaints.ts";
import { createNoticedPictures } from "#worker/backoffice/complaints/noticed-pictures.ts";
import { createPictureNoticesStore } from "#worker/backoffice/complaints/picture-notices.store.ts";
import type { PictureNotices } from "#worker/backoffice/complaints/picture-notices.ts";
import { createCaseView } from "#worker/backoffice/decisions/case-view.ts";
import { createCasesStore } from "#worker/backoffice/decisions/cases.store.ts";
import { createCases } from "#worker/backoffice/decisions/cases.ts";
import { createDecisionsStore } from "#worker/backoffice/decisions/decisions.store.ts";
import { createFraudStore } from "#worker/backoffice/decisions/fraud.store.ts";
import { createFraud } from "#worker/backoffice/decisions/fraud.ts";
import { createLetters } from "#worker/backoffice/decisions/letters.ts";
import { createMemberDecisions } from "#worker/backoffice/decisions/member-decisions.ts";
import { createStatement } from "#worker/backoffice/decisions/new-decision.ts";
import { createReportGroupStore } from "#worker/backoffice/decisions/report-group.store.ts";
import { createReportGroup } from "#worker/backoffice/decisions/report-group.ts";
import { createDeskStore } from "#worker/backoffice/desk/desk.store.ts";
import { createDesk } from "#worker/backoffice/desk/desk.ts";
import { createDirectoryStore } from "#worker/backoffice/directory/directory.store.ts";
import { createDirectory } from "#worker/backoffice/directory/directory.ts";
import { createSiteEventsStore } from "#worker/backoffice/events/site-events.store.ts";
import { createSiteEvents } from "#worker/backoffice/events/site-events.ts";
import { createFiguresStore } from "#worker/backoffice/figures/figures.store.ts";
import { createFigures } from "#worker/backoffice/figures/figures.ts";
import { createSiteNoticesStore } from "#worker/backoffice/notices/site-notices.store.ts";
import { createSiteNotices } from "#worker/backoffice/notices/site-notices.ts";
import { createAgeCheckQueueStore } from "#worker/backoffice/queues/age-check-queue.store.ts";
import { createAgeCheckQueue } from "#worker/backoffice/queues/age-check-queue.ts";
import { createPhotoQueueStore } from "#worker/backoffice/queues/photo-queue.store.ts";
import { createPhotoQueue } from "#worker/backoffice/queues/photo-queue.ts";
import { createProposalsStore } from "#worker/backoffice/queues/refund-proposals.store.ts";
import { createProposals } from "#worker/backoffice/queues/refund-proposals.ts";
import { createTextQueueStore } from "#worker/backoffice/queues/text-queue.store.ts";
import { createTextQueue } from "#worker/backoffice/queues/text-queue.ts";
import { createVerificationQueueStore } from "#worker/backoffice/queues/verification-queue.store.ts";
import { createVerificationQueue } from "#worker/backoffice/queues/verification-queue.ts";
import { createWithdrawalQueueStore } from "#worker/backoffice/queues/withdrawal-queue.store.ts";
import { createWithdrawalQueue } from "#worker/backoffice/queues/withdrawal-queue.ts";
import { createOffersStore } from "#worker/backoffice/sites/offers.store.ts";
import { createOffers } from "#worker/backoffice/sites/offers.ts";
import { createPartnerLinksStore } from "#worker/backoffice/sources/partner-links.store.ts";
import { createPartnerLinks } from "#worker/backoffice/sources/partner-links.ts";
import { createSourcesStore } from "#worker/backoffice/sources/sources.store.ts";
import { createSources } from "#worker/backoffice/sources/sources.ts";
import { createViewsStore } from "#worker/backoffice/sources/views.store.ts";
import { createViews } from "#worker/backoffice/sources/views.ts";
import { createAuditLog } from "#worker/backoffice/staff/audit-log.ts";
import { createCodes } from "#worker/backoffice/staff/codes.ts";
import { createConfirmation } from "#worker/backoffice/staff/confirmation.ts";
import { createStaffPasskeysStore } from "#worker/backoffice/staff/passkeys.store.ts";
import { createStaffPasskeys } from "#worker/backoffice/staff/passkeys.ts";
import { createPeopleStore } from "#worker/backoffice/staff/people.store.ts";
import { createPeopleCalls } from "#worker/backoffice/staff/people.ts";
import { createStaffReads } from "#worker/backoffice/staff/reads.ts";
import { createStaffSessions } from "#worker/backoffice/staff/sessions.ts";
import { createStaffSetup } from "#worker/backoffice/staff/setup.ts";
import { createStaffStore } from "#worker/backoffice/staff/staff.store.ts";
import { createStaffMails } from "#worker/backoffice/staff/staff-mails.ts";
import { createSupportStore } from "#worker/backoffice/support/support.store.ts";
import { createSupport } from "#worker/backoffice/support/support.ts";
import { createWorkStore } from "#worker/backoffice/work/work.store.ts";
import { createWork } from "#worker/backoffice/work/work.ts";
import { createCodesStore } from "#worker/billing/discounts/codes.store.ts";
import { createPaymentsStore } from "#worker/billing/payments/payments.store.ts";
import { createWalletStore } from "#worker/billing/wallet/wallet.store.ts";
import { createWithdrawalsStore } from "#worker/billing/withdrawals/withdrawals.store.ts";
import { readPhoto } from "#worker/delivery/media/photo-object.ts";
import { createPhotoHashesStore } from "#worker/discovery/photos/photo-hashes.store.ts";
import type { DeskAnswers } from "#worker/messaging/chat/desk-answers.ts";
import { createChallenges } from "#worker/people/passkeys/passkey-ceremony.ts";
import { webauthn } from "#worker/people/passkeys/webauthn.ts";
import { createSeal } from "#worker/platform/sealed.ts";
import type { AccountServices } from "./accounts.ts";
import { createHandServices } from "./hands.ts";
import type { MailServices } from "./mail.ts";
import type { createMediaServices } from "./media.ts";
import { createNewsServices } from "./news.ts";
import { createOperatorServices } from "./operators.ts";
import type { Platform } from "./platform.ts";
import type { createReportServices } from "./reports.ts";
import { createSiteServices } from "./sites.ts";
import type { createWalletServices } from "./wallet.ts";

type Media = ReturnType<typeof createMediaServices>;

interface Rooms {
  media: Pick<Media, "photos" | "verifications" | "ageChecks">;
  mail: MailServices;
  accounts: AccountServices;
  reports: Pick<ReturnType<typeof createReportServices>, "heldChat">;
  deskAnswers: DeskAnswers;
  notices: Pick<PictureNotices, "searchAgain" | "copiesElsewhere">;
  wallet: Pick<ReturnType<typeof createWalletServices>, "settlement" | "giveBack" | "withdrawalMatching">;
}

export function createStaffServices(platform: Platform, { media, mail, accounts, reports, wallet, notices, deskAnswers }: Rooms) {
  const { env, db, limits, passwords, keyedHash, domainsStore, cursors, inTime } = platform;
  const store = createStaffStore(db);
  const seal = createSeal(env.PASSWORD_PEPPER, "staff totp");
  const deps = { store, passwords, limits, seal, keyedHash, codes: createCodes({ seal, keyedHash }) };
  const staffPasskeysStore = createStaffPasskeysStore(db);
  const challenges = createChallenges({ limits, keyedHash });
  const confirmation = createConfirmation({ ...deps, passkeys: staffPasskeysStore, webauthn, challenges });
  const peopleStore = createPeopleStore(db);
  const staffMails = createStaffMails({ store: peopleStore, domainOf: domainsStore.findById, originOf: platform.originOf });
  const operatorMails = { ...staffMails, dispatch: mail.mails.dispatch };
  const staffReads = createStaffReads({ store, people: peopleStore, mails: operatorMails, limits, keyedHash });
  const open = async (key: string, size: "full" | "card") => (await readPhoto(env.PHOTOS, key, size)) as R2ObjectBody | null;
  const { queue, ...photoQueue } = createPhotoQueue({
    store: createPhotoQueueStore(db),
    hashes: createPhotoHashesStore(db),
    inspection: media.photos,
    domainOf: domainsStore.findById,
    open,
  });
  const { queue: verification, ...verificationQueue } = createVerificationQueue({
    store: createVerificationQueueStore(db),
    ...{ decide: media.verifications.decide, domainOf: domainsStore.findById, open },
  });
  const deciding = {
    store: createDecisionsStore(db),
    mails: mail.mails,
    ...{ live: platform.live, keyedHash, endSessions: accounts.endSessions },
    writeTo: createLetters({ domainOf: domainsStore.findById, originOf: platform.originOf }),
    statement: createStatement({ mails: mail.mails, keyedHash }),
  };
  const follow = createReportGroup({ ...deciding, store: createReportGroupStore(db) });
  const cases = createCases({ ...deciding, follow });
  const { queue: text, ...textQueue } = createTextQueue({
    ...deciding,
    ...{ store: createTextQueueStore(db), memberFacts: deciding.store.memberFacts, domainOf: domainsStore.findById, open },
  });
  const fraud = createFraud({ ...deciding, store: createFraudStore(db) });
  const memberDecisions = createMemberDecisions({ ...deciding, returnSpent: fraud.sweep });
  const payments = createPaymentsStore(db);
  const { queue: age, ...ageCheckQueue } = createAgeCheckQueue({
    store: createAgeCheckQueueStore(db),
    ...{ decide: media.ageChecks.decide, endUnder: media.ageChecks.endUnder, domainOf: domainsStore.findById, open },
    async closeAccount(closing, now) {
      await memberDecisions.closeByRule(closing, now);
      await payments.returnAll(closing.memberId, "age", now);
    },
  });
  const complaintsStore = createComplaintsStore(db);
  const noticedPictures = createNoticedPictures({
    ...{ store: createPictureNoticesStore(db), decisions: deciding.store, statement: deciding.statement },
    ...{
      notices,
      writeTo: deciding.writeTo,
      live: platform.live,
      mails: mail.mails,
      staffMails,
      open: (key) => open(key, "full"),
    },
  });
  const { queue: complaints, ...complaintQueue } = createComplaintQueue({
    store: complaintsStore,
    answers: createAnswers({ store: complaintsStore, mails: mail.mails }),
    ...{ domainOf: domainsStore.findById, originOf: platform.originOf, pictures: noticedPictures },
  });
  const proposals = createProposals({
    store: createProposalsStore(db),
    payments,
    refund: wallet.settlement.refund,
    ...{ domainOf: domainsStore.findById, originOf: platform.originOf, mails: mail.mails },
    limits,
  });
  const { queue: withdrawal, ...withdrawalQueue } = createWithdrawalQueue({
    store: createWithdrawalQueueStore(db),
    withdrawals: createWithdrawalsStore(db),
    ...{ matching: wallet.withdrawalMatching, giveBack: wallet.giveBack },
    ...{ domainOf: domainsStore.findById, originOf: platform.originOf, mails: mail.mails },
  });
  const { hands, requests, canned } = createHandServices(platform, mail, accounts);
  const casesStore = createCasesStore(db);
  const { queue: desk, ...deskCalls } = createDesk({
    ...{ store: createDeskStore(db), reads: casesStore, answers: deskAnswers, limits, domainOf: domainsStore.findById },
  });
  const work = createWork({
    store: createWorkStore(db),
    queues: {
      ...{ photo: queue, report: cases.reports, appeal: cases.appeals, complaint: complaints },
      member: memberDecisions.queue,
      refund: proposals.queue,
      request: requests.queue,
      ...{ age, verification, text, withdrawal, desk },
    },
    cursors,
    inTime,
  });
  const figuresStore = createFiguresStore(db);
  return {
    staff: { ...createStaffSessions(deps), ...createStaffSetup(deps), ...createAuditLog(deps) },
    staffPasskeys: createStaffPasskeys({
      passkeys: staffPasskeysStore,
      ...{ store, challenges, webauthn, confirmation, mails: operatorMails, limits },
    }),
    figuresStore,
    figures: createFigures({ store: figuresStore }),
    staffReads,
    people: createPeopleCalls({
      store: peopleStore,
      mails: operatorMails,
      ...{ limits, confirmation },
    }),
    ...createSiteServices(platform, operatorMails),
    siteMails: createNewsServices(platform, mail, staffMails),
    offers: createOffers({
      store: createOffersStore(db),
      codesOf: createCodesStore(db).list,
      ...{ domainOf: domainsStore.findById, originOf: platform.originOf, limits },
    }),
    siteEvents: createSiteEvents({
      store: createSiteEventsStore(db),
      ...{ mails: mail.mails, limits, domainOf: domainsStore.findById, originOf: platform.originOf },
    }),
    siteNotices: createSiteNotices({
      store: createSiteNoticesStore(db),
      ...{ mails: operatorMails, limits, live: platform.live, after: platform.after },
      ...{ domainOf: domainsStore.findById, originOf: platform.originOf },
    }),
    signupBans: createSignupBans({ store: createSignupBansStore(db), limits }),
    books: createBooks({ store: createBooksStore(db) }),
    partnerLinks: createPartnerLinks({
      store: createPartnerLinksStore(db),
      ...{ domainOf: domainsStore.findById, originOf: platform.originOf, limits },
    }),
    sources: createSources({ store: createSourcesStore(db) }),
    views: createViews({ store: createViewsStore(db) }),
    ...createOperatorServices(platform, { confirmation, mails: operatorMails }),
    directory: createDirectory({ store: createDirectoryStore(db), mails: operatorMails, limits }),
    work,
    fraud,
    noticedPictures,
    operatorMails,
    closeByRule: memberDecisions.closeByRule,
    memberDecisions: { ...memberDecisions.withWork(work.begin), fraudPreview: fraud.fraudPreview },
    refundProposals: proposals.withWork(work.soon),
    hands: { ...hands, ...requests.withWork(work.soon) },
    photoQueue,
    canned,
    desk: deskCalls,
    ...{ ageCheckQueue, verificationQueue, textQueue, complaintQueue, withdrawalQueue },
    support: createSupport({
      store: createSupportStore(db),
      wallet: createWalletStore(db),
      ...{ endSessions: accounts.endSessions, domainOf: domainsStore.findById, open, reads: staffReads },
    }),
    cases: createCaseView({
      store: casesStore,
      heldChat: reports.heldChat,
      domainOf: domainsStore.findById,
      open: (key) => open(key, "full"),
    }),
  };
}
