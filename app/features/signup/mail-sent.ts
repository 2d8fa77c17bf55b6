import { edge } from "#worker/edge/edge.ts";
import { takesCode } from "#worker/signup/activation.vocabulary.ts";

/** Also states that earlier links and codes are invalid. */
export function mailSentText(email: string): string {
  const { t, settings } = edge();
  return t(takesCode(settings) ? "signup.activation.sent" : "signup.activation.sent_link", { email });
}
