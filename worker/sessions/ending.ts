import type { AccountsDeps } from "../identity/accounts.ts";

/**
 * Carries out a write that ends every session of a member, so that no object vouches for one of them afterwards.
 * `write` answers the token hashes of the sessions it ended, or null where it did nothing; so does this. Whose own session
 * gets a new token says which it was: their pages stay.
 */
export async function endingSessions(
  { sessions, live }: Pick<AccountsDeps, "sessions" | "live">,
  memberId: string,
  now: number,
  write: () => Promise<string[] | null>,
  renewed?: string,
): Promise<string[] | null> {
  // The member's object first: what it vouches for is over before D1 says so.
  const open = await sessions.open(memberId, now);
  await live.revoke(memberId, open, renewed);
  const ended = await write();
  const known = new Set(open);
  const late = (ended ?? []).filter((tokenHash) => !known.has(tokenHash));
  await live.revoke(memberId, late);
  return ended;
}
