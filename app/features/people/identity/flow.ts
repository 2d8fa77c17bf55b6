import { nextPath } from "#app/request/next.ts";
import type { Intent } from "#worker/people/identity/intents.vocabulary.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const REST = "rest";

/** On an invite-only domain: only with an invitation or a signed traffic source. */
export function signupOpen(): boolean {
  const { settings, source, sourceOpens } = edge();
  return settings.signups === "all" || source.invite !== undefined || sourceOpens;
}

/** URL of a step that keeps the return path; the search is the default. */
export function withNext(path: string, target: string | null | undefined): string {
  const next = nextPath(target);
  return next === "/members" ? path : `${path}?next=${encodeURIComponent(next)}`;
}

/** Final URL: the return path, marked so that the activation reminder opens as a modal. */
export function flowEnd(next: string | null | undefined): string {
  const target = new URL(nextPath(next), edge().url.origin);
  target.searchParams.set("api_signup_complete", "");
  return target.pathname + target.search;
}

export function photoStep(next: string | null | undefined): string {
  return withQuery(withNext("/complete-signup", next), "step=photo");
}

export function withQuery(path: string, query: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}${query}`;
}

/** The end of a sign-up for one member: the profile, or the chat with its drafted message. */
export function toMember(id: string, writes: boolean): string {
  return flowEnd(`/members/${encodeURIComponent(id)}${writes ? "/chat" : ""}`);
}

/** Query parameter: an action to run once the account exists. */
const INTENT_PARAM = "intent";

export function withIntent(path: string, intent: Intent): string {
  const target = new URL(path, edge().url.origin);
  target.searchParams.set(INTENT_PARAM, intent);
  return target.pathname + target.search;
}

export function withoutIntent(path: string): string {
  const target = new URL(path, edge().url.origin);
  target.searchParams.delete(INTENT_PARAM);
  return target.pathname + target.search;
}

export function intentOf(next: string | null | undefined): { profile: string; intent: Intent | null } | null {
  const target = new URL(nextPath(next), edge().url.origin);
  const [, id, chat] = /^\/(?:members|likes\/m)\/([0-9a-z]{1,40})(\/chat)?$/.exec(target.pathname) ?? [];
  if (!id) return null;
  return { profile: id, intent: chat ? "chat" : target.searchParams.get(INTENT_PARAM) === "like" ? "like" : null };
}

/** In ms: how long an unfinished sign-up is resumed. */
const FRESH = 24 * 3600 * 1000;

/** The first step left open by a new member; null if none, or the member is no longer new. */
export function unfinishedStep({ signup_date, profile }: CallOutput<"user">): string | null {
  if (edge().now() - Date.parse(signup_date) > FRESH) return null;
  if (profile.main_image === null && profile.photos.length === 0) return "/complete-signup?step=photo";
  const { about, prompts, interests, region, reason } = profile;
  const said = about !== "" || prompts.length > 0 || interests.length > 0 || region !== null || reason !== null;
  return said ? null : "/complete-signup";
}
