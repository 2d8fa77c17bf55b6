import type { Counters } from "./live.protocol.ts";

/** Survives hibernation with the socket. */
export interface Attachment {
  memberId: string;
  tokenHash: string;
  expiresAt: number;
  connectedAt: number;
  /** True if another server holds the member's chats and sums; D1 here does not. */
  remote: boolean;
}

export interface Handshake extends Attachment {
  counters: Counters;
}
