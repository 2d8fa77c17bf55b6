import { expect, test, vi } from "vitest";
import { AppError } from "#worker/platform/errors.ts";
import { type Edge, withEdge } from "#worker/server/edge/edge.ts";
import { regionChoices } from "./places.ts";

const settings = { countries: ["NL"] };
const regions = vi.fn(async ({ country }: { country: string }) => {
  if (country === "DE") throw new AppError("not_found");
  return { country, regions: [{ code: "NL-NH", name: "Noord-Holland", cities: ["Amsterdam"] }] };
});
const ask = (country: string, facts: object) =>
  withEdge({ settings, language: "en", backend: { regions }, ...facts } as never as Edge, () => regionChoices(country));

test("the regions of a country are asked for once a domain and a language", async () => {
  const domain = {};
  const first = await ask("NL", { domain });
  expect(first).toEqual([{ code: "NL-NH", name: "Noord-Holland" }]);
  expect(await ask("NL", { domain })).toEqual(first);
  expect(regions).toHaveBeenCalledTimes(1);
  await ask("NL", { domain, language: "nl" });
  await ask("NL", { domain: {} });
  expect(regions).toHaveBeenCalledTimes(3);
});

test("a refusal, and what a country outside of the domain has, is asked for each time", async () => {
  const domain = {};
  for (const country of ["DE", "US"]) {
    regions.mockClear();
    for (const _ of [1, 2]) await ask(country, { domain });
    expect(regions).toHaveBeenCalledTimes(2);
  }
});

test("a place without regions has an empty list, and everywhere is not asked for", async () => {
  regions.mockClear();
  const domain = {};
  expect(await ask("all", { domain })).toEqual([]);
  expect(regions).not.toHaveBeenCalled();
  expect(await ask("DE", { domain })).toEqual([]);
});
