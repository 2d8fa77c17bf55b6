import { newId } from "#worker/lib/ids.ts";
import { log } from "#worker/lib/log.ts";
import type { MemberInbox } from "./inbox.object.ts";
import type { LiveEvent } from "./live.protocol.ts";
import type { Live, News } from "./live.ts";

type Inbox = DurableObjectStub<MemberInbox>;

const ATTEMPTS = 3;
/** In ms; the object drops an announced write at the same age. */
const FORGET_AFTER = 30_000;

/** Retries only failures that the runtime marks as retryable and not as overload. */
export async function callInbox<T>(env: Env, memberId: string, call: (inbox: Inbox) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      // A stub stays broken after a failure; each attempt needs a new one.
      return await call(env.INBOX.get(env.INBOX.idFromName(memberId)));
    } catch (error) {
      const { retryable, overloaded } = error as { retryable?: boolean; overloaded?: boolean };
      if (attempt >= ATTEMPTS || !retryable || overloaded) throw error;
    }
  }
}

export interface LiveObjects extends Live {
  tell(memberId: string, news: News): Promise<boolean>;
  /** Needs no `expect`; `tell` would end another write's announcement. Never throws. */
  relay(memberId: string, event: LiveEvent): Promise<void>;
  setPartner(memberId: string, conversation: string, partner: string): Promise<void>;
  disconnect(memberId: string): Promise<void>;
  erase(memberId: string): Promise<void>;
}

export function createLive(env: Env): LiveObjects {
  // Announced writes of this isolate by member. Concurrent writes may swap tokens: each ends one.
  const announced = new Map<string, { token: string; at: number }[]>();

  return {
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

    async tell(memberId, { events, changed, counters }) {
      const pending = announced.get(memberId) ?? [];
      const token = pending.shift()?.token ?? null;
      if (pending.length === 0) announced.delete(memberId);
      try {
        return await callInbox(env, memberId, (inbox) => inbox.tell(memberId, token, events, changed, counters ?? null));
      } catch (error) {
        log("warn", "live tell failed", { error });
        return false;
      }
    },

    async relay(memberId, event) {
      try {
        await callInbox(env, memberId, (inbox) => inbox.relay(event));
      } catch (error) {
        log("warn", "live relay failed", { error });
      }
    },

    async setPartner(memberId, conversation, partner) {
      await callInbox(env, memberId, async (inbox) => inbox.setPartner(conversation, partner));
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
