import type { accounts, profiles } from "#db/schema/index.ts";

/** The account and profile rows of whoever is logged in, read together in one query at the start of a request. */
export interface Viewer {
  id: string;
  account: typeof accounts.$inferSelect;
  profile: typeof profiles.$inferSelect;
  /** SHA-256 of the session token. */
  tokenHash: string;
  /** End of the session, in ms. */
  expiresAt: number;
}
