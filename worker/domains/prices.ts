import { z } from "zod";

const country = z.string().regex(/^[A-Z]{2}$/, "two capital letters (ISO 3166-1)");
/** A country, or `*` for all that have no line of their own. */
const anywhere = z.string().regex(/^([A-Z]{2}|\*)$/, 'two capital letters (ISO 3166-1), or "*"');
const currency = z.string().regex(/^[A-Z]{3}$/, "three capital letters (ISO 4217)");

export const PAYMENT_METHODS = ["card", "paypal", "ideal", "directdebit"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const packageSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,30}$/),
  credits: z.int().min(1),
  /** In the currency's smallest unit, tax included. */
  amount: z.int().min(1),
});
export type Package = z.output<typeof packageSchema>;

/** What is sold, and how it can be paid: part of a domain's settings. */
export const priceSettings = {
  /** The cheapest price of a message that a country's visitors can get without a discount, in the currency's smallest unit. */
  minimum_message_costs: z.record(country, z.strictObject({ costs: z.int().min(0), currency })).default({}),
  /** What credits cost, by currency; empty where nothing is sold. The same id names the same offer in every currency. */
  packages: z.record(currency, z.array(packageSchema).min(1)).default({}),
  /** What a country pays in; `*` is for all others. */
  currencies: z.record(anywhere, currency).default({}),
  /** How a country can pay, in the order shown; `*` is for all others. */
  payment_methods: z.record(anywhere, z.array(z.enum(PAYMENT_METHODS)).min(1)).default({}),
};
export type PriceSettings = { [K in keyof typeof priceSettings]: z.output<(typeof priceSettings)[K]> } & {
  message_credits: number;
};

/** What contradicts itself in a domain's prices: the place in the settings, and why. */
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

/** The lowest price of one message among a currency's packages, rounded up; null where there are none. */
export function cheapestMessage({ packages, message_credits: credits }: PriceSettings, code: string): number | null {
  const prices = (packages[code] ?? []).map((one) => priceOf(credits, one.amount, one.credits));
  return prices.length > 0 ? Math.min(...prices) : null;
}

/** What so many credits cost out of a package, rounded up: the price shown is never below the price paid. */
export function priceOf(credits: number, amount: number, bought: number): number {
  return Math.ceil((amount * credits) / bought);
}
