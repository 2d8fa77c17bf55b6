import type { Features } from "#worker/domains/features.ts";
import type { Settings } from "#worker/domains/settings.ts";
import type { Dismissals } from "#worker/edge/dismissals.ts";
import type { User } from "#worker/identity/accounts.contract.ts";
import { isUnsubscribeLink } from "#worker/mail/unsubscribe.ts";
import { isActivationLink } from "#worker/signup/activation.ts";

/** The facts about the viewer that decide a notice. */
export type Looker = Pick<User, "status" | "notifications_disabled"> & {
  paused?: boolean;
  profile: Pick<User["profile"], "status" | "main_image">;
};

/** The inputs of every notice (spec section 2). */
export interface Situation {
  /** The page's path, without its query. */
  path: string;
  user: Looker | null;
  dismissals: Dismissals;
}

/** Pages that are about something a notice would only be in the way of, or would repeat. */
const NO_PHOTO_ALERT = new Set([
  "/profile",
  "/signup",
  "/activate",
  "/activate/address",
  "/activate/done",
  "/premium",
  "/notifications",
  "/directdebit",
  "/settings",
]);
const NO_REMINDER = new Set(["/signup", "/settings", "/notifications", "/activate"]);
const NO_PUSH_PROMPT = new Set(["/signup", "/notifications", "/activate/done", "/directdebit", "/premium"]);
const NO_DISABLED_ALERT = new Set(["/settings", "/notifications"]);

/** A page of the settings is the settings; the link of an activation mail, where one confirms. */
function within(pages: ReadonlySet<string>, path: string): boolean {
  if (isActivationLink(path.slice(1))) return pages.has("/activate");
  return pages.has(path.startsWith("/settings/") ? "/settings" : path);
}

/** A member without a main picture; one that is still being inspected is one. */
export function wantsPhoto({ path, user, dismissals }: Situation): boolean {
  return user?.profile.main_image === null && dismissals.photo === undefined && !within(NO_PHOTO_ALERT, path);
}

/** With mails off the activation mail never arrives: the other alert explains that. */
export function remindsOfActivation({ path, user }: Situation): boolean {
  const waits = user?.status === "not_confirmed" && user.profile.status === "disabled";
  // The activation pages have this message themselves.
  const about = path.startsWith("/activate/");
  return waits && user.notifications_disabled.length === 0 && !about && !within(NO_REMINDER, path);
}

/** Only the browser knows if it supports push. */
export function offersPush({ path, user, dismissals }: Situation, { push }: Pick<Features, "push">): boolean {
  return user !== null && push && dismissals.push === undefined && !within(NO_PUSH_PROMPT, path);
}

export function tellsOfDisabled({ path, user, dismissals }: Situation): boolean {
  const disabled = (user?.notifications_disabled.length ?? 0) > 0;
  return disabled && dismissals.notifications === undefined && !within(NO_DISABLED_ALERT, path);
}

export type Layout = "default" | "chat" | "lander" | "empty";

/** Where visitors are warned in layouts that otherwise leave them alone. */
const STRICT_COUNTRIES = ["NL", "DE"];
/**
 * Sign-up and new password: the visitor is past the warning. Offline and goodbye show nothing of the site. The law wants
 * terms, privacy and complaints open to all.
 */
const NO_ENTRY_WARNING = new Set([
  ...["/complete-signup", "/reset-password", "/reset-password/do"],
  ...["/goodbye", "/offline"],
  ...["/terms", "/privacy", "/cookies", "/complaints", "/ban", "/return-policy", "/service"],
]);

/** So is the page that stops a mail: nothing may stand before its button. */
function isOpenToAll(path: string): boolean {
  return NO_ENTRY_WARNING.has(path) || isUnsubscribeLink(path.slice(1));
}

/** Pages of the empty layout where a visitor is signing up, is at the end of the visit, or can reach nothing. */
const NO_SIGNUP_OFFER = new Set(["/signup", "/signup-matches", "/complete-signup", "/goodbye", "/offline"]);

/** True if a page of the empty layout, which has no navigation, offers the log-in and sign-up modal. */
export function offersSignup({ path, user }: Pick<Situation, "path" | "user">): boolean {
  return user === null && !NO_SIGNUP_OFFER.has(path);
}

export interface Entrance extends Situation {
  layout: Layout;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** The page was opened from the icon of the installed app. */
  installed: boolean;
  settings: Pick<Settings, "enable_site_entry_popup" | "site_entry_countries">;
}

/** Once for each visitor, before anything else; members have entered long ago. */
export function warnsAtEntry({ path, user, dismissals, layout, country, installed, settings }: Entrance): boolean {
  if (user || installed || dismissals.entry !== undefined || isOpenToAll(path)) return false;
  if (settings.enable_site_entry_popup === "no") return false;
  if (settings.site_entry_countries && !settings.site_entry_countries.includes(country)) return false;
  return layout === "default" || STRICT_COUNTRIES.includes(country);
}
