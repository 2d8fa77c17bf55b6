import { createChatStore } from "#worker/chat/chat.store.ts";
import { createChat } from "#worker/chat/chat.ts";
import { createComplaintsStore } from "#worker/complaints/complaints.store.ts";
import { createComplaints } from "#worker/complaints/complaints.ts";
import { createGiftsStore } from "#worker/gifts/gifts.store.ts";
import { createGifts } from "#worker/gifts/gifts.ts";
import { createNotificationsStore } from "#worker/notifications/notifications.store.ts";
import { createNotifications } from "#worker/notifications/notifications.ts";
import { createPreferencesStore } from "#worker/notifications/preferences.store.ts";
import { createPreferences } from "#worker/notifications/preferences.ts";
import { currencyOf } from "#worker/wallet/wallet.ts";
import type { MailServices } from "./mail.ts";
import type { Platform } from "./platform.ts";

export function createChatServices({ db, cursors, live, limits, after }: Platform, { mails }: MailServices) {
  const preferencesStore = createPreferencesStore(db);
  const chat = createChat({ store: createChatStore(db), cursors, live, after });
  return {
    chat,
    gifts: createGifts({ store: createGiftsStore(db), target: chat.target, send: chat.send }),
    notifications: createNotifications({ store: createNotificationsStore(db) }),
    preferencesStore,
    preferences: createPreferences({ store: preferencesStore, live, currencyOf }),
    complaints: createComplaints({ store: createComplaintsStore(db), limits, mails }),
  };
}
