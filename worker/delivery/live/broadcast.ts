import { type Attachment, attachmentOf } from "./handshake.ts";
import { CLOSE_LOGGED_OUT, CLOSE_TRY_AGAIN, type LiveEvent } from "./live.protocol.ts";
import { isSilent, openSockets } from "./visibility.ts";

/** In ms for which a handshake admits events. A new rule may ask this member for a proof of age. */
const ADMITTED = 30 * 60_000;

/** Sends to every open page of the member. True if one of them was heard lately. */
export function broadcast(ctx: DurableObjectState, now: number, eventsFor: (attachment: Attachment) => LiveEvent[]): boolean {
  let reached = false;
  for (const socket of openSockets(ctx)) {
    const attachment = attachmentOf(socket);
    if (attachment.expiresAt <= now) {
      socket.close(CLOSE_LOGGED_OUT, "logged out");
      continue;
    }
    // The next handshake reads the rules anew; a rule may have begun for this member.
    if (!attachment.remote && attachment.connectedAt + ADMITTED <= now) {
      socket.close(CLOSE_TRY_AGAIN, "try again");
      continue;
    }
    for (const event of eventsFor(attachment)) socket.send(JSON.stringify(event));
    reached ||= !isSilent(ctx, socket, now);
  }
  return reached;
}
