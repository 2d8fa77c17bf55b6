import { wants } from "../notifications/preferences.ts";

/** The types of notification whose mails somebody may do without (product.md section 7), in the order they are listed. */
export const OPTIONAL = ["message", "match", "like", "photo", "gift", "offers"] as const;
export type OptionalType = (typeof OPTIONAL)[number];

/** Why somebody gets fewer mails (spec section 4). */
export const REASONS = ["fbl", "bounce", "listunsubscribe"] as const;
export type Reason = (typeof REASONS)[number];

/** What optional mails are about. A template that is not here is needed: it says what happened to the account. */
const TYPES = { unread_message: "message", new_like: "like", new_match: "match" } as const satisfies Record<string, OptionalType>;

/** Null for mails that members cannot switch off. */
export function optionalType(template: string): OptionalType | null {
  return template in TYPES ? TYPES[template as keyof typeof TYPES] : null;
}

/** Templates sent to unverified addresses. */
const ENTERED = new Set([
  "activation",
  "activation_reminder",
  "already_member",
  "signup_again",
  "password_reset",
  "mail_change",
  "address_in_use",
  "complaint",
  "complaint_answer",
]);

/** Why somebody gets a mail of a template, as it says itself at its end: `mail.letters.because.<reason>` in the locales. */
export function because(template: string): "entered" | "optional" | "account" {
  if (ENTERED.has(template)) return "entered";
  return optionalType(template) ? "optional" : "account";
}

/** What decides whether a member gets an optional mail. */
export interface Standing {
  status: string;
  /** As accounts.notifications_disabled has it: see `stoppedTypes`. */
  disabled: readonly string[];
  channels: Record<string, Record<string, boolean>>;
  paused: boolean;
}

/** Why a member gets no mail of this type, or null where they get it. A row that is gone wants nothing. */
export function whyNot(type: OptionalType, standing: Standing | null): string | null {
  if (standing?.status !== "active") return "inactive";
  if (standing.disabled.includes("fbl")) return "fbl";
  if (standing.disabled.includes("bounce")) return "bounce";
  if (standing.paused) return "paused";
  return wants(standing, type, "mail") ? null : "off";
}

/** The reasons in a list of notifications_disabled, which names the types of the last one too: `listunsubscribe:like`. */
export function reasonsOf(disabled: readonly string[]): string[] {
  return [...new Set(disabled.map((entry) => entry.split(":")[0] ?? ""))];
}

/** The types that a member unsubscribed from by a mail. */
export function stoppedTypes(disabled: readonly string[]): OptionalType[] {
  return OPTIONAL.filter((type) => disabled.includes(`listunsubscribe:${type}`));
}
