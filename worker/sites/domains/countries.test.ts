import { expect, test } from "vitest";
import { countryProblem } from "./countries.ts";

test("codes of countries pass, others do not; an alias is told with its code", () => {
  for (const code of ["AT", "GB", "US", "XK"]) expect(countryProblem(code), code).toBeNull();
  for (const code of ["ZZ", "QQ", "XX"]) expect(countryProblem(code), code).toBe("is no code of a country (ISO 3166-1)");
  expect(countryProblem("UK")).toBe('is no code of a country; did you mean "GB"?');
});
