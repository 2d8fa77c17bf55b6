import { expect, test } from "vitest";
import { readDomainFiles } from "#scripts/data.ts";
import type { DomainFile } from "./domain-file.ts";
import { warningsOf } from "./warnings.ts";

const shop = readDomainFiles().find(({ id }) => id === "liaison") as DomainFile;
const real: DomainFile = {
  ...shop,
  hosts: ["dating.example.com", "localhost"],
  settings: {
    ...shop.settings,
    ...{ domain: "dating.example.com", support_email: "help@example.com", payment_provider: "verotel", refund_days: 14 },
    ...{ countries: ["AT", "DE"], tax_rates: { AT: 20, DE: 19 }, payment_methods: { "*": ["card"] } },
    packages: {
      EUR: [
        { id: "c25", credits: 25, amount: 1249 },
        { id: "c60", credits: 60, amount: 2499 },
      ],
    },
  },
};
const said = (settings: Partial<DomainFile["settings"]>, file: Partial<DomainFile> = {}) =>
  warningsOf({ ...real, ...file, settings: { ...real.settings, ...settings } }).map(
    ({ path, message }) => `${path.slice(1).join(".")} ${message}`,
  );

test("a site that is as it should be gets no warning", () => {
  expect(said({})).toEqual([]);
});

test.each([
  [{ payment_provider: null }, "payment_provider is null, so a deployed site sells nothing, although it has packages"],
  [{ refund_days: 3 }, "refund_days is 3; buyers in AT, DE have 14 days by law"],
  [{ tax_rates: { AT: 20 } }, "tax_rates has no rate for DE: receipts there say 0% tax"],
  [{ tax_rates: { AT: 20, "*": 0 } }, "tax_rates has no rate for DE: receipts there say 0% tax"],
  [{ tax_rates: {} }, "tax_rates has no rate for AT, DE: receipts there say 0% tax"],
  [
    { payment_methods: { "*": ["card"], AT: ["card", "ideal"] } },
    "payment_methods.AT.1 is not used in AT: buyers there cannot pay",
  ],
  [
    { packages: { EUR: [...(real.settings.packages.EUR ?? []), { id: "c150", credits: 150, amount: 99_999 }] } },
    "packages.EUR a credit costs more in c150 than in c60",
  ],
  [
    { fictional_profiles: true, fictional_icon: false, fictional_warning: false },
    "fictional_warning is false, and fictional_icon",
  ],
  [
    { fictional_profiles: true, fictional_icon: true, fictional_warning: false, fictional_desk: true },
    "fictional_warning is false: who writes to a profile of the desk",
  ],
  [{ fictional_profiles: false, fictional_desk: true }, "fictional_desk has nothing to answer"],
  [{ support_email: "help@other.example" }, "support_email mails leave from no-reply@other.example"],
] as [Partial<DomainFile["settings"]>, string][])("%j is warned of", (settings, warning) => {
  expect(said(settings)).toEqual([expect.stringContaining(warning)]);
});

test("a shop of this machine, one without packages and one of an upstream are not asked about money", () => {
  expect(said({ payment_provider: null }, { hosts: ["localhost"] })).toEqual([]);
  expect(said({ packages: {}, payment_provider: null, tax_rates: {}, refund_days: 0 })).toEqual([]);
  const api: DomainFile["api"] = { mode: "proxy", upstream: "https://api.example.com", timeout_ms: 8000, local: [] };
  expect(said({ payment_provider: null, tax_rates: {} }, { api })).toEqual([]);
});
