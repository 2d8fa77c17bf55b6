import type { Context } from "#worker/people/identity/context.ts";
import { AppError, type FieldCode } from "#worker/platform/errors.ts";
import { type Limits, type Rule, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";

const DISCLOSING: readonly FieldCode[] = ["email_taken", "account_pending_deletion"];

interface Limiting {
  limits: Limits;
  /** Defaults to the network's counter, shared with the sign-up. */
  rule?: Rule;
}

/** Counts before the work, so parallel requests gain nothing; releases if nothing was disclosed. @throws too_many_requests */
export async function limitDisclosure<T>(
  ctx: Pick<Context, "domain" | "network" | "now">,
  { limits, rule }: Limiting,
  work: () => Promise<T>,
): Promise<T> {
  if (ctx.domain.settings.reveal_accounts === "no") return work();
  const [counter, windows] = rule ?? limitOf("knownAddresses", { network: ctx.network });
  refuseOver(await limits.hit(counter, windows, ctx.now));
  let disclosed = false;
  try {
    return await work();
  } catch (error) {
    disclosed = error instanceof AppError && error.fields.some(({ code }) => DISCLOSING.includes(code));
    throw error;
  } finally {
    if (!disclosed) await limits.release(counter, ctx.now);
  }
}
