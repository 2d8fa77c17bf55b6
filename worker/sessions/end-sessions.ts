import type { Live } from "../live/live.ts";
import type { SessionsStore } from "./sessions.store.ts";

interface Deps {
  sessions: Pick<SessionsStore, "open">;
  live: Pick<Live, "revoke">;
}

export type EndSessions = ReturnType<typeof createEndSessions>;

/** Carries out writes that end every session of a member, so that no live object accepts one of them afterwards. */
export function createEndSessions({ sessions, live }: Deps) {
  /**
   * `write` returns the token hashes of the ended sessions, or null if it did nothing; so does this function.
   * `renewed` is the caller's own session that gets a new token: its pages stay open.
   */
  return async function endSessions(
    memberId: string,
    now: number,
    write: () => Promise<string[] | null>,
    renewed?: string,
  ): Promise<string[] | null> {
    // The live object first: it must refuse a session before D1 does.
    const open = await sessions.open(memberId, now);
    await live.revoke(memberId, open, renewed);
    const ended = await write();
    const known = new Set(open);
    const late = (ended ?? []).filter((tokenHash) => !known.has(tokenHash));
    await live.revoke(memberId, late);
    return ended;
  };
}
