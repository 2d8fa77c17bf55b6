import type { Call } from "./call-frames.client.ts";
import { spokenLength } from "./call-length.client.ts";
import type { CallTexts } from "./call-texts.ts";

/** How a call ended, for the member who reads it. */
export function endedText(
  { ending, role, seconds, answered_at }: Pick<Call, "ending" | "role" | "seconds" | "answered_at">,
  texts: CallTexts["ended"],
  language: string,
): string {
  const mine = role === "caller";
  if (ending === "credits" && mine) return texts.credits;
  if (ending === "gone") return texts.gone;
  if (ending === "failed" || ending === "lost") return texts.failed;
  if (answered_at !== null || seconds > 0) return texts.talked.replace("{{length}}", () => spokenLength(seconds, language));
  if (ending === "declined") return mine ? texts.declined : texts.declinedMine;
  if (ending === "missed") return mine ? texts.missed : texts.missedMine;
  return mine ? texts.cancelled : texts.missedMine;
}
