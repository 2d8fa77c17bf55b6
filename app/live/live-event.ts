import type { LiveEvent as Sent } from "#worker/delivery/live/live.protocol.ts";
import type { Message } from "#worker/messaging/chat/chat.contract.ts";

export type LiveEvent = Sent<Message>;
