import { type Counters, type LiveEvent, SNAPSHOTS, type Snapshot } from "./live.protocol.ts";

/** What a write means for one member. */
export interface News {
  events: LiveEvent[];
  /** Polled answers that are no longer true. */
  changed: Snapshot[];
  /** The member's sums after the write, where the writer knows them. */
  counters?: Counters;
}

/**
 * The way from a write to the members it concerns. `expect` goes before the write and marks the member's snapshots
 * as doubtful, `tell` after it: should the telling be lost, the next poll still finds the doubt and asks D1.
 */
export interface Live {
  expect(memberId: string): Promise<void>;
  /** Never fails the caller: what can not be told is healed by the next connect or poll. */
  tell(memberId: string, news: News): Promise<unknown>;
  /**
   * From now on the object does not vouch for these sessions, whatever D1 still says. Closes their sockets; those of the one
   * that is `renewed` connect again, since their browser is about to have another. However many sessions, it is one call: a
   * request has only so many, and who had opened more could not be logged out.
   */
  revoke(memberId: string, tokenHashes: string[], renewed?: string): Promise<void>;
}

/**
 * Announces a write and carries it out. The caller tells its result to each of them. Where it fails, D1 may have done it
 * all the same and only the answer was lost: then nobody vouches for anything that was known before.
 */
export async function announced<T>(
  live: Pick<Live, "expect" | "tell">,
  memberIds: string[],
  write: () => Promise<T>,
): Promise<T> {
  await Promise.all(memberIds.map((id) => live.expect(id)));
  try {
    return await write();
  } catch (error) {
    await Promise.all(memberIds.map((id) => live.tell(id, { events: [], changed: [...SNAPSHOTS] })));
    throw error;
  }
}
