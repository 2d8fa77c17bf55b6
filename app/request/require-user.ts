import { redirect } from "react-router";
import { edge } from "#worker/edge/edge.ts";
import type { User } from "#worker/identity/accounts.contract.ts";
import { consentFirst } from "./consent-first.ts";
import { loginPath } from "./or-throw.ts";

/** The session's member. Redirects a visitor to log-in and a due consent to its page; both return here. */
export async function requireUser(): Promise<User> {
  const user = await edge().user();
  if (!user) throw redirect(loginPath());
  await consentFirst();
  return user;
}

/** The loader of a page for members that needs nothing else. */
export async function membersOnly(): Promise<null> {
  await requireUser();
  return null;
}
