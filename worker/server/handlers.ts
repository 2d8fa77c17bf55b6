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
import type { Implements } from "#worker/people/identity/context.ts";
import { contract as reports } from "#worker/people/reports/reports.contract.ts";
import type { Contract } from "#worker/platform/call.ts";
import { contract as domains } from "#worker/sites/domains/domains.contract.ts";
import type { CALLS } from "./calls.ts";
import type { Services } from "./wiring/index.ts";

export function handlers(services: Services): Implements<typeof CALLS> {
  return {
    ...ruled(age, services.age),
    ...ruled(ageChecks, services.ageChecks),
    ...ruled(acquaintances, services.acquaintances),
    ...ruled(trips, services.trips),
    ...ruled(blocks, services.blocks),
    ...ruled(chat, { ...services.chat, ...services.changes, ...services.drafts }),
    ...ruled(sendPhoto, services.chat),
    ...ruled(sendVoice, services.chat),
    ...ruled(calls, services.calls),
    ...ruled(goodbye, services.goodbyes),
    ...ruled(requests, services.requests),
    ...ruled(starts, services.starts),
    ...ruled(complaints, services.complaints),
    ...ruled(pictureNotices, services.pictureNotices),
    ...ruled(decisions, services.decisions),
    ...ruled(directdebit, services.directdebit),
    ...ruled(discounts, services.discounts),
    ...ruled(domains, services.domains),
    ...ruled(events, services.events),
    ...ruled(gifts, services.gifts),
    ...ruled(exclusions, services.exclusions),
    ...ruled(accounts, services.identity),
    ...ruled(exports, services.exports),
    ...ruled(leaving, services.leaving),
    ...ruled(likes, services.likes),
    ...ruled(pendingLikes, services.pendingLikes),
    ...ruled(presence, services.presence),
    ...ruled(mail, services.mail),
    ...ruled(match, services.match),
    ...ruled(members, services.members),
    ...ruled(ownProfile, services.ownProfile),
    ...ruled(voiceAnswers, services.voiceAnswers),
    ...ruled(unlock, services.unlock),
    ...ruled(notifications, services.notifications),
    ...ruled(preferences, services.preferences),
    ...ruled(payments, services.payments),
    ...ruled(photos, services.photos),
    ...ruled(grants, services.grants),
    ...ruled(recovery, services.recovery),
    ...ruled(reports, services.memberReports),
    ...ruled(searches, services.searches),
    ...ruled(loginLinks, services.loginLinks),
    ...ruled(passkeys, services.passkeys),
    ...ruled(sessions, services.sessions),
    ...ruled(activation, services.signup),
    ...ruled(consents, services.signup),
    ...ruled(draft, services.signup),
    ...ruled(invites, services.signup),
    ...ruled(nameChoice, services.signup),
    ...ruled(signup, services.signup),
    ...ruled(swipe, services.swipe),
    ...ruled(today, services.today),
    ...ruled(verifications, services.verifications),
    ...ruled(visits, services.visits),
    ...ruled(waiting, services.waiting),
    ...ruled(wishes, services.wishes),
    ...ruled(wallet, services.wallet),
    ...ruled(withdrawals, services.withdrawals),
  };
}

function ruled<C extends Contract>(contract: C, room: Implements<C>): Implements<C> {
  const entries = Object.keys(contract).map((name) => [name, room[name]]);
  return Object.fromEntries(entries);
}
