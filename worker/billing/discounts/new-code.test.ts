import { expect, test } from "vitest";
import { readDomainFiles } from "#scripts/data.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { newCode, type WantedCode } from "./new-code.ts";

const shop = readDomainFiles().find(({ id }) => id === "liaison") as DomainFile;
const NOW = Date.parse("2026-11-29T12:00:00Z");
const made = (wanted: Partial<WantedCode>) => newCode({ code: "spring20", percent: "20", ...wanted }, shop, NOW);

test("a code has its terms, and what is left open holds for all", () => {
  expect(made({})).toEqual({
    ...{ domainId: "liaison", code: "SPRING20", percentage: 200, validity: "once-per-user", createdAt: NOW },
    ...{ country: null, accountId: null, expiresAt: null, currency: null, minimumOrder: null, methods: null },
  });
  const terms = { country: "AT", currency: "EUR", minimum: "2499", methods: "card, paypal", validity: "once", account: "a" };
  expect(made({ ...terms, percent: "12.5", until: "2026-12-31T23:00Z" })).toMatchObject({
    ...{ percentage: 125, country: "AT", currency: "EUR", minimumOrder: 2499, methods: ["card", "paypal"], validity: "once" },
    ...{ accountId: "a", expiresAt: Date.parse("2026-12-31T23:00Z") },
  });
});

test.each([
  [{ code: "a" }, "code"],
  [{ code: "TIMEBONUS25" }, "code"],
  [{ percent: "0" }, "percent"],
  [{ percent: "100" }, "percent"],
  [{ percent: "1.55" }, "percent"],
  [{ until: "2026-11-29T11:00Z" }, "until"],
  [{ until: "soon" }, "until"],
  [{ currency: "XXX" }, "currency"],
  [{ minimum: "24.99", currency: "EUR" }, "minimum"],
  [{ minimum: "2499" }, "currency"],
  [{ country: "Austria" }, "country"],
  [{ methods: "cash" }, "methods"],
  [{ validity: "twice" }, "validity"],
])("%j is refused at its field", (wanted, field) => {
  expect(made(wanted)).toMatchObject({ field, message: expect.any(String) });
});
