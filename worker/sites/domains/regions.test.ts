import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { CallOutput } from "#worker/server/calls.ts";
import { regionsOf } from "./regions.ts";

const ask = async (query = "", country = "NL") => {
  const request = new Request(`http://localhost/api/regions.php${query}`, { headers: { "cf-ipcountry": country } });
  const answer = await exports.default.fetch(request);
  return { status: answer.status, body: (await answer.json()) as CallOutput<"regions"> };
};

test("a country has its regions with their towns, by default the visitor's", async () => {
  const { body } = await ask();
  expect(body.country).toBe("NL");
  expect(body.regions.find(({ code }) => code === "NL-NH")).toMatchObject({
    name: "Noord-Holland",
    cities: expect.arrayContaining(["Amsterdam"]),
  });
  expect((await ask("?country=DE")).body.regions.map(({ name }) => name)).toContain("Bayern");
});

test("a country that the domain does not serve is not found", async () => {
  expect((await ask("?country=JP")).status).toBe(404);
  expect(regionsOf("JP")).toEqual([]);
});
