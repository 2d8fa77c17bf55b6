import { z } from "zod";
import { type FieldText, withTexts } from "./field-texts.ts";

const country = z.string().regex(/^[A-Z]{2}$/, "two capital letters (ISO 3166-1)");
/** `*` covers all countries without an entry. */
const anywhere = z.string().regex(/^([A-Z]{2}|\*)$/, 'two capital letters (ISO 3166-1), or "*"');
const currency = z.string().regex(/^[A-Z]{3}$/, "three capital letters (ISO 4217)");

export const PAYMENT_METHODS = ["card", "paypal", "ideal", "directdebit"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const packageSchema = z.strictObject(
  withTexts(
    {
      id: z.string().regex(/^[a-z0-9-]{1,30}$/, "lower case letters, digits and hyphens"),
      credits: z.int().min(1),
      amount: z.int().min(1),
    },
    {
      id: ["Names the offer; the same in every currency.", "c60"],
      credits: ["How many credits it holds.", 60],
      amount: ["What it costs, tax included, in the currency's smallest unit.", 2499],
    },
  ),
);
export type Package = z.output<typeof packageSchema>;

export const priceSettings = {
  minimum_message_costs: z
    .record(
      country,
      z.strictObject(
        withTexts(
          { costs: z.int().min(0), currency },
          { costs: ["The price, in the currency's smallest unit.", 25], currency: ["Of that price (ISO 4217).", "EUR"] },
        ),
      ),
    )
    .default({}),
  packages: z.record(currency, z.array(packageSchema).min(1)).default({}),
  currencies: z.record(anywhere, currency).default({}),
  payment_methods: z.record(anywhere, z.array(z.enum(PAYMENT_METHODS)).min(1)).default({}),
};
export const PRICE_TEXTS: { [K in keyof typeof priceSettings]: FieldText } = {
  minimum_message_costs: [
    "The cheapest price of a message that a country's visitors can get without a discount.",
    { AT: { costs: 25, currency: "EUR" } },
  ],
  packages: [
    "What credits cost, by currency (ISO 4217); empty where nothing is sold.",
    { EUR: [{ id: "c60", credits: 60, amount: 2499 }] },
  ],
  currencies: ["What a country pays in; `*` is for all others.", { CH: "CHF", "*": "EUR" }],
  payment_methods: ["How a country can pay, in the order shown; `*` is for all others.", { "*": ["card", "paypal"] }],
};
export type PriceSettings = { [K in keyof typeof priceSettings]: z.output<(typeof priceSettings)[K]> } & {
  message_credits: number;
};

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
