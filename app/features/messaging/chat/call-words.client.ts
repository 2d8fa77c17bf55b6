import type { Message } from "#worker/messaging/chat/chat.contract.ts";
import type { CallLineTexts } from "./call-line-texts.ts";

/** As 12:05, or 1:02:05. */
function callLength(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const parts = hours > 0 ? [hours, String(minutes).padStart(2, "0")] : [minutes];
  return [...parts, String(rest).padStart(2, "0")].join(":");
}

export function callWords({ kind, outcome, seconds }: NonNullable<Message["call"]>, texts: CallLineTexts): string {
  return texts[kind][outcome].replace("{{length}}", callLength(seconds ?? 0));
}
