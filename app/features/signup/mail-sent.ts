import { edge } from "#worker/edge/edge.ts";
import { takesCode } from "#worker/signup/activation.ts";

/** That another mail is on its way, and what of the earlier ones it ends. */
export function mailSentText(email: string): string {
  const { t, settings } = edge();
  return t(takesCode(settings) ? "signup.activation.sent" : "signup.activation.sent_link", { email });
}
