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

export function setLiveHooks(given: LiveHooks): void {
  hooks = given;
}

export function liveHooks(): LiveHooks {
  if (!hooks) throw new Error("live hooks are not wired");
  return hooks;
}
