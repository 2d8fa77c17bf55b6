import type { accounts, photos, profiles } from "#db/schema/index.ts";
import type { PHOTO_KEYS } from "#worker/people/identity/photos.sql.ts";
import type { Preferences } from "#worker/people/preferences/preferences.vocabulary.ts";

export type PhotoRow = Pick<typeof photos.$inferSelect, (typeof PHOTO_KEYS)[number]>;

/** Requests of visible members; `real` leaves out fictional ones, for domains that hide them. */
export interface PhotoRequests {
  all: number;
  real: number;
}

/** When a member showed private photos (ms), and 1 for a fictional one. */
export type PhotoAnswer = readonly [at: number, fictional: number];

/** Shared by all of a request: a call that changes something returns it. */
export interface PushStanding {
  subscribed: boolean;
  earned: boolean;
}

export interface Viewer {
  readonly id: string;
  readonly account: Readonly<typeof accounts.$inferSelect>;
  readonly profile: Readonly<typeof profiles.$inferSelect>;
  readonly photos: readonly PhotoRow[];
  readonly photoRequests: PhotoRequests;
  /** Private photos shown to the member since the list of news was opened, 20 at most; without profiles visited since. */
  readonly photoAnswers: readonly PhotoAnswer[];
  /** Times (ms) of decisions about the member's reports since the list of news was opened, 20 at most. */
  readonly reportsDecided: readonly number[];
  readonly preferences: Readonly<Preferences>;
  /** An order has used up the discount of the first purchase, whatever became of its money. */
  offerUsed: boolean;
  push: PushStanding;
  tokenHash: string;
  /** Ms. */
  expiresAt: number;
  /** Last write to D1, in ms. */
  seenAt: number;
}

export type Member = Omit<Viewer, "push" | "tokenHash" | "expiresAt" | "seenAt">;

export function addresseeOf({ id, account, profile }: Pick<Member, "id" | "account" | "profile">) {
  return { id, email: account.email, name: profile.name, language: account.language, country: profile.country };
}
