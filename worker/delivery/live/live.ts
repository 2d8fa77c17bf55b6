import type { PushJob } from "#worker/delivery/push/jobs.ts";
import { type Counters, type LiveEvent, SNAPSHOTS, type Snapshot } from "./live.protocol.ts";

export interface News {
  events: LiveEvent[];
  changed: Snapshot[];
  counters?: Counters;
  /** For devices without an open page, beside those of the events. */
  pushes?: PushJob[];
  /** False if the member has no device to push to. */
  devices?: boolean;
  /** A write after `suspendSnapshots` instead of `expect`. */
  write?: Span;
}

/** When a write ran, in ms: sums of overlapping writes have no order. */
export interface Span {
  from: number;
  until: number;
}

/** `reached`: a browser received the events. `looking`: one of them shows a visible page. */
export interface Reach {
  reached: boolean;
  looking: boolean;
}

/** `expect` marks snapshots as uncertain before a write: after a lost `tell` the next poll reads D1. */
export interface Live {
  expect(memberId: string): Promise<void>;
  /** Never throws; the next connect or poll repairs a lost message. */
  tell(memberId: string, news: News): Promise<unknown>;
  /** Ends sessions whatever D1 says; sockets of `renewed` reconnect. One call for all: a request has few subrequests. */
  revoke(memberId: string, tokenHashes: string[], renewed?: string): Promise<void>;
}

/** The caller tells the result. A failed write may still have committed in D1, so all snapshots are dropped. */
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
