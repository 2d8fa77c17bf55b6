import type { Context } from "#worker/context.ts";
import type { Package } from "#worker/domains/prices.vocabulary.ts";
import { currencyOf, methodsOf } from "#worker/wallet/wallet.ts";

/** Null where the domain sells nothing by direct debit in euros. */
export function debitOffer(ctx: Context, packageId: string): Package | null {
  if (currencyOf(ctx) !== "EUR" || !methodsOf(ctx).includes("directdebit")) return null;
  return ctx.domain.settings.packages.EUR?.find(({ id }) => id === packageId) ?? null;
}
