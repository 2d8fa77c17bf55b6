import { createClosedAccount } from "#worker/decisions/closed-account.ts";
import { createDecisionsStore } from "#worker/decisions/decisions.store.ts";
import { languagesFor } from "#worker/edge/language.ts";
import { createExclusionsStore } from "#worker/exclusions/exclusions.store.ts";
import { createAdmission, createExclusions } from "#worker/exclusions/exclusions.ts";
import { createAccountsStore } from "#worker/identity/accounts.store.ts";
import { createUser } from "#worker/identity/user.ts";
import { createFairQueue } from "#worker/lib/fair-queue.ts";
import { createChallenges } from "#worker/lib/passkey-ceremony.ts";
import { webauthn } from "#worker/lib/webauthn.ts";
import { createEndSessions } from "#worker/sessions/end-sessions.ts";
import { createLogin } from "#worker/sessions/login.ts";
import { createLoginLimits } from "#worker/sessions/login-limits.ts";
import { createLoginLinkStore } from "#worker/sessions/login-link.store.ts";
import { createLoginLinks } from "#worker/sessions/login-link.ts";
import { createPasskeysStore } from "#worker/sessions/passkeys.store.ts";
import { createPasskeys } from "#worker/sessions/passkeys.ts";
import { createConfirmPassword } from "#worker/sessions/password-confirmation.ts";
import { createSessionsStore } from "#worker/sessions/sessions.store.ts";
import { createSessions } from "#worker/sessions/sessions.ts";
import { createStartSession } from "#worker/sessions/start-session.ts";
import type { MailServices } from "./mail.ts";
import type { Platform } from "./platform.ts";

const realTime = { now: Date.now, wait: (ms: number) => scheduler.wait(ms) };

export type SessionServices = ReturnType<typeof createSessionServices>;

export function createSessionServices(platform: Platform, { mails }: MailServices) {
  const { db, live, limits, passwords, keyedHash, after, domainsStore } = platform;
  const accountsStore = createAccountsStore(db);
  const sessionsStore = createSessionsStore(db);
  const loginLimits = createLoginLimits(limits, realTime);
  // A queue of 30 is served within two seconds.
  const passwordQueue = createFairQueue({ clock: realTime, maxWaiting: 30, maxWaitingPerKey: 3 });
  const endSessions = createEndSessions({ sessions: sessionsStore, live });
  const confirmPassword = createConfirmPassword({ limits, passwords });
  const domainOf = domainsStore.findById;
  const exclusionsStore = createExclusionsStore(db);
  const closedAccount = createClosedAccount({ store: createDecisionsStore(db), keyedHash });
  const admission = createAdmission({ store: exclusionsStore, keyedHash, closedAccount });
  const startSession = createStartSession({ store: accountsStore, live, limits, mails, after, domainOf, admission });
  return {
    accountsStore,
    loginLimits,
    endSessions,
    confirmPassword,
    startSession,
    admission,
    exclusions: createExclusions({ store: exclusionsStore, keyedHash, confirmPassword, endSessions }),
    user: createUser({ store: accountsStore, live, languagesOf: languagesFor }),
    login: createLogin({ store: accountsStore, loginLimits, live, passwords, passwordQueue, startSession }),
    loginLinks: createLoginLinks({ store: createLoginLinkStore(db), startSession }),
    sessions: createSessions({ sessions: sessionsStore, live }),
    passkeys: createPasskeys({
      passkeys: createPasskeysStore(db),
      webauthn,
      limits,
      mails,
      challenges: createChallenges({ limits, keyedHash }),
      confirmPassword,
      startSession,
      live,
    }),
  };
}
