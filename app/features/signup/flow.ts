import { nextPath } from "#app/request/next.ts";
import { edge } from "#worker/edge/edge.ts";
import type { Intent, User } from "#worker/identity/accounts.contract.ts";
import type { DraftStep } from "#worker/signup/draft.contract.ts";

/** On a domain by invitation: only with an invitation or a signed link of a traffic source. */
export function signupOpen(): boolean {
  const { settings, source, sourceOpens } = edge();
  return settings.signups === "all" || source.invite !== undefined || sourceOpens;
}

/** The address of a step that remembers where one wanted to go; the search needs no remembering. */
export function withNext(path: string, wanted: string | null | undefined): string {
  const next = nextPath(wanted);
  return next === "/members" ? path : `${path}?next=${encodeURIComponent(next)}`;
}

/** Where the sign-up ends: where one wanted to go, with the mark by which the activation reminder shows itself as a modal. */
export function flowEnd(wanted: string | null | undefined): string {
  const target = new URL(nextPath(wanted), edge().url.origin);
  target.searchParams.set("api_signup_complete", "");
  return target.pathname + target.search;
}

/** The last step: a photo. */
export function photoStep(wanted: string | null | undefined): string {
  return withQuery(withNext("/complete-signup", wanted), "step=photo");
}

/** One of the steps before there is an account; the browser's way back to it still knows where one wanted to go. */
export function stepPath(step: DraftStep, wanted: string | null | undefined): string {
  return withQuery(withNext("/signup", wanted), `step=${step}`);
}

export function withQuery(path: string, query: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}${query}`;
}

/** The end of a sign-up for one member: the profile, or the chat with its drafted message. */
export function toMember(id: string, writes: boolean): string {
  return flowEnd(`/members/${encodeURIComponent(id)}${writes ? "/chat" : ""}`);
}

/** In an address: what takes an account and shall be done there as soon as there is one. */
const INTENT_PARAM = "wanted";

/** The address of a page to come back to with something in mind. */
export function withIntent(path: string, intent: Intent): string {
  const target = new URL(path, edge().url.origin);
  target.searchParams.set(INTENT_PARAM, intent);
  return target.pathname + target.search;
}

/** The same address with nothing left to do there. */
export function withoutIntent(path: string): string {
  const target = new URL(path, edge().url.origin);
  target.searchParams.delete(INTENT_PARAM);
  return target.pathname + target.search;
}

/** The member and the intent that a return path names. */
export function intentOf(wanted: string | null | undefined): { profile: string; intent: Intent | null } | null {
  const target = new URL(nextPath(wanted), edge().url.origin);
  const [, id, chat] = /^\/(?:members|likes\/m)\/([0-9a-z]{1,40})(\/chat)?$/.exec(target.pathname) ?? [];
  if (!id) return null;
  return { profile: id, intent: chat ? "chat" : target.searchParams.get(INTENT_PARAM) === "like" ? "like" : null };
}

/** In ms: how long an unfinished sign-up is resumed. */
const FRESH = 24 * 3600 * 1000;

/** The first step left open by a new member; null if none, or the member is no longer new. */
export function unfinishedStep({ signup_date, profile }: User): string | null {
  if (edge().now() - Date.parse(signup_date) > FRESH) return null;
  if (profile.about === "" && profile.interests.length === 0 && profile.reason === null) return "/complete-signup";
  return profile.main_image === null && profile.photos.length === 0 ? "/complete-signup?step=photo" : null;
}
