import { z } from "zod";
import { paymentMethodSchema } from "#worker/sites/domains/method-id.vocabulary.ts";
import { type FieldText, withTexts } from "./field-texts.vocabulary.ts";

const country = z.string().regex(/^[A-Z]{2}$/, "two capital letters (ISO 3166-1)");
/** `*` covers all countries without an entry. */
const anywhere = z.string().regex(/^([A-Z]{2}|\*)$/, 'two capital letters (ISO 3166-1), or "*"');
const currency = z.string().regex(/^[A-Z]{3}$/, "three capital letters (ISO 4217)");

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
      amount: ["What it costs, tax included, in the currency's smallest unit: 2499 is 24.99 euros.", 2499],
    },
  ),
);
export type Package = z.output<typeof packageSchema>;

const PAYMENT_PROVIDERS = ["verotel", "ccbill"] as const;

export const priceSettings = {
  minimum_message_costs: z
    .record(
      country,
      z.strictObject(
        withTexts(
          { costs: z.int().min(0), currency },
          {
            costs: ["The price, in the currency's smallest unit: 25 is 0.25 euros.", 25],
            currency: ["Of that price (ISO 4217).", "EUR"],
          },
        ),
      ),
    )
    .default({}),
  packages: z.record(currency, z.array(packageSchema).min(1)).default({}),
  currencies: z.record(anywhere, currency).default({}),
  payment_methods: z.record(anywhere, z.array(paymentMethodSchema).min(1)).default({}),
  payment_provider: z.enum(PAYMENT_PROVIDERS).nullable().default(null),
  call_price: z
    .strictObject(
      withTexts(
        { per: z.enum(["free", "call", "minute"]), credits: z.int().min(0).max(10_000) },
        {
          per: "What is paid: nothing, each call that is taken, or each begun minute of it. Two members who both change their pages can talk on after one paid minute: docs/operating/calls.md.",
          credits: ["What it costs the caller, in credits; the called one pays nothing.", 2],
        },
      ),
    )
    .default({ per: "free", credits: 0 }),
  refund_alone: z.record(currency, z.int().min(0)).default({}),
  tax_rates: z.record(anywhere, z.number().min(0).max(99).multipleOf(0.1)).default({}),
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
  payment_methods: [
    "How a country can pay, in the order shown: methods of the provider; `*` is for all others.",
    { "*": ["card", "paypal"] },
  ],
  payment_provider: [
    "Who takes the payments. Null is the sandbox in local builds, and sells nothing in deployed ones.",
    "verotel",
  ],
  call_price: ["What a voice or video call costs.", { per: "minute", credits: 2 }],
  refund_alone: [
    "By currency the sum up to which one person of the staff refunds a payment alone, in its smallest unit. Above it, and in other currencies, a second person approves.",
    { EUR: 5000 },
  ],
  tax_rates: [
    "Tax in percent that the prices include, by the buyer's country (ISO 3166-1); `*` is for all others, none is 0.",
    { AT: 20, "*": 0 },
  ],
};
export type PriceSettings = { [K in keyof typeof priceSettings]: z.output<(typeof priceSettings)[K]> } & {
  message_credits: number;
};
