import { contract as blocks } from "./blocks/blocks.contract.ts";
import type { CALLS } from "./calls.ts";
import { contract as chat } from "./chat/chat.contract.ts";
import { contract as sendPhoto } from "./chat/send-photo.contract.ts";
import { contract as complaints } from "./complaints/complaints.contract.ts";
import type { Implements } from "./context.ts";
import { contract as decisions } from "./decisions/decisions.contract.ts";
import { contract as directdebit } from "./directdebit/directdebit.contract.ts";
import { contract as discounts } from "./discounts/discounts.contract.ts";
import { contract as domains } from "./domains/domains.contract.ts";
import { contract as exclusions } from "./exclusions/exclusions.contract.ts";
import { contract as gifts } from "./gifts/gifts.contract.ts";
import { contract as accounts } from "./identity/accounts.contract.ts";
import { contract as consents } from "./identity/consents.contract.ts";
import { contract as exports } from "./leaving/export.contract.ts";
import { contract as leaving } from "./leaving/leaving.contract.ts";
import type { Contract } from "./lib/call.ts";
import { contract as likes } from "./likes/likes.contract.ts";
import { contract as pendingLikes } from "./likes/pending-likes.contract.ts";
import { contract as presence } from "./live/presence.contract.ts";
import { contract as mail } from "./mail/mail.contract.ts";
import { contract as match } from "./match/match.contract.ts";
import { contract as members } from "./members/members.contract.ts";
import { contract as ownProfile } from "./members/profile-own.contract.ts";
import { contract as unlock } from "./members/unlock.contract.ts";
import { contract as notifications } from "./notifications/notifications.contract.ts";
import { contract as preferences } from "./notifications/preferences.contract.ts";
import { contract as payments } from "./payments/payments.contract.ts";
import { contract as grants } from "./photos/grants.contract.ts";
import { contract as photos } from "./photos/photos.contract.ts";
import { contract as recovery } from "./recovery/recovery.contract.ts";
import { contract as reports } from "./reports/reports.contract.ts";
import { contract as searches } from "./searches/searches.contract.ts";
import { contract as loginLinks } from "./sessions/login-link.contract.ts";
import { contract as passkeys } from "./sessions/passkeys.contract.ts";
import { contract as sessions } from "./sessions/sessions.contract.ts";
import { contract as activation } from "./signup/activation.contract.ts";
import { contract as draft } from "./signup/draft.contract.ts";
import { contract as invites } from "./signup/invites.contract.ts";
import { contract as nameChoice } from "./signup/name-choice.contract.ts";
import { contract as signup } from "./signup/signup.contract.ts";
import { contract as swipe } from "./swipe/swipe.contract.ts";
import { contract as verifications } from "./verifications/verifications.contract.ts";
import { contract as visits } from "./visits/visits.contract.ts";
import { contract as wallet } from "./wallet/wallet.contract.ts";
import type { Services } from "./wiring/index.ts";

export function handlers(services: Services): Implements<typeof CALLS> {
  return {
    ...ruled(blocks, services.blocks),
    ...ruled(chat, { ...services.chat, ...services.changes, ...services.drafts }),
    ...ruled(sendPhoto, services.chat),
    ...ruled(complaints, services.complaints),
    ...ruled(decisions, services.decisions),
    ...ruled(directdebit, services.directdebit),
    ...ruled(discounts, services.discounts),
    ...ruled(domains, services.domains),
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
    ...ruled(verifications, services.verifications),
    ...ruled(visits, services.visits),
    ...ruled(wallet, services.wallet),
  };
}

function ruled<C extends Contract>(contract: C, room: Implements<C>): Implements<C> {
  const entries = Object.keys(contract).map((name) => [name, room[name]]);
  return Object.fromEntries(entries);
}
