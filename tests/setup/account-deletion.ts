import { env } from "cloudflare:workers";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { DAY } from "#worker/platform/durations.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { type Account, addAccount, contextAs, isOpen, logInWith, mailsTo, outcomeOf, PASSWORD, tokenIn } from "./accounts.ts";
import { runSql } from "./actions.ts";
import { logIn } from "./add-member.ts";
import { contextOf, NOON } from "./context.ts";

const { recovery, leaving } = servicesOf(env);

export const firstRow = <T = unknown>(sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .first<T>();
/** A member with a session, ten days after sign-up. */
export interface LoggedInMember extends Account {
  token: string;
}

export async function addLoggedInMember(options: Parameters<typeof addAccount>[0] = {}): Promise<LoggedInMember> {
  const owner = await addAccount(options);
  await runSql(
    "UPDATE accounts SET created_at = ?1, activated_at = iif(status = 'active', ?1, NULL) WHERE id = ?2",
    NOON - 10 * DAY - 1,
    owner.id,
  );
  return { ...owner, token: await logIn(owner.id, NOON + 300 * DAY) };
}

export const contextOfMember = ({ token }: LoggedInMember, now = NOON): Promise<MemberContext> => contextAs(token, { now });

export const deleteAccount = async (who: LoggedInMember, now = NOON, input = {}) =>
  leaving.deleteAccount(await contextOfMember(who, now), { password: PASSWORD, reason: "break", ...input });

/** Token of the newest reactivation mail. */
export const reactivationTokenOf = async ({ email }: LoggedInMember) => tokenIn((await mailsTo(email, "reactivation"))[0]);

export const reactivate = async (token: string, now = NOON, host = "localhost") =>
  leaving.reactivate(await contextOf({ now, host }), { token });
export const stateOf = async ({ id }: LoggedInMember) => {
  const row = await firstRow<Record<string, unknown>>(
    "SELECT a.status, p.status AS profile FROM accounts a JOIN profiles p ON p.id = a.id WHERE a.id = ?",
    id,
  );
  return `${row?.status}/${row?.profile}`;
};

/** Outcome of each way in. */
export async function loginOutcomes({ email, token }: LoggedInMember, now = NOON) {
  return {
    login: await logInWith(email, PASSWORD, { now }),
    reset: await outcomeOf(recovery.requestReset(await contextOf({ now }), { email })),
    session: (await isOpen(token, { now })) ? "ok" : "none",
  };
}
