import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { type Account, addAccount, contextAs, mailsTo, openSession, outcomeOf, PASSWORD, tokenIn } from "./accounts.ts";
import { type Circumstances, contextOf } from "./context.ts";

// A member who changes the e-mail address, and each call for it. `resetOwner` replaces `owner` and `ownSession`.
const { recovery } = servicesOf(env);

/** A domain with secret accounts. */
export const SECRET = { host: "velvet.localhost" };
export let owner: Account;
/** The session of a request by default. */
export let ownSession: string;
let made = 0;

/** Adds another member with a session; `velvet` is the pool of the domain with secret accounts. */
export async function resetOwner(pool?: "velvet"): Promise<void> {
  owner = await addAccount(pool && { pool });
  ownSession = await openSession(owner, pool && SECRET.host);
}

/** An unused address. */
export const unusedAddress = () => `new${made++}@example.com`;

export const request = async (email: string, circumstances: Circumstances = {}, password = PASSWORD, session = ownSession) =>
  outcomeOf(recovery.requestMailChange(await contextAs(session, circumstances), { email, password }));
export const confirm = async (token: string, circumstances: Circumstances = {}) =>
  outcomeOf(recovery.confirmMailChange(await contextOf(circumstances), { token }));
export const undo = async (token: string, circumstances: Circumstances = {}) =>
  outcomeOf(recovery.undoMailChange(await contextOf(circumstances), { token }));
export const pending = async (circumstances: Circumstances = {}, session = ownSession) =>
  recovery.pendingMailChange(await contextAs(session, circumstances));
export const repeat = async (circumstances: Circumstances = {}, session = ownSession) =>
  outcomeOf(recovery.repeatMailChange(await contextAs(session, circumstances)));
export const NO_CHANGE = { email: null, expires_at: null };
export const confirmTokenOf = async (email: string) => tokenIn((await mailsTo(email, "mail_change"))[0]);
export const undoTokenOf = async (email: string, nth = 0) => tokenIn((await mailsTo(email, "mail_change_notice"))[nth]);
export const emailOf = async ({ id }: Account) =>
  env.DB.prepare("SELECT email FROM accounts WHERE id = ?").bind(id).first<string>("email");

/** Changes the address by its link; returns both addresses and the undo token. */
export async function changeAddress(circumstances: Circumstances = {}, session = ownSession) {
  const [from, to] = [(await emailOf(owner)) ?? "", unusedAddress()];
  expect(await request(to, circumstances, PASSWORD, session)).toBe("accepted");
  const back = await undoTokenOf(from);
  expect(await confirm(await confirmTokenOf(to), circumstances)).toBe("accepted");
  return { from, to, back };
}
