import type { OrderFacts } from "#worker/billing/discounts/discounts.store.ts";
import { BANNED_UNTIL } from "#worker/people/exclusions/exclusions.vocabulary.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { spendAllowed } from "#worker/people/preferences/spending.ts";
import { formatDay, readerOf } from "#worker/platform/dates.ts";
import { AppError } from "#worker/platform/errors.ts";
import { money } from "#worker/platform/money.ts";
import { readersZone } from "#worker/platform/zones.ts";

type Asker = Pick<MemberContext, "now" | "language" | "country" | "domain"> & {
  viewer: Pick<MemberContext["viewer"], "preferences">;
};

/** Refusal by the member's own pause or limit; null if the order may go on. `amount`: the sum to pay. */
export function orderRefusal(
  ctx: Asker,
  { amount, currency }: { amount: number; currency: string },
  { excludedUntil, spent }: Pick<OrderFacts, "excludedUntil" | "spent">,
): AppError | null {
  if (excludedUntil !== null) return excluded(ctx, excludedUntil);
  const answer = spendAllowed(ctx.viewer.preferences, spent, amount, ctx.now);
  if (answer.allowed) return null;
  return new AppError("spend_limit", { params: { amount: money(answer.left, currency, ctx.language) } });
}

/** Refusal of an excluded member; a ban has no end. */
export function excluded({ language, country, domain }: Pick<Asker, "language" | "country" | "domain">, until: number): AppError {
  if (until >= BANNED_UNTIL) return new AppError("banned");
  const reader = readerOf(language, country, readersZone(null, country, domain.settings.geoip_country));
  return new AppError("excluded", { params: { date: formatDay(until, reader) } });
}
