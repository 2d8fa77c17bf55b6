import { contract as age } from "#worker/accounts/age/age.contract.ts";
import { contract as ageChecks } from "#worker/accounts/age/age-checks.contract.ts";
import { contract as exclusions } from "#worker/accounts/exclusions/exclusions.contract.ts";
import { contract as exports } from "#worker/accounts/leaving/export.contract.ts";
import { contract as leaving } from "#worker/accounts/leaving/leaving.contract.ts";
import { contract as recovery } from "#worker/accounts/recovery/recovery.contract.ts";
import { contract as loginLinks } from "#worker/accounts/sessions/login-link.contract.ts";
import { contract as passkeys } from "#worker/accounts/sessions/passkeys.contract.ts";
import { contract as sessions } from "#worker/accounts/sessions/sessions.contract.ts";
import { contract as activation } from "#worker/accounts/signup/activation.contract.ts";
import { contract as draft } from "#worker/accounts/signup/draft.contract.ts";
import { contract as invites } from "#worker/accounts/signup/invites.contract.ts";
import { contract as nameChoice } from "#worker/accounts/signup/name-choice.contract.ts";
import { contract as signup } from "#worker/accounts/signup/signup.contract.ts";
import { contract as today } from "#worker/accounts/today/today.contract.ts";
import { contract as accounts } from "#worker/accounts/user/user.contract.ts";
import { contract as complaints } from "#worker/backoffice/complaints/complaints.contract.ts";
import { contract as pictureNotices } from "#worker/backoffice/complaints/picture-notices.contract.ts";
import { contract as decisions } from "#worker/backoffice/decisions/decisions.contract.ts";
import { contract as directdebit } from "#worker/billing/directdebit/directdebit.contract.ts";
import { contract as discounts } from "#worker/billing/discounts/discounts.contract.ts";
import { contract as payments } from "#worker/billing/payments/payments.contract.ts";
import { contract as wallet } from "#worker/billing/wallet/wallet.contract.ts";
import { contract as withdrawals } from "#worker/billing/withdrawals/withdrawals.contract.ts";
import { contract as presence } from "#worker/delivery/live/presence.contract.ts";
import { contract as mail } from "#worker/delivery/mail/mail.contract.ts";
import { contract as notifications } from "#worker/delivery/notifications/notifications.contract.ts";
import { contract as preferences } from "#worker/delivery/notifications/preferences.contract.ts";
import { contract as acquaintances } from "#worker/discovery/acquaintances/acquaintances.contract.ts";
import { contract as blocks } from "#worker/discovery/blocks/blocks.contract.ts";
import { contract as events } from "#worker/discovery/events/events.contract.ts";
import { contract as likes } from "#worker/discovery/likes/likes.contract.ts";
import { contract as pendingLikes } from "#worker/discovery/likes/pending-likes.contract.ts";
import { contract as match } from "#worker/discovery/match/match.contract.ts";
import { contract as members } from "#worker/discovery/members/members.contract.ts";
import { contract as ownProfile } from "#worker/discovery/members/profile-own.contract.ts";
import { contract as unlock } from "#worker/discovery/members/unlock.contract.ts";
import { contract as voiceAnswers } from "#worker/discovery/members/voice-answers.contract.ts";
import { contract as grants } from "#worker/discovery/photos/grants.contract.ts";
import { contract as photos } from "#worker/discovery/photos/photos.contract.ts";
import { contract as searches } from "#worker/discovery/searches/searches.contract.ts";
import { contract as swipe } from "#worker/discovery/swipe/swipe.contract.ts";
import { contract as trips } from "#worker/discovery/trips/trips.contract.ts";
import { contract as verifications } from "#worker/discovery/verifications/verifications.contract.ts";
import { contract as visits } from "#worker/discovery/visits/visits.contract.ts";
import { contract as wishes } from "#worker/discovery/wishes/wishes.contract.ts";
import { contract as calls } from "#worker/messaging/calls/calls.contract.ts";
import { contract as chat } from "#worker/messaging/chat/chat.contract.ts";
import { contract as goodbye } from "#worker/messaging/chat/goodbye.contract.ts";
import { contract as requests } from "#worker/messaging/chat/requests.contract.ts";
import { contract as sendPhoto } from "#worker/messaging/chat/send-photo.contract.ts";
import { contract as sendVoice } from "#worker/messaging/chat/send-voice.contract.ts";
import { contract as starts } from "#worker/messaging/chat/starts.contract.ts";
import { contract as gifts } from "#worker/messaging/gifts/gifts.contract.ts";
import { contract as waiting } from "#worker/messaging/waiting/waiting.contract.ts";
import { contract as consents } from "#worker/people/identity/consents.contract.ts";
import { contract as reports } from "#worker/people/reports/reports.contract.ts";
import type { Call, Input, Output, RawInput } from "#worker/platform/call.ts";
import { AppError } from "#worker/platform/errors.ts";
import { check, refusalOf } from "#worker/platform/parse.ts";
import { contract as domains } from "#worker/sites/domains/domains.contract.ts";

