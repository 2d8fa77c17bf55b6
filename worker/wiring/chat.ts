import { createChatStore } from "../chat/chat.store.ts";
import { createChat } from "../chat/chat.ts";
import { createComplaintsStore } from "../complaints/complaints.store.ts";
import { createComplaints } from "../complaints/complaints.ts";
import { createNotificationsStore } from "../notifications/notifications.store.ts";
import { createNotifications } from "../notifications/notifications.ts";
import { createPreferencesStore } from "../notifications/preferences.store.ts";
import { createPreferences } from "../notifications/preferences.ts";
import { currencyOf } from "../wallet/wallet.ts";
import type { MailServices } from "./mail.ts";
import type { Platform } from "./platform.ts";

export function createChatServices({ db, live, limits, after }: Platform, { mails }: MailServices) {
  const preferencesStore = createPreferencesStore(db);
  return {
    chat: createChat({ store: createChatStore(db), live, after }),
    notifications: createNotifications({ store: createNotificationsStore(db) }),
    preferencesStore,
    preferences: createPreferences({ store: preferencesStore, live, currencyOf }),
    complaints: createComplaints({ store: createComplaintsStore(db), limits, mails }),
  };
}
