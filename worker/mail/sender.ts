import type { Settings } from "../domains/settings.ts";

/** Where a domain's mails come from. Nobody reads what is answered there: letters name the support's address. */
export function senderAddress({ support_email }: Pick<Settings, "support_email">): string {
  return `no-reply@${support_email.split("@")[1]}`;
}
