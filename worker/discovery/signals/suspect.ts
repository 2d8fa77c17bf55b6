import type { HeldCause } from "#db/schema/attributes.ts";
import { hintsAtContact } from "./contact-hints.ts";
import { asksForMoney } from "./detect.ts";

/** Why a person should look at texts of a profile first; empty for most. */
export function causesOf(texts: readonly string[]): HeldCause[] {
  const causes: HeldCause[] = [];
  if (texts.some(asksForMoney)) causes.push("money");
  if (texts.some(hintsAtContact)) causes.push("contacts");
  return causes;
}
