import { describe, expect, it } from "vitest";
import { member, Person, SIDES } from "./person.ts";

describe.each(SIDES)("public calls: %s", (side) => {
  const visitor = new Person(side);
  let made: Promise<Person> | undefined;
  const someMember = () => (made ??= member(side));

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

  it.each([
    ["/api/settings.php", "private, no-cache", "private, no-cache"],
    ["/api/companyinfo.php", "private, no-cache", "private, no-cache"],
    ["/api/regions.php", "private, no-cache", "private, no-cache"],
    ["/api/regions.php?country=NL", "public, max-age=300", "public, max-age=300"],
    ["/api/interests.php", "public, max-age=300", "private, no-cache"],
  ])("%s is answered again with 304 until it changes", async (path, ofVisitor, ofMember) => {
    const stranger = new Person(side);
    for (const [person, cacheControl] of [
      [stranger, ofVisitor],
      [await someMember(), ofMember],
    ] as const) {
      const first = await person.request("GET", path);
      expect([first.status, first.headers["cache-control"]]).toEqual([200, cacheControl]);
      const tag = first.headers.etag as string;
      expect(tag).toMatch(/^"[0-9a-f]{40}"$/);
      const again = await person.request("GET", path, undefined, { "if-none-match": tag });
      expect([again.status, again.text, again.headers.etag, again.headers["cache-control"]]).toEqual([
        304,
        "",
        tag,
        cacheControl,
      ]);
      expect((await person.request("GET", path, undefined, { "if-none-match": '"other"' })).text).toBe(first.text);
    }
  });

  it("an answer for another country or language has another ETag", async () => {
    const tag = async (path: string, headers: Record<string, string>) =>
      (await visitor.request("GET", path, undefined, headers)).headers.etag;
    expect(await tag("/api/settings.php", { "cf-ipcountry": "US" })).not.toBe(
      await tag("/api/settings.php", { "cf-ipcountry": "NL" }),
    );
    expect(await tag("/api/interests.php", { cookie: "locale=nl" })).not.toBe(
      await tag("/api/interests.php", { cookie: "locale=de" }),
    );
  });

  it("interests are in the visitor's language", async () => {
    const named = async (locale: string) =>
      (await visitor.call("interests", {}, { cookie: `locale=${locale}` })).interests.find(({ code }) => code === "wine")?.name;
    expect([await named("en"), await named("nl"), await named("de")]).toEqual(["Wine", "Wijn", "Wein"]);
  });
});