export const CALLS = {
  ...age,
  ...ageChecks,
  ...acquaintances,
  ...trips,
  ...blocks,
  ...chat,
  ...sendPhoto,
  ...sendVoice,
  ...calls,
  ...goodbye,
  ...requests,
  ...starts,
  ...complaints,
  ...pictureNotices,
  ...decisions,
  ...directdebit,
  ...discounts,
  ...domains,
  ...events,
  ...gifts,
  ...exclusions,
  ...accounts,
  ...exports,
  ...leaving,
  ...likes,
  ...pendingLikes,
  ...presence,
  ...mail,
  ...match,
  ...members,
  ...ownProfile,
  ...voiceAnswers,
  ...unlock,
  ...notifications,
  ...preferences,
  ...payments,
  ...photos,
  ...grants,
  ...recovery,
  ...reports,
  ...searches,
  ...loginLinks,
  ...passkeys,
  ...sessions,
  ...activation,
  ...consents,
  ...draft,
  ...invites,
  ...nameChoice,
  ...signup,
  ...swipe,
  ...today,
  ...verifications,
  ...visits,
  ...waiting,
  ...wishes,
  ...wallet,
  ...withdrawals,
};

const PREFETCHING = new Set(
  Object.values<Call>(CALLS)
    .filter(({ prefetch }) => prefetch === "call")
    .map(({ method, path }) => `${method} ${path}`),
);

/** A page, or a call that reads rows together with the session: the session waits until the rows are known. */
export function mayPrefetch(method: string, pathname: string): boolean {
  return (
    PREFETCHING.has(`${method} ${pathname}`) || (method === "GET" && /^\/(?!api\/|download\/)[^.]*(?:\.rsc)?$/.test(pathname))
  );
}

export type CallName = keyof typeof CALLS;
export type CallOf<N extends CallName> = (typeof CALLS)[N];
export type CallInput<N extends CallName> = Input<CallOf<N>>;
export type CallOutput<N extends CallName> = Output<CallOf<N>>;

type Raw<N extends CallName> = (input: RawInput<CallOf<N>>) => Promise<CallOutput<N>>;
type Checked<N extends CallName> = (input: CallInput<N>) => Promise<CallOutput<N>>;

export type Backend = { [N in CallName]: Raw<N> };

export type CheckedBackend = { [N in CallName]: Checked<N> };

/** Generic, so that `make` cannot mix one call's input with another's answer. */
export function everyCall(make: <N extends CallName>(name: N) => Checked<N>): CheckedBackend {
  return byName(make);
}

/** Asks who calls before it refuses the input. @throws authentication_required invalid */
export function parsing(checked: CheckedBackend, memberId: () => Promise<string | null>): Backend {
  return byName(<N extends CallName>(name: N): Raw<N> => {
    const answer: Checked<N> = checked[name];
    return async (input) => {
      const read = readInput<CallOf<N>>(CALLS[name], input);
      if (read.success) return answer(read.data);
      if (CALLS[name].access !== "anyone" && (await memberId()) === null) throw new AppError("authentication_required");
      throw refusalOf(read.error);
    };
  });
}

function readInput<C extends Call>(call: C, input: RawInput<C>) {
  return check<C["input"]>(call.input, input);
}

/** Makes each call when it is first taken: a request takes one or two of them. TypeScript cannot map key by key. */
function byName<B>(make: (name: CallName) => B[keyof B]): B {
  return Object.assign(Object.create(LAZY), { [MAKE]: make });
}

const MAKE = Symbol("make");

const LAZY = Object.create(
  null,
  Object.fromEntries(
    Object.keys(CALLS).map((name) => {
      function get(this: { [MAKE](name: string): unknown }) {
        const value = this[MAKE](name);
        Object.defineProperty(this, name, { value });
        return value;
      }
      return [name, { get, enumerable: true }];
    }),
  ),
);
