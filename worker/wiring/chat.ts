import { createArchiveStore } from "#worker/chat/archive.store.ts";
import { createArchiving } from "#worker/chat/archiving.ts";
import { createAway } from "#worker/chat/away.ts";
import { createChangesStore } from "#worker/chat/changes.store.ts";
import { createChanges } from "#worker/chat/changes.ts";
import { createChatStore } from "#worker/chat/chat.store.ts";
import { createChat } from "#worker/chat/chat.ts";
import { createChatPhotoSweep } from "#worker/chat/chat-photo-sweep.ts";
import { createDeliveries } from "#worker/chat/deliveries.ts";
import { createDraftsStore } from "#worker/chat/drafts.store.ts";
import { createDrafts } from "#worker/chat/drafts.ts";
import { partnerHolds } from "#worker/chat/partner.sql.ts";
import { createReceiptsStore } from "#worker/chat/receipts.store.ts";
import { createMemory } from "#worker/chat/remembered.ts";
import { createSendPhoto } from "#worker/chat/send-photo.ts";
import { createComplaintsStore } from "#worker/complaints/complaints.store.ts";
import { createComplaints } from "#worker/complaints/complaints.ts";
import { createGiftsStore } from "#worker/gifts/gifts.store.ts";
import { createGifts } from "#worker/gifts/gifts.ts";
import { createNotificationsStore } from "#worker/notifications/notifications.store.ts";
import { createNotifications } from "#worker/notifications/notifications.ts";
import { createPreferencesStore } from "#worker/notifications/preferences.store.ts";
import { createPreferences } from "#worker/notifications/preferences.ts";
import { currencyOf } from "#worker/wallet/wallet.ts";
import type { AccountServices } from "./accounts.ts";
import type { MailServices } from "./mail.ts";
import type { Pictures } from "./media.ts";
import type { Platform } from "./platform.ts";

export function createChatServices(
  { env, db, archive, cursors, live, limits, after, later }: Platform,
  { mails }: MailServices,
  { pictures, makePicture, chatPhotos, compare }: Pictures,
  { accountsStore }: AccountServices,
) {
  const archiveStore = createArchiveStore(db);
  const preferencesStore = createPreferencesStore(db);
  const receipts = createReceiptsStore(db);
  const deliveries = createDeliveries({ receipts, later });
  const chatStore = createChatStore(db);
  const memory = createMemory({ viewerHolds: accountsStore.viewerHolds, partnerHolds });
  const chat = createChat({ store: chatStore, memory, receipts, archive, cursors, live, deliveries, after });
  const { target } = chatStore;
  return {
    away: createAway({ receipts, endActivity: accountsStore.endActivity, live }),
    chat: { ...chat, ...createSendPhoto({ chatPhotos, pictures, makePicture, compare, limits, send: chat.send, after }) },
    archive,
    archiveStore,
    archiving: createArchiving({ store: archiveStore, archive }),
    changes: createChanges({ store: createChangesStore(db), archive, target, live, after }),
    drafts: createDrafts({ store: createDraftsStore(db), target, live, after }),
    chatPhotoSweep: createChatPhotoSweep({ chatPhotos, pictures }),
    gifts: createGifts({ store: createGiftsStore(db), target: chat.target, send: chat.send }),
    notifications: createNotifications({
      store: createNotificationsStore(db),
      live,
      localService: __LOCAL__ ? env.PUSH_SERVICE : undefined,
    }),
    preferencesStore,
    preferences: createPreferences({ store: preferencesStore, live, currencyOf }),
    complaints: createComplaints({ store: createComplaintsStore(db), limits, mails }),
  };
}
