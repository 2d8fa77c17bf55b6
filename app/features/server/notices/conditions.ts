import type { User } from "#worker/accounts/user/user.contract.ts";
import { isUnsubscribeLink } from "#worker/delivery/mail/unsubscribe.vocabulary.ts";
import { isLink } from "#worker/people/links/vocabulary.ts";
import type { Dismissals } from "#worker/server/edge/dismissals.ts";
import type { Features } from "#worker/sites/domains/features.vocabulary.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";

export type NoticeViewer = Pick<User, "status" | "notifications_disabled"> & {
  paused?: boolean;
  age_proof?: User["age_proof"];
  push?: User["push"];
  profile: Pick<User["profile"], "status" | "main_image">;
};

export interface Situation {
  /** Without the query. */
  path: string;
  user: NoticeViewer | null;
  dismissals: Dismissals;
}

const LIKES = /^\/likes(\/(received|sent|matches))?$/;
const NO_REMINDER = new Set(["/signup", "/settings", "/notifications", "/activate"]);
const NO_DISABLED_ALERT = new Set(["/settings", "/notifications"]);

/** Matches a page in the set. `/settings` includes its subpages, `/activate` the link of an activation mail. */
function within(pages: ReadonlySet<string>, path: string): boolean {
  if (isLink("activation", path.slice(1))) return pages.has("/activate");
  return pages.has(path.startsWith("/settings/") ? "/settings" : path);
}

/** Where a photo helps: nobody likes back a face they do not see. No main picture; one under moderation counts. */
export function showsPhotoAlert({ path, user, dismissals }: Situation): boolean {
  return user?.profile.main_image === null && dismissals.photo === undefined && (LIKES.test(path) || path === "/visitors");
}

/** With mails disabled no activation mail arrives; the other alert explains that. */
export function showsActivationReminder({ path, user }: Situation): boolean {
  const waits = user?.status === "not_confirmed" && user.profile.status === "disabled";
  // These pages show the message themselves.
  const about = path.startsWith("/activate/");
  return waits && user.notifications_disabled.length === 0 && !about && !within(NO_REMINDER, path);
}

/** In the chats, after a first message or match. The browser decides whether it supports push. */
export function showsPushPrompt({ path, user, dismissals }: Situation, { push }: Pick<Features, "push">): boolean {
  return user?.push === "offered" && push && dismissals.push === undefined && path === "/chats";
}

export function showsDisabledMails({ path, user, dismissals }: Situation): boolean {
  const disabled = (user?.notifications_disabled.length ?? 0) > 0;
  return disabled && dismissals.notifications === undefined && !within(NO_DISABLED_ALERT, path);
}

export type Notice = "age" | "paused" | "confirm" | "disabled" | "today" | "photo" | "push";

/** Where the strip says what waits. The chats show it as cards. */
const WITH_TODAY = new Set(["/swipe-game", "/members"]);

/** The one notice that this page shows, the most urgent first; null if none applies. */
export function noticeFor(now: Situation, features: Pick<Features, "push">): Notice | null {
  if (now.user?.age_proof?.from && now.path !== "/proof-of-age") return "age";
  if (now.user?.paused && now.path !== "/settings/privacy") return "paused";
  if (showsActivationReminder(now)) return "confirm";
  if (showsDisabledMails(now)) return "disabled";
  if (now.user && WITH_TODAY.has(now.path)) return "today";
  if (showsPhotoAlert(now)) return "photo";
  return showsPushPrompt(now, features) ? "push" : null;
}

export type Layout = "default" | "chat" | "lander" | "empty";

/** Countries that require the age warning in every layout. */
const STRICT_COUNTRIES = ["NL", "DE"];
/** Sign-up and password pages follow the warning, and who comes from a proof of age has shown more. The law requires open access to legal pages and complaints. */
const NO_ENTRY_WARNING = new Set([
  ...["/complete-signup", "/reset-password", "/reset-password/do"],
  ...["/goodbye", "/offline", "/proof-of-age/done", "/proof-of-age/return"],
  ...["/terms", "/privacy", "/cookies", "/complaints", "/withdraw", "/ban", "/return-policy", "/service"],
  ...["/accessibility", "/imprint"],
]);

/** Nothing may cover the button of an unsubscribe link. The owner of a link of a mail gave their age at the sign-up. */
function isOpenToAll(path: string): boolean {
  const token = path.slice(1);
  return NO_ENTRY_WARNING.has(path) || isUnsubscribeLink(token) || isLink("login", token) || isLink("reactivation", token);
}

export interface Entrance extends Situation {
  layout: Layout;
  /** ISO 3166-1 alpha-2. */
  country: string;
  installed: boolean;
  settings: Pick<Settings, "enable_site_entry_popup" | "site_entry_countries">;
}

/** The sign-up's questions contain the warning instead of waiting behind it. */
export function embedsEntryWarning(entrance: Entrance): boolean {
  return entrance.path === "/signup" && showsEntryWarning(entrance);
}

/** The age warning, once per visitor. Logged-in users never see it. */
export function showsEntryWarning({ path, user, dismissals, layout, country, installed, settings }: Entrance): boolean {
  if (user || installed || dismissals.entry !== undefined || isOpenToAll(path)) return false;
  if (settings.enable_site_entry_popup === "no") return false;
  if (settings.site_entry_countries && !settings.site_entry_countries.includes(country)) return false;
  return layout === "default" || STRICT_COUNTRIES.includes(country);
}
