import { OPTIONAL, type OptionalKind, optionalMail } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import { mayWait } from "#worker/delivery/notifications/paces.ts";
import { wants } from "#worker/delivery/notifications/preferences.ts";
import { DIGEST, TOLD_KINDS } from "./kinds.vocabulary.ts";

/** Null for mandatory mails: they report what happened to the account. */
export function optionalKind(template: string): OptionalKind | null {
  return OPTIONAL.find((kind) => optionalMail(kind).template === template) ?? null;
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
  "address_changed",
  "address_in_use",
  "complaint",
  "complaint_answer",
  "withdrawal",
]);

/** Selects the footer text `mail.letters.because.<reason>`. */
export function because(template: string): "entered" | "optional" | "account" {
  if (ENTERED.has(template)) return "entered";
  return template === DIGEST || optionalKind(template) ? "optional" : "account";
}

export interface Standing {
  status: string;
  /** The column accounts.notifications_disabled: see `stoppedKinds`. */
  disabled: readonly string[];
  channels: Record<string, Record<string, boolean>>;
  paused: boolean;
}

/** The reason to skip an optional mail, or null. A deleted account counts as inactive. */
export function whyNot(kind: OptionalKind, standing: Standing | null): string | null {
  if (standing?.status !== "active") return "inactive";
  if (standing.disabled.includes("fbl")) return "fbl";
  if (standing.disabled.includes("bounce")) return "bounce";
  if (standing.paused) return "paused";
  return wants(standing, kind, "mail") ? null : "off";
}

/** The kinds of which a stored digest may still tell, or the reason to skip it. Their paces now are the same to it. */
export function inDigest(
  { headers }: { headers: Record<string, string> },
  standing: Standing | null,
): { kinds: OptionalKind[] } | { reason: string } {
  const named = headers[TOLD_KINDS]?.split(" ") ?? null;
  // A digest of an earlier version names none.
  const told = OPTIONAL.filter((kind) => (named ? named.includes(kind) : mayWait(kind, "mail")));
  const kinds = told.filter((kind) => whyNot(kind, standing) === null);
  if (kinds.length > 0) return { kinds };
  return { reason: whyNot(told[0] ?? "message", standing) ?? "off" };
}

/** An entry may name its type after a colon: `listunsubscribe:like`. */
export function reasonsOf(disabled: readonly string[]): string[] {
  return [...new Set(disabled.map((entry) => entry.split(":")[0] ?? ""))];
}

export function stoppedKinds(disabled: readonly string[]): OptionalKind[] {
  return OPTIONAL.filter((kind) => disabled.includes(`listunsubscribe:${kind}`));
}
