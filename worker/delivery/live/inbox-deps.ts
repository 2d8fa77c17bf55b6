import type { Engagement } from "./call-line.ts";
import type { Counters } from "./live.protocol.ts";

export interface InboxDeps {
  counters(memberId: string): Promise<Counters | null>;
  partnerOf(memberId: string, conversation: string): Promise<string | null>;
  /** No page of the member is visible any more. */
  away(memberId: string): Promise<unknown>;
  /** The member's end of a running call, as D1 has it; null if the member is not in it. */
  engagementOf(memberId: string, call: string): Promise<Engagement | null>;
  /** The member's session ended, or a block came: the call ends for both. */
  leaveCall(memberId: string, call: string): Promise<unknown>;
  read(memberId: string, conversation: string, seq: number): Promise<unknown>;
}
