import { redirect } from "react-router";
import { type AgeReach, isClosed } from "#worker/people/identity/age-reach.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { nextPath } from "./next.ts";
import { currentPath, pathOf } from "./path.ts";

/** Pages that show members in parts: each of their calls refuses by itself, but the page would not. */
const MEMBERS_PAGES = /^\/(members|chats|likes|visitors|searches|swipe-game|notifications|signup-matches)(\/|$)/;
const OWN_PAGES = /^\/(profile|match-finder|complete-signup)(\/|$)/;
/** Steps of the sign-up that `nextPath` does not lead to. */
const SIGNUP = /^\/(complete-signup|signup-matches)$/;

/** `state`: the request that is open is shown (`open`), or led to (`go`). With `again`, the methods are shown first. */
export function agePath(next: string, state?: "open" | "go" | "again"): string {
  return `/proof-of-age?${state ? `${state}&` : ""}next=${encodeURIComponent(next)}`;
}

/** Where the member goes on after the proof. */
export function ageNext(path: FormDataEntryValue | null | undefined): string {
  return typeof path === "string" && SIGNUP.test(path) ? path : nextPath(path);
}

/** For a refused call: a form's page, or the page that was asked for. */
export function proofPath(): string {
  return agePath(edge().method === "GET" ? currentPath() : pathOf());
}

export async function isAgeClosed(reach: AgeReach): Promise<boolean> {
  return isClosed(await edge().ageGate(), reach);
}

export async function ageFirst(): Promise<void> {
  const reach = MEMBERS_PAGES.test(pathOf()) ? "members" : OWN_PAGES.test(pathOf()) ? "own" : null;
  if (reach && (await isAgeClosed(reach))) throw redirect(proofPath());
}
