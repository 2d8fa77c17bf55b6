import { describe, expect, it } from "vitest";
import { Person, SIDES } from "./person.ts";

describe.each(SIDES)("public calls: %s", (side) => {
  const visitor = new Person(side);

  it("settings returns the settings of the domain", async () => {
    const { settings, domain_language } = await visitor.call("settings", {});
    expect(settings).toMatchObject({ name: "Liaison", domain: "localhost", message_credits: 1, signup_credits: 10 });
    expect(domain_language).toBe("en");
    expect(JSON.stringify(settings)).not.toContain("upstream");
  });

  it("geoip_country returns the visitor's country", async () => {
    const country = async (geo: string) => (await visitor.call("settings", {}, { "cf-ipcountry": geo })).settings.geoip_country;
    expect([await country("US"), await country("NL")]).toEqual(["US", "NL"]);
  });

  it("companyinfo depends on the visitor's country", async () => {
    expect(await visitor.call("companyinfo", {}, { "cf-ipcountry": "US" })).toMatchObject({ id: "us", country: "US" });
    expect(await visitor.call("companyinfo", {}, { "cf-ipcountry": "GB" })).toMatchObject({ id: "uk", country: "GB" });
    expect(await visitor.call("companyinfo", {}, { "cf-ipcountry": "NL" })).toMatchObject({ id: "eu" });
  });

  it("regions returns a country's regions, and none of an unserved country", async () => {
    const { country, regions } = await visitor.call("regions", { country: "NL" });
    expect(country).toBe("NL");
    expect(regions.length).toBeGreaterThan(3);
    expect((await visitor.call("regions", {}, { "cf-ipcountry": "DE" })).country).toBe("DE");
    expect((await visitor.refused("regions", { country: "CN" })).code).toBe("not_found");
    expect((await visitor.refused("regions", { country: "n" })).fields).toMatchObject([
      { field: "country", code: "invalid_format" },
    ]);
  });

  it("interests are in the visitor's language", async () => {
    const named = async (locale: string) =>
      (await visitor.call("interests", {}, { cookie: `locale=${locale}` })).interests.find(({ code }) => code === "wine")?.name;
    expect([await named("en"), await named("nl"), await named("de")]).toEqual(["Wine", "Wijn", "Wein"]);
  });
});
