import type { Counters } from "./live.protocol.ts";

/** Survives hibernation with a socket. */
export interface Attachment {
  memberId: string;
  tokenHash: string;
  /** Ends with the session, in ms. */
  expiresAt: number;
  connectedAt: number;
  /** True if another server has the member's chats and sums: D1 here is not asked for them. */
  remote: boolean;
}

/** A socket that the Worker has admitted. */
export interface Handshake extends Attachment {
  counters: Counters;
}
