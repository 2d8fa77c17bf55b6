import { edge } from "#worker/edge/edge.ts";
import { formState } from "../forms/forms.ts";
import { nextPath } from "../session/next.ts";

/** Whether this visitor may sign up: on a domain by invitation, only who comes by one of its traffic sources. */
export function signupOpen(): boolean {
  const { settings, domain } = edge();
  return settings.signups === "all" || domain.trafficSources.includes(trafficSource() ?? "");
}

/** The traffic source that the page's address or the form that was just sent names. */
export function trafficSource(): string | null {
  return formState("signup").values.network ?? edge().url.searchParams.get("network");
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

/** The end for somebody who signed up for a member's sake: their profile, or the chat where one's first words wait. */
export function toMember(id: string, writes: boolean): string {
  return flowEnd(`/members/${encodeURIComponent(id)}${writes ? "/chat" : ""}`);
}
