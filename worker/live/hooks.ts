import type { Counters } from "./live.protocol.ts";

/** What the objects need of the product's rules. Set once where everything is wired, so that the object imports none of them. */
export interface LiveHooks {
  /** The member's sums as D1 has them now. */
  counters(env: Env, memberId: string): Promise<Counters | null>;
  /** The other member of a conversation that this one takes part in and may write in. */
  partnerOf(env: Env, memberId: string, conversation: string): Promise<string | null>;
  /** What POST chat-read does. */
  read(env: Env, memberId: string, conversation: string, seq: number): Promise<unknown>;
}

let hooks: LiveHooks | undefined;

/** Of an upstream's members (see inboxName) D1 here knows nothing, so the rules are not asked about them. */
export function setLiveHooks({ counters, partnerOf, read }: LiveHooks): void {
  const isForeign = (inbox: string) => inbox.includes("/");
  hooks = {
    counters: async (env, memberId) => (isForeign(memberId) ? null : counters(env, memberId)),
    partnerOf: async (env, memberId, conversation) => (isForeign(memberId) ? null : partnerOf(env, memberId, conversation)),
    read: async (env, memberId, conversation, seq) => (isForeign(memberId) ? null : read(env, memberId, conversation, seq)),
  };
}

export function liveHooks(): LiveHooks {
  if (!hooks) throw new Error("live hooks are not wired");
  return hooks;
}
