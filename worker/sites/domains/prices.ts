import type { PriceSettings } from "./prices.vocabulary.ts";

export function priceProblems(settings: PriceSettings): { path: string[]; message: string }[] {
  const { packages, currencies, payment_methods: methods } = settings;
  const problems: { path: string[]; message: string }[] = [];
  const sells = Object.keys(packages).length > 0;
  for (const [place, table] of Object.entries({ currencies, payment_methods: methods }))
    if (sells && !("*" in table)) problems.push({ path: [place], message: 'needs a line "*", for all other countries' });
  for (const [where, code] of Object.entries(currencies))
    if (!packages[code]) problems.push({ path: ["currencies", where], message: `there are no packages in ${code}` });
  for (const [code, list] of Object.entries(packages))
    if (new Set(list.map(({ id }) => id)).size < list.length)
      problems.push({ path: ["packages", code], message: "two packages have the same id" });
  for (const [where, list] of Object.entries(methods))
    if (list.includes("directdebit") && (currencies[where] ?? currencies["*"]) !== "EUR")
      problems.push({ path: ["payment_methods", where], message: "direct debit (SEPA) is for euros only" });
  for (const [where, stated] of Object.entries(settings.minimum_message_costs)) {
    const cheapest = cheapestMessage(settings, stated.currency);
    if (cheapest !== null && stated.costs !== cheapest)
      problems.push({ path: ["minimum_message_costs", where], message: `the cheapest package says ${cheapest}` });
  }
  return problems;
}

/** Rounded up; null without packages. */
export function cheapestMessage({ packages, message_credits: credits }: PriceSettings, code: string): number | null {
  const prices = (packages[code] ?? []).map((one) => priceOf(credits, one.amount, one.credits));
  return prices.length > 0 ? Math.min(...prices) : null;
}

/** Rounds up: the displayed price is never below the charged one. */
export function priceOf(credits: number, amount: number, bought: number): number {
  return Math.ceil((amount * credits) / bought);
}

/** The tax that an amount includes. The rate is in tenths of a percent; the amount is rounded to the nearest unit. */
export function taxOf({ tax_rates: rates }: Pick<PriceSettings, "tax_rates">, country: string, amount: number) {
  const rate = Math.round((rates[country] ?? rates["*"] ?? 0) * 10);
  return { rate, amount: Math.round((amount * rate) / (1000 + rate)) };
}
