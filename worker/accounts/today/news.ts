import type { Context } from "#worker/people/identity/context.ts";
import type { Member } from "#worker/people/identity/viewer.ts";
import { NEWS_FOR } from "./news.vocabulary.ts";

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

/** Times (ms) at which others showed the member private photos. */
export function photoAnswers(
  { account, photoAnswers: answers }: Pick<Member, "account" | "photoAnswers">,
  { domain, now }: Pick<Context, "domain" | "now">,
): number[] {
  if (!domain.features.private_photos) return [];
  const since = sinceOf(account, now);
  return answers.filter(([at, fictional]) => at > since && (domain.settings.fictional_profiles || !fictional)).map(([at]) => at);
}

function sinceOf({ newsSeenAt }: Pick<Member["account"], "newsSeenAt">, now: number): number {
  return Math.max(newsSeenAt, now - NEWS_FOR);
}
