import { hintsAtContact } from "#worker/discovery/signals/contact-hints.ts";
import { asksForMoney } from "#worker/discovery/signals/detect.ts";
import { findsContact } from "#worker/people/identity/contact.ts";
import type { FieldCode } from "#worker/platform/errors.ts";
import { asSeen } from "#worker/platform/typed.ts";
import { MEETING_WORDS } from "./meeting-words.ts";

const EDGE = String.raw`(?<![\p{L}\p{N}])`;
const MEETING = Object.values(MEETING_WORDS).map((patterns) => new RegExp(`${EDGE}(?:${patterns.join("|")})`, "iu"));

/** Does not detect deliberate disguise. */
export function asksForMeeting(text: string): boolean {
  const plain = asSeen(text);
  return MEETING.some((pattern) => pattern.test(plain));
}

/** What an answer of the desk must not say, in any language: nobody stands behind the profile. Null for nothing of it. */
export function answerProblem(
  text: string,
): Extract<FieldCode, "asks_for_money" | "asks_for_meeting" | "contact_details"> | null {
  if (asksForMoney(text)) return "asks_for_money";
  if (findsContact(text) || hintsAtContact(text)) return "contact_details";
  return asksForMeeting(text) ? "asks_for_meeting" : null;
}
