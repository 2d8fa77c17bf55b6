import type { Counters } from "./live.protocol.ts";

export interface InboxDeps {
  counters(memberId: string): Promise<Counters | null>;
  partnerOf(memberId: string, conversation: string): Promise<string | null>;
  /** No page of the member is visible any more. */
  away(memberId: string): Promise<unknown>;
  read(memberId: string, conversation: string, seq: number): Promise<unknown>;
}
