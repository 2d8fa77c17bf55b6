import type { Counters } from "./live.protocol.ts";

export interface LiveReads {
  counters(memberId: string): Promise<Counters | null>;
  partnerOf(memberId: string, conversation: string): Promise<string | null>;
  read(memberId: string, conversation: string, seq: number): Promise<unknown>;
}
