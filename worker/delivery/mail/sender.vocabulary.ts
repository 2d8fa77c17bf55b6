import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";

/** No mailbox receives replies; letters name the support address. */
export function senderAddress({ support_email }: Pick<Settings, "support_email">): string {
  return `no-reply@${support_email.split("@")[1]}`;
}
