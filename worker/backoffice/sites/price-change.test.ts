import { expect, test } from "vitest";
import { readDomainFiles } from "#scripts/data.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { settingsSchema } from "#worker/sites/domains/settings.vocabulary.ts";
import { priceChange } from "./price-change.ts";
import { settingsOf } from "./sections.vocabulary.ts";

const { settings } = readDomainFiles().find(({ id }) => id === "liaison") as DomainFile;
const base: DomainFile["settings"] = {
  ...settings,
  ...{ message_credits: 2, icebreaker_credits: null, photo_credits: 2, gift_credits: 5, signup_credits: 10, delete_discount: 0 },
  call_price: { per: "call", credits: 4 },
  gifts: [{ id: "rose" }, { id: "ring", credits: 10 }],
  packages: {
    EUR: [
      { id: "c10", credits: 10, amount: 1000 },
      { id: "c20", credits: 20, amount: 1800 },
    ],
  },
};
const change = (changed: Partial<DomainFile["settings"]>) => Math.round(priceChange(base, { ...base, ...changed }));
const eur = (...packages: { id: string; credits: number; amount: number }[]) => ({ packages: { EUR: packages } });
const [c10, c20] = base.packages.EUR as [
  { id: string; credits: number; amount: number },
  { id: string; credits: number; amount: number },
];

test.each([
  ["nothing", {}, 0],
  ["a text", { description: "Other" }, 0],
  ["a dearer package", eur({ ...c10, amount: 1200 }, c20), 20],
  ["a cheaper one", eur({ ...c10, amount: 750 }, c20), 25],
  ["fewer credits at the same price", eur({ ...c10, credits: 5 }, c20), 100],
  ["a new package at one cent", eur(c10, c20, { id: "c99", credits: 99, amount: 1 }), 100],
  ["a package that goes", eur(c10), 11],
  ["a new currency", { packages: { ...base.packages, CHF: [c10] } }, Number.POSITIVE_INFINITY],
  ["a currency that goes", { packages: {} }, 0],
  ["dearer messages", { message_credits: 3 }, 50],
  ["opening lines with a price of their own", { icebreaker_credits: 1 }, 50],
  ["a dearer call", { call_price: { per: "call", credits: 5 } }, 25],
  ["a call that is free from now on", { call_price: { per: "free", credits: 4 } }, 100],
  ["the same number for each minute", { call_price: { per: "minute", credits: 4 } }, Number.POSITIVE_INFINITY],
  ["credits for the sign-up", { signup_credits: 1000 }, 9900],
  ["a gift", { gifts: [{ id: "rose" }, { id: "ring", credits: 11 }] }, 10],
  ["a gift that takes the common price", { gift_credits: 6 }, 20],
  ["a discount at the end", { delete_discount: 30 }, 30],
] as [string, Partial<DomainFile["settings"]>, number][])("%s is a change of the right size", (_, changed, size) => {
  expect(change(changed)).toBe(size);
});

test("the end of the desk makes what was free cost, so it is a change without a limit", () => {
  const desk: DomainFile["settings"] = { ...base, fictional_profiles: true, fictional_desk: true };
  expect(priceChange(desk, { ...desk, fictional_desk: false })).toBe(Number.POSITIVE_INFINITY);
  expect(priceChange({ ...desk, fictional_desk: false }, desk)).toBe(0);
  const hidden = { ...desk, fictional_profiles: false };
  expect(priceChange(desk, hidden), "hidden profiles cost nothing").toBe(0);
});

test("what was free and costs now is a change without a limit", () => {
  const free = { ...base, photo_credits: 0 };
  expect(priceChange(free, { ...free, photo_credits: 1 })).toBe(Number.POSITIVE_INFINITY);
  const calls = { ...base, call_price: { per: "free" as const, credits: 0 } };
  expect(priceChange(calls, { ...calls, call_price: { per: "minute", credits: 1 } })).toBe(Number.POSITIVE_INFINITY);
  expect(priceChange(calls, { ...calls, call_price: { per: "free", credits: 9 } }), "no call costs anything").toBe(0);
});

/** A change of each setting that is a price. */
const COUNTED: Partial<DomainFile["settings"]> = {
  ...eur({ ...c10, amount: 1100 }, c20),
  ...{ message_credits: 3, icebreaker_credits: 3, photo_credits: 3, gift_credits: 6, signup_credits: 11, delete_discount: 1 },
  call_price: { per: "call", credits: 5 },
  gifts: [
    { id: "rose", credits: 6 },
    { id: "ring", credits: 10 },
  ],
};
/** Why a setting near the prices is none. */
const NOT_COUNTED = {
  currencies: "chooses among packages that are counted",
  payment_methods: "how, not how much",
  tax_rates: "prices include the tax",
  minimum_message_costs: "only a text of advertising",
  refund_days: "a time",
  refund_alone: "only the file sets it",
  prices_alone: "only the file sets it",
  free_conversations: "a limit; the messages keep their price",
  free_view_photos: "a limit; the opening of all photos keeps its price",
  time_bonus: "the percentages are in the code",
  welcome_discount_hours: "a time; the percentage is in the code",
};

test("every setting that is a price counts, and a new one must say whether it is a price", () => {
  const all = Object.keys(settingsSchema.shape);
  const sections = [...settingsOf("prices", all), ...settingsOf("offers", all)];
  const named = all.filter((name) => /credit|price|cost|discount|bonus|refund_|percent|fee|premium/.test(name));
  const prices = [...new Set([...sections, ...named])].sort();
  expect(prices.length).toBeGreaterThan(15);
  expect([...Object.keys(COUNTED), ...Object.keys(NOT_COUNTED)].sort()).toEqual(prices);
  const changes = Object.entries(COUNTED).map(([name, value]) => [name, change({ [name]: value }) > 0]);
  expect(changes).toEqual(Object.keys(COUNTED).map((name) => [name, true]));
});
