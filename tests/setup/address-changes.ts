import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { servicesOf } from "#worker/wiring/index.ts";
import { addOwner, contextAs, mailsTo, type Owner, open, outcomeOf, PASSWORD, tokenIn } from "./accounts.ts";
import { type Circumstances, contextOf } from "./context.ts";

// A member who changes the e-mail address, and every way to do so. `begin` resets the exports before each test.
const { accounts } = servicesOf(env);

/** A domain with secret accounts. */
export const NO = { host: "velvet.localhost" };
export let owner: Owner;
/** The session of a request by default. */
export let here: string;
let made = 0;

/** Adds another member with a session; `velvet` is the pool of the domain with secret accounts. */
export async function begin(pool?: "velvet"): Promise<void> {
  owner = await addOwner(pool && { pool });
  here = await open(owner, pool && NO.host);
}

/** An unused address. */
export const fresh = () => `new${made++}@example.com`;

export const request = async (email: string, circumstances: Circumstances = {}, password = PASSWORD, session = here) =>
  outcomeOf(accounts.requestMailChange(await contextAs(session, circumstances), { email, password }));
export const confirm = async (token: string, circumstances: Circumstances = {}) =>
  outcomeOf(accounts.confirmMailChange(await contextOf(circumstances), { token }));
export const undo = async (token: string, circumstances: Circumstances = {}) =>
  outcomeOf(accounts.undoMailChange(await contextOf(circumstances), { token }));
export const pending = async (circumstances: Circumstances = {}, session = here) =>
  accounts.pendingMailChange(await contextAs(session, circumstances));
export const repeat = async (circumstances: Circumstances = {}, session = here) =>
  outcomeOf(accounts.repeatMailChange(await contextAs(session, circumstances)));
export const NOTHING = { email: null, expires_at: null };
export const linkTo = async (email: string) => tokenIn((await mailsTo(email, "mail_change"))[0]);
export const undoOf = async (email: string, nth = 0) => tokenIn((await mailsTo(email, "mail_change_notice"))[nth]);
export const emailOf = async ({ id }: Owner) =>
  env.DB.prepare("SELECT email FROM accounts WHERE id = ?").bind(id).first<string>("email");

/** Changes the address by its link; returns both addresses and the undo token. */
export async function moved(circumstances: Circumstances = {}, session = here) {
  const [from, to] = [(await emailOf(owner)) ?? "", fresh()];
  expect(await request(to, circumstances, PASSWORD, session)).toBe("accepted");
  const back = await undoOf(from);
  expect(await confirm(await linkTo(to), circumstances)).toBe("accepted");
  return { from, to, back };
}
