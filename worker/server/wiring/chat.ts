import { createComplaintsStore } from "#worker/backoffice/complaints/complaints.store.ts";
import { createComplaints } from "#worker/backoffice/complaints/complaints.ts";
import { createNoticeSearchesStore } from "#worker/backoffice/complaints/notice-searches.store.ts";
import { createPictureNoticesStore } from "#worker/backoffice/complaints/picture-notices.store.ts";
import { createPictureNotices } from "#worker/backoffice/complaints/picture-notices.ts";
import { createDecisionsStore } from "#worker/backoffice/decisions/decisions.store.ts";
import { createLetters } from "#worker/backoffice/decisions/letters.ts";
import { currencyOf } from "#worker/billing/wallet/wallet.ts";
import { createNotificationsStore } from "#worker/delivery/notifications/notifications.store.ts";
import { createNotifications } from "#worker/delivery/notifications/notifications.ts";
import { createPreferencesStore } from "#worker/delivery/notifications/preferences.store.ts";
import { createPreferences } from "#worker/delivery/notifications/preferences.ts";
import { makeVoice } from "#worker/delivery/voices/voice-file.ts";
import { createPhotoHashesStore } from "#worker/discovery/photos/photo-hashes.store.ts";
import { createPictureMaker } from "#worker/discovery/photos/picture-maker.ts";
import { createCallEnds } from "#worker/messaging/calls/call-ends.ts";
import { createCallReport } from "#worker/messaging/calls/call-report.ts";
import { createCallsStore } from "#worker/messaging/calls/calls.store.ts";
import { createCalls } from "#worker/messaging/calls/calls.ts";
import { relayOf } from "#worker/messaging/calls/relay.ts";
import { createArchiveStore } from "#worker/messaging/chat/archive.store.ts";
import { createArchiving } from "#worker/messaging/chat/archiving.ts";
import { createAway } from "#worker/messaging/chat/away.ts";
import { createFactsCache } from "#worker/messaging/chat/cached-facts.ts";
import { createChangesStore } from "#worker/messaging/chat/changes.store.ts";
import { createChanges } from "#worker/messaging/chat/changes.ts";
import { createChatStore } from "#worker/messaging/chat/chat.store.ts";
import { createChat } from "#worker/messaging/chat/chat.ts";
import { createChatPhotoSweep } from "#worker/messaging/chat/chat-photo-sweep.ts";
import { createDeliveries } from "#worker/messaging/chat/deliveries.ts";
import { createDeskAnswers } from "#worker/messaging/chat/desk-answers.ts";
import { createDraftsStore } from "#worker/messaging/chat/drafts.store.ts";
import { createDrafts } from "#worker/messaging/chat/drafts.ts";
import { createGoodbyeStore } from "#worker/messaging/chat/goodbye.store.ts";
import { createGoodbyes } from "#worker/messaging/chat/goodbye.ts";
import { partnerUnchanged } from "#worker/messaging/chat/partner.sql.ts";
import { createReceiptsStore } from "#worker/messaging/chat/receipts.store.ts";
import { createRequestsStore } from "#worker/messaging/chat/requests.store.ts";
import { createRequests } from "#worker/messaging/chat/requests.ts";
import { createSendPhoto } from "#worker/messaging/chat/send-photo.ts";
import { createSendVoice } from "#worker/messaging/chat/send-voice.ts";
import { createStartsStore } from "#worker/messaging/chat/starts.store.ts";
import { createStarts } from "#worker/messaging/chat/starts.ts";
import { createGiftsStore } from "#worker/messaging/gifts/gifts.store.ts";
import { createGifts } from "#worker/messaging/gifts/gifts.ts";
import { PRIMARY } from "#worker/platform/databases.ts";
import type { AccountServices } from "./accounts.ts";
import type { MailServices } from "./mail.ts";
import type { Pictures } from "./media.ts";
import type { Platform } from "./platform.ts";
import { otherServicesOf } from "./push.ts";
import type { createReportServices } from "./reports.ts";

export function createChatServices(
  { env, db, archive, cursors, live, limits, after, inTime, domainsStore, originOf, keyedHash }: Platform,
  { mails }: MailServices,
  { pictures, makePicture, readPicture, chatPhotos, compare }: Pictures,
  { accountsStore }: AccountServices,
  { memberReports }: Pick<ReturnType<typeof createReportServices>, "memberReports">,
  elsewhere: Parameters<typeof createPictureNotices>[0]["elsewhere"],
) {
  const archiveStore = createArchiveStore(db);
  const preferencesStore = createPreferencesStore(db);
  const receipts = createReceiptsStore(db);
  const deliveries = createDeliveries({ receipts, inTime });
  const chatStore = createChatStore(db);
  const factsCache = createFactsCache({ viewerUnchanged: accountsStore.viewerUnchanged, partnerUnchanged });
  const chat = createChat({ store: chatStore, factsCache, receipts, archive, cursors, live, deliveries, after });
  const { target } = chatStore;
  const callsStore = createCallsStore(db);
  const callEnds = createCallEnds({ store: callsStore, live });
  return {
    away: createAway({ receipts, endActivity: accountsStore.endActivity, live }),
    chat: {
      ...chat,
      ...createSendPhoto({ chatPhotos, pictures, makePicture, compare, limits, send: chat.send, after }),
      ...createSendVoice({ chatPhotos, files: pictures, makeVoice, limits, live, send: chat.send, after }),
    },
    archive,
    deskAnswers: createDeskAnswers({ store: chatStore, read: chat.read, live }),
    archiveStore,
    archiving: createArchiving({ store: archiveStore, archive }),
    changes: createChanges({ store: createChangesStore(db), archive, target, live, after }),
    callEnds,
    calls: {
      ...createCalls({ store: callsStore, ends: callEnds, target: chat.target, live, relay: relayOf(env), after }),
      ...createCallReport({
        ...{ store: callsStore, ends: callEnds, reports: memberReports, files: pictures, limits, after },
        // Also what nobody may upload: it is proof.
        makePicture: createPictureMaker(pictures),
      }),
    },
    starts: createStarts({ store: createStartsStore(db) }),
    requests: createRequests({ store: createRequestsStore(db), cursors, live }),
    goodbyes: createGoodbyes({ store: createGoodbyeStore(db), target, live }),
    drafts: createDrafts({ store: createDraftsStore(db), factsCache, chats: chatStore, live, after }),
    chatPhotoSweep: createChatPhotoSweep({ chatPhotos, pictures }),
    gifts: createGifts({ store: createGiftsStore(db), target: chat.target, send: chat.send }),
    notifications: createNotifications({
      store: createNotificationsStore(db),
      live,
      otherServices: otherServicesOf(env),
    }),
    preferencesStore,
    preferences: createPreferences({ store: preferencesStore, live, currencyOf }),
    complaints: createComplaints({ store: createComplaintsStore(db), limits, mails }),
    pictureNotices: createPictureNotices({
      ...{ store: createPictureNoticesStore(db), complaints: createComplaintsStore(db), hashes: createPhotoHashesStore(db) },
      searches: createNoticeSearchesStore(db),
      ...{ readPicture, mails, limits, live, keyedHash, elsewhere, after, here: env.DATABASE ?? PRIMARY },
      decisions: createDecisionsStore(db),
      writeTo: createLetters({ domainOf: domainsStore.findById, originOf }),
    }),
  };
}
