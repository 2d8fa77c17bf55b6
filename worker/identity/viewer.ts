import type { accounts, photos, profiles } from "#db/schema/index.ts";
import type { Preferences } from "#worker/notifications/preferences.vocabulary.ts";

export type PhotoRow = Pick<typeof photos.$inferSelect, "id" | "key" | "position" | "status" | "visibility">;

/** Rows of the logged-in member, read in one query per request. */
export interface Viewer {
  id: string;
  account: typeof accounts.$inferSelect;
  profile: typeof profiles.$inferSelect;
  photos: PhotoRow[];
  preferences: Preferences;
  tokenHash: string;
  /** Ms. */
  expiresAt: number;
  /** Last write to D1, in ms. */
  seenAt: number;
}

export type Member = Omit<Viewer, "tokenHash" | "expiresAt" | "seenAt">;

export function addresseeOf({ id, account, profile }: Pick<Member, "id" | "account" | "profile">) {
  return { id, email: account.email, name: profile.name, language: account.language, country: profile.country };
}
