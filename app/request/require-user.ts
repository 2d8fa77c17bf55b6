import { redirect } from "react-router";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { consentFirst } from "./consent-first.ts";
import { loginPath } from "./or-throw.ts";

/** Returns the user. Redirects a visitor to the log-in and a due consent to its page; both return here. */
export async function requireUser(): Promise<CallOutput<"user">> {
  const user = await edge().user();
  if (!user) throw redirect(loginPath());
  await consentFirst();
  return user;
}

export async function membersOnly(): Promise<null> {
  await requireUser();
  return null;
}
