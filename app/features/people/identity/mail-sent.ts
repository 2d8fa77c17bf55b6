import { takesCode } from "#worker/people/identity/activation.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Also states that earlier links and codes are invalid. */
export function mailSentText(email: string): string {
  const { t, settings } = edge();
  return t(takesCode(settings) ? "signup.activation.sent" : "signup.activation.sent_link", { email });
}
