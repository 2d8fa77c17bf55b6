import type { CallWord, LiveEvent, LiveFrame } from "#worker/delivery/live/live.protocol.ts";
import type { CallOutput } from "#worker/server/calls.ts";

export type { CallSignal as SignalData } from "#worker/delivery/live/live.protocol.ts";
export type Said = CallWord;
export type CallFrame = Extract<LiveFrame, { type: "signal" | "call_here" }>;
export type SignalEvent = Extract<LiveEvent, { type: "signal" | "signal_ack" }>;
export type Started = CallOutput<"answerCall">;
export type Call = Started["call"];
export type Relay = Started["relay"];
