import type { Context } from "../context.ts";
import { AppError, type FieldCode } from "../lib/errors.ts";
import { type Limits, type Rule, refuseOver } from "../lib/limits.ts";
import { limitOf } from "../lib/limits-table.ts";

const TELLS: readonly FieldCode[] = ["email_taken", "account_pending_deletion"];

interface Asking {
  limits: Limits;
  /** Who asks, and how often they may learn that an address is somebody's: by default their network, as the sign-up counts. */
  rule?: Rule;
}

/**
 * Carries out what says by its refusal that an address is somebody's, on a domain that tells. Everything counts before the
 * address is looked at, and counts no more where nothing was told: who has been told often enough is refused alike whatever
 * they type, also by many requests at once. Otherwise the refusal itself would tell.
 * @throws too_many_requests
 */
export async function asking<T>(ctx: Context, { limits, rule }: Asking, work: () => Promise<T>): Promise<T> {
  if (ctx.domain.settings.reveal_accounts === "no") return work();
  const [counter, windows] = rule ?? limitOf("knownAddresses", { network: ctx.network });
  refuseOver(await limits.hit(counter, windows, ctx.now));
  let told = false;
  try {
    return await work();
  } catch (error) {
    told = error instanceof AppError && error.fields.some(({ code }) => TELLS.includes(code));
    throw error;
  } finally {
    if (!told) await limits.release(counter, ctx.now);
  }
}
