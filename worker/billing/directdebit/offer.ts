import { currencyIn, currencyOf, methodsIn, methodsOf } from "#worker/billing/wallet/wallet.ts";
import type { Context } from "#worker/people/identity/context.ts";
import type { Package } from "#worker/sites/domains/prices.vocabulary.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";

/** Null where the domain sells nothing by direct debit in euros. */
export function debitOffer(ctx: Context, packageId: string): Package | null {
  if (currencyOf(ctx) !== "EUR" || !methodsOf(ctx).includes("directdebit")) return null;
  return ctx.domain.settings.packages.EUR?.find(({ id }) => id === packageId) ?? null;
}

/** Countries of the domain in which it sells by direct debit. */
export function debitCountries(settings: Settings): string[] {
  return settings.countries.filter(
    (country) => currencyIn(settings, country) === "EUR" && methodsIn(settings, country).includes("directdebit"),
  );
}
