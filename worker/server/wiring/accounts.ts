import type { PhotoFiles } from "#worker/discovery/photos/photo-files.ts";
import { createLeavingServices } from "./leaving.ts";
import type { LikeServices } from "./likes.ts";
import type { MailServices } from "./mail.ts";
import type { Platform } from "./platform.ts";
import { createRecoveryServices } from "./recovery.ts";
import { createSessionServices } from "./sessions.ts";
import { createSignupServices } from "./signup.ts";

interface Deps {
  pictures: PhotoFiles;
  like: LikeServices;
}

/** Sessions, leaving, recovery and sign-up, in the order in which they use each other. */
export type AccountServices = ReturnType<typeof createAccountServices>;

export function createAccountServices(platform: Platform, mail: MailServices, { pictures, like }: Deps) {
  const sessions = createSessionServices(platform, mail);
  const leaving = createLeavingServices(platform, mail, sessions, pictures);
  const recovery = createRecoveryServices(platform, mail, sessions, leaving);
  const signup = createSignupServices(platform, mail, sessions, leaving, like);
  return {
    ...signup,
    announceChange: leaving.announceChange,
    memberOf: leaving.memberOf,
    accountsStore: sessions.accountsStore,
    answerTimes: sessions.answerTimes,
    confirmPassword: sessions.confirmPassword,
    startSession: sessions.startSession,
    sessions: { ...sessions.login, ...sessions.sessions },
    loginLinks: sessions.loginLinks,
    passkeys: sessions.passkeys,
    exclusions: sessions.exclusions,
    admission: sessions.admission,
    endSessions: sessions.endSessions,
    arrivals: sessions.arrivals,
    leaving: leaving.leaving,
    exports: leaving.exports,
    erasure: leaving.erasure,
    uploads: leaving.uploads,
    identity: sessions.user,
    recovery,
  };
}
