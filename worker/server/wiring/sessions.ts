import { createArrivalStore } from "#worker/accounts/arrival/arrival.store.ts";
import { createArrivals } from "#worker/accounts/arrival/arrival.ts";
import { createHasLegacy } from "#worker/accounts/arrival/legacy.ts";
import { createExclusionsStore } from "#worker/accounts/exclusions/exclusions.store.ts";
import { createAdmission, createExclusions } from "#worker/accounts/exclusions/exclusions.ts";
import { createEndSessions } from "#worker/accounts/sessions/end-sessions.ts";
import { createLogin } from "#worker/accounts/sessions/login.ts";
import { createLoginLimits } from "#worker/accounts/sessions/login-limits.ts";
import { createLoginLinkStore } from "#worker/accounts/sessions/login-link.store.ts";
import { createLoginLinks } from "#worker/accounts/sessions/login-link.ts";
import { createPasskeysStore } from "#worker/accounts/sessions/passkeys.store.ts";
import { createPasskeys } from "#worker/accounts/sessions/passkeys.ts";
import { createConfirmPassword } from "#worker/accounts/sessions/password-confirmation.ts";
import { createSessionsStore } from "#worker/accounts/sessions/sessions.store.ts";
import { createSessions } from "#worker/accounts/sessions/sessions.ts";
import { createNewSession, createStartSession } from "#worker/accounts/sessions/start-session.ts";
import { createUser } from "#worker/accounts/user/user.ts";
import { createClosedAccount } from "#worker/backoffice/decisions/closed-account.ts";
import { createDecisionsStore } from "#worker/backoffice/decisions/decisions.store.ts";
import { createAnswerTimesStore } from "#worker/messaging/chat/answer-times.store.ts";
import { createAnswerTimes } from "#worker/messaging/chat/answer-times.ts";
import { createAccountsStore } from "#worker/people/identity/accounts.store.ts";
import { createChallenges } from "#worker/people/passkeys/passkey-ceremony.ts";
import { webauthn } from "#worker/people/passkeys/webauthn.ts";
import { createFairQueue } from "#worker/platform/fair-queue.ts";
import { languagesFor } from "#worker/server/edge/language.ts";
import type { MailServices } from "./mail.ts";
import type { Platform } from "./platform.ts";

const realTime = { now: Date.now, wait: (ms: number) => scheduler.wait(ms) };

export type SessionServices = ReturnType<typeof createSessionServices>;

export function createSessionServices(platform: Platform, { mails }: MailServices) {
  const { db, live, limits, passwords, keyedHash, after, domainsStore, originOf } = platform;
  const accountsStore = createAccountsStore(db);
  const sessionsStore = createSessionsStore(db);
  const loginLimits = createLoginLimits(limits, realTime);
  // A queue of 30 is served within two seconds.
  const passwordQueue = createFairQueue({ clock: realTime, maxWaiting: 30, maxWaitingPerKey: 3 });
  // Its work pauses every few ms, and no log-in limit lets more wait than guesses of one isolate.
  const legacyQueue = createFairQueue({ clock: realTime, maxWaiting: 100, maxWaitingPerKey: 8, lease: 10_000 });
  const arrivalStore = createArrivalStore(db);
  const endSessions = createEndSessions({ sessions: sessionsStore, live });
  const confirmPassword = createConfirmPassword({ limits, passwords });
  const domainOf = domainsStore.findById;
  const answerTimes = createAnswerTimes({ store: createAnswerTimesStore(db) });
  const exclusionsStore = createExclusionsStore(db);
  const closedAccount = createClosedAccount({ store: createDecisionsStore(db), keyedHash });
  const admission = createAdmission({ store: exclusionsStore, keyedHash, closedAccount });
  const newSession = createNewSession(keyedHash);
  const startSession = createStartSession({
    ...{ store: accountsStore, live, limits, mails, after, domainOf, admission, answerTimes, newSession },
  });
  return {
    accountsStore,
    answerTimes,
    loginLimits,
    endSessions,
    confirmPassword,
    startSession,
    newSession,
    admission,
    arrivals: createArrivals({ store: arrivalStore, mails, domainOf, originOf }),
    exclusions: createExclusions({ store: exclusionsStore, keyedHash, confirmPassword, endSessions }),
    user: createUser({ store: accountsStore, live, languagesOf: languagesFor }),
    login: createLogin({
      store: accountsStore,
      loginLimits,
      live,
      passwords,
      passwordQueue,
      legacyQueue,
      clock: realTime,
      hasLegacy: createHasLegacy(arrivalStore, realTime),
      startSession,
    }),
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
