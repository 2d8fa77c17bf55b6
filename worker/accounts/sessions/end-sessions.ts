import type { Live } from "#worker/delivery/live/live.ts";
import type { SessionsStore } from "./sessions.store.ts";

interface Deps {
  sessions: Pick<SessionsStore, "open">;
  live: Pick<Live, "revoke">;
}

export type EndSessions = ReturnType<typeof createEndSessions>;

export function createEndSessions({ sessions, live }: Deps) {
  /** `write` returns the ended token hashes, or null. `renewed`: the caller's session, whose pages stay open. */
  return async function endSessions(
    memberId: string,
    now: number,
    write: () => Promise<string[] | null>,
    renewed?: string,
  ): Promise<string[] | null> {
    // The live object must refuse a session before D1 does.
    const open = await sessions.open(memberId, now);
    await live.revoke(memberId, open, renewed);
    const ended = await write();
    const known = new Set(open);
    const late = (ended ?? []).filter((tokenHash) => !known.has(tokenHash));
    await live.revoke(memberId, late);
    return ended;
  };
}
