import type { Counters } from "./live.protocol.ts";

/** Survives hibernation with the socket. */
export interface Attachment {
  memberId: string;
  tokenHash: string;
  expiresAt: number;
  connectedAt: number;
  /** True if another server holds the member's chats and sums; D1 here does not. */
  remote: boolean;
  /** In ms, since its page said that it is visible; missing while hidden. */
  visibleAt?: number;
  /** The call of which this socket is the member's end. */
  call?: string;
}

export interface Handshake extends Attachment {
  counters: Counters;
}

/** Sockets opened before `remote` existed reveal it by their object's name. */
export function attachmentOf(socket: WebSocket): Attachment {
  const attachment = socket.deserializeAttachment() as Omit<Attachment, "remote"> & Partial<Attachment>;
  return { ...attachment, remote: attachment.remote ?? attachment.memberId.includes("/") };
}
