import type { Context } from "../context.ts";
import type { AccountsStore } from "../identity/accounts.store.ts";
import type { ErrorCode } from "../lib/errors.ts";
import { hitAll, type Limits, refuseOver } from "../lib/limits.ts";
import { limitOf } from "../lib/limits-table.ts";
import { historyOf } from "../sessions/login.ts";

interface Recovery {
  kind: "reset" | "reactivation";
  email: string;
  /** Whose address it is, if anybody's. */
  accountId: string | undefined;
  /** Of the refusal. */
  code?: ErrorCode;
}

/**
 * Counts a mail that lets somebody back in; who asks for it. By the address, not by the account: one that nobody has is
 * refused as soon. Who asks, a device that the account was on or else a network, counts for itself, so that no stranger
 * elsewhere uses the owner's mails up; such a device does not share the strangers' total either (docs/decisions/0019).
 * @throws `code` after three mails a day to an address for one who asks, or ten for all strangers.
 */
export async function countRecovery(
  ctx: Context,
  { kind, email, accountId, code }: Recovery,
  { store, limits }: { store: AccountsStore; limits: Limits },
): Promise<string> {
  const known = ctx.device !== null && (await historyOf(ctx, accountId, store)).known;
  const asker = known ? `device ${ctx.device}` : `network ${ctx.network}`;
  const { pool } = ctx.domain;
  const own = limitOf("recoveryMails", { kind, pool, email, asker });
  const strangers = limitOf("recoveryMailsOfStrangers", { kind, pool, email });
  refuseOver(await hitAll(limits, known ? [own] : [own, strangers], ctx.now), code);
  return asker;
}
