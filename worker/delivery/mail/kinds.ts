import { wants } from "#worker/delivery/notifications/preferences.ts";
import { OPTIONAL, type OptionalType } from "./kinds.vocabulary.ts";

/** A template that is not listed is mandatory: it reports what happened to the account. */
const TYPES = {
  unread_message: "message",
  new_like: "like",
  new_match: "match",
  new_in_search: "search",
  photo_approved: "photo",
} as const satisfies Record<string, OptionalType>;

/** Null for mandatory mails. */
export function optionalType(template: string): OptionalType | null {
  return template in TYPES ? TYPES[template as keyof typeof TYPES] : null;
}

/** Templates sent to unverified addresses. They must not quote user input. */
const ENTERED = new Set([
  "activation",
  "activation_reminder",
  "already_member",
  "signup_again",
  "signup_excluded",
  "password_reset",
  "mail_change",
  "address_in_use",
  "complaint",
  "complaint_answer",
]);

/** Selects the footer text `mail.letters.because.<reason>`. */
export function because(template: string): "entered" | "optional" | "account" {
  if (ENTERED.has(template)) return "entered";
  return optionalType(template) ? "optional" : "account";
}

export interface Standing {
  status: string;
  /** The column accounts.notifications_disabled: see `stoppedTypes`. */
  disabled: readonly string[];
  channels: Record<string, Record<string, boolean>>;
  paused: boolean;
}

/** The reason to skip an optional mail, or null. A deleted account counts as inactive. */
export function whyNot(type: OptionalType, standing: Standing | null): string | null {
  if (standing?.status !== "active") return "inactive";
  if (standing.disabled.includes("fbl")) return "fbl";
  if (standing.disabled.includes("bounce")) return "bounce";
  if (standing.paused) return "paused";
  return wants(standing, type, "mail") ? null : "off";
}

/** An entry may name its type after a colon: `listunsubscribe:like`. */
export function reasonsOf(disabled: readonly string[]): string[] {
  return [...new Set(disabled.map((entry) => entry.split(":")[0] ?? ""))];
}

export function stoppedTypes(disabled: readonly string[]): OptionalType[] {
  return OPTIONAL.filter((type) => disabled.includes(`listunsubscribe:${type}`));
}
