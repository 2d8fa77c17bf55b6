import { historyOf } from "#worker/accounts/sessions/start-session.ts";
import type { AccountsStore } from "#worker/people/identity/accounts.store.ts";
import type { Context } from "#worker/people/identity/context.ts";
import type { ErrorCode } from "#worker/platform/errors.ts";
import { hitAll, type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";

interface Recovery {
  kind: "reset" | "reactivation";
  email: string;
  accountId: string | undefined;
  code?: ErrorCode;
}

interface Deps {
  store: Pick<AccountsStore, "sessionHistory">;
  limits: Limits;
}

export type CountRecovery = ReturnType<typeof createCountRecovery>;

/** Per address and asker, and per address for all strangers (docs/decisions/0019). */
export function createCountRecovery({ store, limits }: Deps) {
  /** Counts unknown addresses alike. Returns the asker: a known device, else the network. @throws `code` */
  return async function countRecovery(ctx: Context, { kind, email, accountId, code }: Recovery): Promise<string> {
    const known = ctx.device !== null && (await historyOf(ctx, accountId, store)).known;
    const asker = known ? `device ${ctx.device}` : `network ${ctx.network}`;
    const { pool } = ctx.domain;
    const own = limitOf("recoveryMails", { kind, pool, email, asker });
    const strangers = limitOf("recoveryMailsOfStrangers", { kind, pool, email });
    refuseOver(await hitAll(limits, known ? [own] : [own, strangers], ctx.now), code);
    return asker;
  };
}
