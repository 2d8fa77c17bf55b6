import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type DomainFile, domainFileSchema } from "./domain-file.ts";
import { cheapestMessage, priceOf } from "./prices.ts";

type Prices = Partial<Pick<DomainFile["settings"], "packages" | "currencies" | "payment_methods" | "minimum_message_costs">>;

function problemsOf(prices: Prices): string[] {
  const [first] = env.TEST_DOMAINS as DomainFile[];
  const file = { ...first, settings: { ...first?.settings, ...prices } };
  const { error } = domainFileSchema.safeParse(file);
  return error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
}

const good = {
  packages: { EUR: [{ id: "a", credits: 10, amount: 999 }] },
  currencies: { "*": "EUR" },
  payment_methods: { "*": ["card" as const], NL: ["ideal" as const, "directdebit" as const] },
  minimum_message_costs: { NL: { costs: 100, currency: "EUR" } },
};

test("consistent prices are valid, and so is a domain without prices", () => {
  expect(problemsOf(good)).toEqual([]);
  expect(problemsOf({ packages: {}, currencies: {}, payment_methods: {} })).toEqual([]);
});

test.each<[string, Prices]>([
  ['settings.currencies: needs a line "*", for all other countries', { currencies: { NL: "EUR" } }],
  ['settings.payment_methods: needs a line "*", for all other countries', { payment_methods: { NL: ["card"] } }],
  ["settings.currencies.PL: there are no packages in PLN", { currencies: { "*": "EUR", PL: "PLN" } }],
  [
    "settings.packages.EUR: two packages have the same id",
    { packages: { EUR: [...good.packages.EUR, { id: "a", credits: 20, amount: 1998 }] } },
  ],
  [
    "settings.payment_methods.SE: direct debit (SEPA) is for euros only",
    {
      packages: { ...good.packages, SEK: [{ id: "a", credits: 10, amount: 9900 }] },
      currencies: { "*": "EUR", SE: "SEK" },
      payment_methods: { "*": ["card"], SE: ["card", "directdebit"] },
    },
  ],
  [
    "settings.minimum_message_costs.NL: the cheapest package says 100",
    { minimum_message_costs: { NL: { costs: 1, currency: "EUR" } } },
  ],
])("refused: %s", (problem, prices) => {
  expect(problemsOf({ ...good, ...prices })).toEqual([problem]);
});

test("a price is rounded up, and the cheapest is that of the best package", () => {
  expect([priceOf(1, 999, 10), priceOf(2, 1000, 10), priceOf(3, 100, 300)]).toEqual([100, 200, 1]);
  const [liaison] = (env.TEST_DOMAINS as DomainFile[])
    .filter(({ id }) => id === "liaison")
    .map((file) => domainFileSchema.parse(file));
  if (!liaison) throw new Error("no domain liaison");
  expect(cheapestMessage(liaison.settings, "EUR")).toBe(25);
  expect(cheapestMessage(liaison.settings, "JPY")).toBeNull();
});
