import type { LiveEvent as Sent } from "#worker/delivery/live/live.protocol.ts";
import type { CallOutput } from "#worker/server/calls.ts";

export type LiveEvent = Sent<CallOutput<"chat">["messages"][number]>;
