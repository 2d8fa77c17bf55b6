import { callObject } from "#worker/platform/call-object.ts";
import { keyIn } from "#worker/platform/databases.ts";
import { newId } from "#worker/platform/ids.ts";
import { log } from "#worker/platform/log.ts";
import { createRecent } from "#worker/platform/recent.ts";
import type { Engagement } from "./call-line.ts";
import type { MemberInbox } from "./inbox.object.ts";
import type { Counters, LiveEvent } from "./live.protocol.ts";
import type { Live, News, Reach, Span } from "./live.ts";

type Inbox = DurableObjectStub<MemberInbox>;

/** In ms; the object drops an announced write at the same age. */
const FORGET_AFTER = 30_000;
/** Members with suspended snapshots per isolate; evicts the oldest. */
const REMEMBERED = 10_000;

export function callInbox<T>(env: Env, memberId: string, call: (inbox: Inbox, key: string) => Promise<T>): Promise<T> {
  const key = keyIn(env, memberId);
  return callObject(env.INBOX, key, (inbox) => call(inbox, key));
}

const NOBODY: Reach = { reached: false, looking: false };

type Concluded = Omit<News, "counters"> & { write: Span; counters?: Counters | null };

export interface LiveObjects extends Live {
  tell(memberId: string, news: News): Promise<Reach>;
  /** Covers the writes of a conversation instead of `expect`: for a minute no snapshot is stored. Asks the object seldom. */
  suspendSnapshots(memberId: string): Promise<void>;
  /** Needs no `expect`; `tell` would end another write's announcement. Never throws. */
  relay(memberId: string, event: LiveEvent): Promise<void>;
  setPartner(memberId: string, conversation: string, partner: string): Promise<void>;
  /** Puts the member's object into a call. `peer` is the other member's id. Never throws: a page that names the call repairs it. */
  engage(memberId: string, engagement: Engagement): Promise<boolean>;
  /** The call is over for this member. Never throws. */
  release(memberId: string, call: string, ending: string): Promise<void>;
  hide(memberId: string): Promise<void>;
  /** True while a visible page of the member is connected. */
  looking(memberId: string): Promise<boolean>;
  disconnect(memberId: string): Promise<void>;
  erase(memberId: string): Promise<void>;
}

export function createLive(env: Env): LiveObjects {
  // Announced writes of this isolate by member. Concurrent writes may swap tokens: each ends one.
  const announced = new Map<string, { token: string; at: number }[]>();

  // Until when a write of this isolate may begin, in ms: the object's suspension lasts 30 s longer.
  const suspended = createRecent<string, number>(REMEMBERED);

  function remember(memberId: string, now: number): void {
    suspended.set(memberId, now + FORGET_AFTER);
  }

  async function conclude(memberId: string, { events, changed, counters = null, write }: Concluded): Promise<Reach> {
    const now = Date.now();
    try {
      const reached = await callInbox(env, memberId, (inbox, key) => inbox.conclude(key, write, events, changed, counters));
      remember(memberId, now);
      return reached;
    } catch (error) {
      log("warn", "live tell failed", { error });
      return NOBODY;
    }
  }

  return {
    async suspendSnapshots(memberId) {
      const now = Date.now();
      if ((suspended.get(memberId) ?? 0) > now) return;
      try {
        await callInbox(env, memberId, async (inbox) => inbox.suspendSnapshots());
        remember(memberId, now);
      } catch (error) {
        log("warn", "live suspension failed", { error });
      }
    },

    async expect(memberId) {
      const token = newId();
      const now = Date.now();
      const pending = (announced.get(memberId) ?? []).filter(({ at }) => now - at < FORGET_AFTER);
      announced.set(memberId, [...pending, { token, at: now }]);
      try {
        await callInbox(env, memberId, (inbox) => inbox.expect(token));
      } catch (error) {
        // The write goes on: an unmarked snapshot is a few minutes old at most.
        log("warn", "live expect failed", { error });
      }
    },

    async tell(memberId, { events, changed, counters, write }) {
      if (write) return conclude(memberId, { events, changed, counters, write });
      const pending = announced.get(memberId) ?? [];
      const token = pending.shift()?.token ?? null;
      if (pending.length === 0) announced.delete(memberId);
      try {
        return await callInbox(env, memberId, (inbox, key) => inbox.tell(key, token, events, changed, counters ?? null));
      } catch (error) {
        log("warn", "live tell failed", { error });
        return NOBODY;
      }
    },

    async relay(memberId, event) {
      try {
        await callInbox(env, memberId, (inbox) => inbox.relay(event));
      } catch (error) {
        log("warn", "live relay failed", { error });
      }
    },

    async engage(memberId, engagement) {
      try {
        const keyed = { ...engagement, member: keyIn(env, engagement.member), peer: keyIn(env, engagement.peer) };
        return await callInbox(env, memberId, async (inbox) => inbox.engage(keyed));
      } catch (error) {
        log("warn", "call not told", { call: engagement.call, error });
        return false;
      }
    },

    async release(memberId, call, ending) {
      try {
        await callInbox(env, memberId, async (inbox) => inbox.release(call, ending));
      } catch (error) {
        log("warn", "end of a call not told", { call, error });
      }
    },

    async setPartner(memberId, conversation, partner) {
      await callInbox(env, memberId, async (inbox) => inbox.setPartner(conversation, keyIn(env, partner)));
    },

    async hide(memberId) {
      try {
        await callInbox(env, memberId, (inbox, key) => inbox.hide(key));
      } catch (error) {
        log("warn", "live hide failed", { error });
      }
    },

    async looking(memberId) {
      return callInbox(env, memberId, async (inbox) => inbox.looking());
    },

    async disconnect(memberId) {
      await callInbox(env, memberId, async (inbox) => inbox.disconnect());
    },

    async erase(memberId) {
      await callInbox(env, memberId, (inbox) => inbox.erase());
    },

    async revoke(memberId, tokenHashes, renewed) {
      if (tokenHashes.length > 0) await callInbox(env, memberId, (inbox) => inbox.revoke(tokenHashes, renewed));
    },
  };
}
