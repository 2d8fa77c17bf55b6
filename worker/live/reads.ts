import type { Counters } from "./live.protocol.ts";

/** What a member's object asks of this server's D1. */
export interface LiveReads {
  counters(memberId: string): Promise<Counters | null>;
  /** The other member of a conversation in which this one may write. */
  partnerOf(memberId: string, conversation: string): Promise<string | null>;
  /** Does what POST chat-read does. */
  read(memberId: string, conversation: string, seq: number): Promise<unknown>;
}
