import { createActivationStore } from "#worker/accounts/signup/activation.store.ts";
import { createActivation } from "#worker/accounts/signup/activation.ts";
import { createActivationMail } from "#worker/accounts/signup/activation-mail.ts";
import { createConsentsStore } from "#worker/accounts/signup/consents.store.ts";
import { createConsents } from "#worker/accounts/signup/consents.ts";
import { createCorrectionStore } from "#worker/accounts/signup/correction.store.ts";
import { createCorrect, createCorrection } from "#worker/accounts/signup/correction.ts";
import { createRevealedCorrection } from "#worker/accounts/signup/correction-revealed.ts";
import { createMailCorrection, createSecretCorrection } from "#worker/accounts/signup/correction-secret.ts";
import { createDraftStore } from "#worker/accounts/signup/draft.store.ts";
import { createDrafts } from "#worker/accounts/signup/draft.ts";
import { DRAFT_MAX_AGE } from "#worker/accounts/signup/draft.vocabulary.ts";
import { createIntents } from "#worker/accounts/signup/intent.ts";
import { createInvitesStore } from "#worker/accounts/signup/invites.store.ts";
import { createInvites } from "#worker/accounts/signup/invites.ts";
import { createNameChoiceStore } from "#worker/accounts/signup/name-choice.store.ts";
import { createNameChoice } from "#worker/accounts/signup/name-choice.ts";
import { createSignupStore } from "#worker/accounts/signup/signup.store.ts";
import { createSignup } from "#worker/accounts/signup/signup.ts";
import { createRevealedSignup } from "#worker/accounts/signup/signup-revealed.ts";
import { createSecretSignup } from "#worker/accounts/signup/signup-secret.ts";
import { createUnconfirmedStore } from "#worker/accounts/signup/unconfirmed.store.ts";
import { createUnconfirmed } from "#worker/accounts/signup/unconfirmed.ts";
import { createBansStore } from "#worker/people/bans/bans.store.ts";
import { createBans } from "#worker/people/bans/bans.ts";
import { languagesFor } from "#worker/server/edge/language.ts";
import { regionsOf } from "#worker/sites/domains/regions.ts";
import type { LeavingServices } from "./leaving.ts";
import type { LikeServices } from "./likes.ts";
import type { MailServices } from "./mail.ts";
import type { Platform } from "./platform.ts";
import type { SessionServices } from "./sessions.ts";

export function createSignupServices(
  platform: Platform,
  { mails }: MailServices,
  { accountsStore: store, startSession, newSession, confirmPassword, admission }: SessionServices,
  { bringBack, erasure, announceChange }: LeavingServices,
  { target, pendingLikes }: LikeServices,
) {
  const { env, db, live, limits, clock, passwords, keyedHash, addressPrint, after, later, domainsStore, originOf } = platform;
  const drafts = createDraftStore(env.VISITORS, DRAFT_MAX_AGE);
  const invites = createInvitesStore(db);
  const bansStore = createBansStore(db);
  const bans = createBans(bansStore);
  const signups = createSignupStore(db);
  const activations = createActivationStore(db);
  const activationMail = createActivationMail({ mails, keyedHash });
  const { newActivation } = activationMail;
  const activation = createActivation({
    activations,
    limits,
    live,
    mails,
    activationMail,
    startSession,
    sendPendingLikes: pendingLikes.send,
    after,
  });
  const corrections = createCorrectionStore(db);
  const correct = createCorrect({ corrections, live, mails, newActivation });
  const mailCorrection = createMailCorrection({ store, activations, limits, mails, newActivation, bringBack, correct });
  const policies = {
    revealed: createRevealedSignup({ store, signups, limits, live, mails, passwords, newActivation, startSession, newSession }),
    secret: createSecretSignup({ store, signups, limits, mails, newActivation, later, bringBack }),
  };
  const unconfirmed = createUnconfirmed({
    store: createUnconfirmedStore(db),
    activations,
    newActivation,
    mails,
    steadyFor: (now) => clock.steadyFor("unconfirmed", now),
    erase: (id, now) => erasure.erase(id, now),
    domainOf: domainsStore.findById,
    originOf,
  });
  const languagesOf = languagesFor;
  return {
    drafts,
    invites,
    bansStore,
    unconfirmed,
    ...{ activations, newActivation, correct },
    signup: {
      ...createSignup({
        policies,
        drafts,
        invites,
        limits,
        bans,
        passwords,
        admission,
        keyedHash,
        addressPrint,
        regionsOf,
        languagesOf,
      }),
      ...activation,
      removeAddress: unconfirmed.removeAddress,
      ...createCorrection({
        bans,
        revealed: createRevealedCorrection({ store, limits, confirmPassword, resend: activation.activation, correct }),
        secret: createSecretCorrection({ store, corrections, limits, live, passwords, later, mailCorrection }),
      }),
      ...createDrafts({ drafts, limits }),
      ...createInvites({ invites, limits, keyedHash }),
      ...createConsents({ consents: createConsentsStore(db), live, announceChange, after }),
      ...createIntents({ store, target }),
      ...createNameChoice({ store: createNameChoiceStore(db), limits, live }),
    },
  };
}
