import { redirect } from "react-router";
import type { User } from "#worker/accounts/accounts.contract.ts";
import { edge } from "#worker/edge/edge.ts";
import { loginPath } from "../errors/answer.ts";

/** The member who is logged in; a visitor is sent to log in and comes back to this page. */
export async function requireUser(): Promise<User> {
  const user = await edge().user();
  if (!user) throw redirect(loginPath());
  return user;
}
