import { AppError } from "./errors.ts";

/** Header with the id of the member for whom a page was made, or of none. Absent: the caller makes no claim. */
export const AUTHOR = "x-author";
export const VISITOR = "-";

interface Now {
  session: { memberId: string } | null;
  user(): Promise<{ profile: { name: string } } | null>;
  side: { isCertain(): boolean };
}

/** Reads the account only for another author. Without a session the call itself asks for the log-in. @throws other_member upstream_timeout */
export async function requireAuthor(said: string | null, { session, user, side }: Now): Promise<void> {
  if (said === null || session === null || said === session.memberId) return;
  const found = await user();
  if (found) throw new AppError("other_member", { params: { name: found.profile.name } });
  if (!side.isCertain()) throw new AppError("upstream_timeout");
}
