import { redirect } from "react-router";
import { edge } from "#worker/edge/edge.ts";
import type { User } from "#worker/identity/accounts.contract.ts";
import { consentFirst } from "./consent-first.ts";
import { loginPath } from "./or-throw.ts";

/** The member who is logged in; a visitor is sent to log in, whom a changed text waits for to read it, and both come back. */
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
