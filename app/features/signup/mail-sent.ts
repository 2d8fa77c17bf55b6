import { edge } from "#worker/edge/edge.ts";
import { takesCode } from "#worker/signup/activation.ts";

/** Says that a mail is under way, and that earlier links or codes no longer work. */
export function mailSentText(email: string): string {
  const { t, settings } = edge();
  return t(takesCode(settings) ? "signup.activation.sent" : "signup.activation.sent_link", { email });
}
