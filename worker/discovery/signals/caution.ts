import { findsContact } from "#worker/people/identity/contact.ts";
import { hintsAtContact } from "./contact-hints.ts";
import { asksForMoney } from "./detect.ts";
import type { Caution } from "./signals.vocabulary.ts";

/** What the line above a message warns of; null for most. It refuses and delays nothing. */
export function cautionOf(text: string): Caution | null {
  if (asksForMoney(text)) return "money";
  return findsContact(text) || hintsAtContact(text) ? "contact" : null;
}
