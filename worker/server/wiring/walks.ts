import { REPLACED_CONSENTS } from "#worker/accounts/signup/replaced-consents.sql.ts";
import { CLOSED_COMPLAINTS, CLOSED_NOTICES } from "#worker/backoffice/complaints/closed-complaints.sql.ts";
import { LISTED_FICTIONAL } from "#worker/backoffice/fictional/listed-fictional.sql.ts";
import { STALE_RUNS } from "#worker/billing/wallet/stale-runs.sql.ts";
import { CLOSED_WITHDRAWALS } from "#worker/billing/withdrawals/closed-withdrawals.sql.ts";
import { NOTIFIED } from "#worker/delivery/mail/notified.sql.ts";
import { OLD_SELF_CHANGES } from "#worker/discovery/members/old-self-changes.sql.ts";
import { CHANGES_WITHIN } from "#worker/discovery/members/self-changes.ts";
import { UNWANTED_ANSWERS } from "#worker/discovery/members/unwanted-answers.sql.ts";
import { WAITING_REQUESTS } from "#worker/discovery/photos/waiting-requests.sql.ts";
import { OLD_VISITS } from "#worker/discovery/visits/old-visits.sql.ts";
import { VISITS_RETENTION } from "#worker/discovery/visits/visits.vocabulary.ts";
import { EMPTIED_DRAFTS } from "#worker/messaging/chat/emptied-drafts.sql.ts";
import { REMOVED_CHATS } from "#worker/messaging/chat/removed-chats.sql.ts";
import { OLD_SESSIONS } from "#worker/people/identity/old-sessions.sql.ts";
import { DAY, HOUR, MINUTE } from "#worker/platform/durations.ts";
import type { Walk, WalkStore } from "#worker/platform/walk.store.ts";

/** In ms: claims about a statement expire after three years in most countries. */
const STATEMENTS_RETENTION = 3 * 365 * DAY;

/** Retention in ms. */
export const WALKS: readonly Walk[] = [
  // An earlier text of another device that was away does not return for so long.
  { name: "emptied drafts", retention: 30 * DAY, ...EMPTIED_DRAFTS },
  // The asker may ask again afterwards.
  { name: "waiting photo requests", retention: 90 * DAY, ...WAITING_REQUESTS },
  // After the newer one: claims from the time before expire after three years in most countries.
  { name: "replaced consents", retention: 4 * 365 * DAY, ...REPLACED_CONSENTS },
  // After the last message: as long as a chat that a block removed is kept for a report.
  { name: "chats that both removed", retention: 90 * DAY, ...REMOVED_CHATS },
  { name: "old visits and swipes", retention: VISITS_RETENTION, ...OLD_VISITS },
  // A like or match is mailed once within this time.
  { name: "mails that were sent", retention: 180 * DAY, ...NOTIFIED },
  // Ended session rows outlive the browser's log-out mark, which lasts as long as a session.
  { name: "old sessions", retention: 31 * DAY, ...OLD_SESSIONS },
  // Notices first: their time is that of the complaint.
  { name: "closed notices of pictures", retention: STATEMENTS_RETENTION, ...CLOSED_NOTICES },
  { name: "closed complaints", retention: STATEMENTS_RETENTION, ...CLOSED_COMPLAINTS },
  // A rule, not a retention.
  { name: "fictional profiles", retention: 0, ...LISTED_FICTIONAL },
  // They would go on telling that somebody changed gender, orientation or whom they look for.
  { name: "old changes of gender", retention: CHANGES_WITHIN, ...OLD_SELF_CHANGES },
  // Longer than an upload takes until its text names it.
  { name: "spoken answers", retention: HOUR, ...UNWANTED_ANSWERS },
  { name: "closed withdrawals", retention: STATEMENTS_RETENTION, ...CLOSED_WITHDRAWALS },
];

/** Nothing is deleted: what the lot counts becomes an entry of the ledger. Each minute, because figures of messages wait for it. */
export const RUNS: Walk = { name: "runs of messages", retention: HOUR, ...STALE_RUNS };

export function createWalks(store: WalkStore) {
  return {
    /** Each minute the next step of one walk, in turn. */
    sweep: (now: number) => store.step(WALKS[Math.floor(now / MINUTE) % WALKS.length] as Walk, now),

    endRuns: (now: number) => store.step(RUNS, now),
  };
}
