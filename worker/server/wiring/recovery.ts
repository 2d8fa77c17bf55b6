import { createMailChangeStore } from "#worker/accounts/recovery/mail-change.store.ts";
import { createMailChange } from "#worker/accounts/recovery/mail-change.ts";
import { createMailUndo } from "#worker/accounts/recovery/mail-undo.ts";
import { createPasswordStore } from "#worker/accounts/recovery/password.store.ts";
import { createPassword } from "#worker/accounts/recovery/password.ts";
import { createResetStore } from "#worker/accounts/recovery/reset.store.ts";
import { createReset } from "#worker/accounts/recovery/reset.ts";
import { createResetRequest } from "#worker/accounts/recovery/reset-request.ts";
import { createBansStore } from "#worker/people/bans/bans.store.ts";
import { createBans } from "#worker/people/bans/bans.ts";
import type { LeavingServices } from "./leaving.ts";
import type { MailServices } from "./mail.ts";
import type { Platform } from "./platform.ts";
import type { SessionServices } from "./sessions.ts";

export function createRecoveryServices(
  platform: Platform,
  { mails }: MailServices,
  { accountsStore: store, loginLimits, startSession, endSessions, confirmPassword, newSession }: SessionServices,
  { bringBack, countRecovery }: LeavingServices,
) {
  const { db, live, limits, passwords, keyedHash, after, later } = platform;
  const resets = createResetStore(db);
  const mailChanges = createMailChangeStore(db);
  const passwordStore = createPasswordStore(db);
  return {
    ...createResetRequest({ store, resets, limits, countRecovery, mails, later, bringBack, keyedHash }),
    ...createReset({ resets, limits, loginLimits, mails, passwords, endSessions, startSession, after }),
    ...createPassword({ passwordStore, limits, mails, passwords, confirmPassword, endSessions, newSession }),
    ...createMailChange({ store, mailChanges, limits, live, mails, confirmPassword, bans: createBans(createBansStore(db)) }),
    ...createMailUndo({ store, mailChanges, mails, passwords, endSessions, after, bringBack }),
  };
}
