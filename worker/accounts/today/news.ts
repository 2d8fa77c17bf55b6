import type { Member } from "#worker/people/identity/viewer.ts";
import { DAY } from "#worker/platform/durations.ts";

/** In ms. An older decision is no news, also for a member who never opened the list. */
const NEWS_FOR = 14 * DAY;

interface DecidedPhoto {
  approved: boolean;
  /** In ms. */
  at: number;
}

/** Of the member's photos, since the list of news was opened. */
export function decidedPhotos({ account, photos }: Pick<Member, "account" | "photos">, now: number): DecidedPhoto[] {
  const since = sinceOf(account, now);
  return photos
    .map(({ checkedAt, rejectedAt }) => ({ approved: checkedAt !== null, at: checkedAt ?? rejectedAt ?? 0 }))
    .filter(({ at }) => at > since);
}

/** Times (ms) of decisions about the member's reports. */
export function decidedReports({ account, reportsDecided }: Pick<Member, "account" | "reportsDecided">, now: number): number[] {
  const since = sinceOf(account, now);
  return reportsDecided.filter((at) => at > since);
}

function sinceOf({ newsSeenAt }: Pick<Member["account"], "newsSeenAt">, now: number): number {
  return Math.max(newsSeenAt, now - NEWS_FOR);
}
