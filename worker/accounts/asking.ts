import type { Context } from "../context.ts";
import { AppError, type FieldCode } from "../lib/errors.ts";
import { HOUR, type Limit, type Limits, refuseOver } from "../lib/limits.ts";

/** Addresses that turn out to be somebody's, of one network. */
const KNOWN_ADDRESSES = [{ limit: 20, windowMs: HOUR }];

const TELLS: readonly FieldCode[] = ["email_taken", "account_pending_deletion"];

interface Asking {
  limits: Limits;
  /** Who asks, and how often they may learn that an address is somebody's: by default their network, as the sign-up counts. */
  key?: string;
  rule?: Limit[];
}

/**
 * Carries out what says by its refusal that an address is somebody's, on a domain that tells. Everything counts before the
 * address is looked at, and counts no more where nothing was told: who has been told often enough is refused alike whatever
 * they type, also by many requests at once. Otherwise the refusal itself would tell.
 * @throws too_many_requests
 */
export async function asking<T>(ctx: Context, { limits, key, rule }: Asking, work: () => Promise<T>): Promise<T> {
  if (ctx.domain.settings.reveal_accounts === "no") return work();
  const counter = key ?? `known addresses ${ctx.network}`;
  refuseOver(await limits.hit(counter, rule ?? KNOWN_ADDRESSES, ctx.now));
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
