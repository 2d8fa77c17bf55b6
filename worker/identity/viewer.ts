import type { accounts, profiles } from "#db/schema/index.ts";
import type { PhotoRow } from "../members/profile.ts";
import type { Preferences } from "../notifications/preferences.ts";

/** The account and profile rows of whoever is logged in, read together in one query at the start of a request. */
export interface Viewer {
  id: string;
  account: typeof accounts.$inferSelect;
  profile: typeof profiles.$inferSelect;
  /** Every photo of the profile, in any state and order. */
  photos: PhotoRow[];
  preferences: Preferences;
  /** SHA-256 of the session token. */
  tokenHash: string;
  /** End of the session, in ms. */
  expiresAt: number;
  /** When D1 last heard of this session, in ms. */
  seenAt: number;
}

/** A viewer but for the session: what a log-in finds. */
export type Member = Omit<Viewer, "tokenHash" | "expiresAt" | "seenAt">;

/** To whom a mail to a member goes. */
export function addresseeOf({ id, account, profile }: Pick<Member, "id" | "account" | "profile">) {
  return { id, email: account.email, name: profile.name, language: account.language, country: profile.country };
}
