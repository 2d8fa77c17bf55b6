import { describe, expect, it } from "vitest";
import { LOCAL, member, unconfirmed } from "./person.ts";

describe.each(LOCAL)("own profile: %s", (side) => {
  it("returns its fields and the missing ones, and keeps fields that a change omits", async () => {
    const anna = await unconfirmed(side, { region: "NL-NH", city: "Haarlem" });
    const before = await anna.call("profile", {});
    expect(before.profile).toMatchObject({ id: anna.id, region: "NL-NH", city: "Haarlem", hair: null, about: "" });
    expect(before.completeness.missing).toContain("about");
    expect(before.completeness.missing).not.toContain("region");

    const after = await anna.call("updateProfile", { hair: "red", interests: ["coffee", "wine"], about: "I bake." });
    expect(after.profile).toMatchObject({ hair: "red", interests: ["coffee", "wine"], about: "I bake.", city: "Haarlem" });
    expect(after.completeness.percent).toBeGreaterThan(before.completeness.percent);
    expect(await anna.call("profile", {})).toEqual(after);
    expect((await anna.call("user", {})).profile).toEqual(after.profile);

    const emptied = await anna.call("updateProfile", { hair: "", region: null });
    expect(emptied.profile).toMatchObject({ hair: null, region: null, city: null, about: "I bake." });
  });

  it("equals the profile that others see", async () => {
    const [anna, ben] = [await member(side), await member(side, { gender: "male", looking_for: "female" })];
    const prompts = [{ question: "laugh", answer: "Geese" }];
    await ben.call("updateProfile", { eyes: "grey", about: "Tea, please.", prompts });
    expect((await anna.call("member", { id: ben.id })).profile).toMatchObject({ eyes: "grey", about: "Tea, please.", prompts });
  });

  it("refuses invalid fields in the member's language, and stores nothing", async () => {
    const anna = await unconfirmed(side);
    anna.cookies.set("locale", "nl");
    const { code, fields } = await anna.refused("updateProfile", {
      hair: "brown",
      region: "BE-VAN",
      about: "Bel me op 06 12 34 56 78",
    });
    expect(code).toBe("invalid");
    expect(fields).toMatchObject([
      { field: "region", code: "unknown_option" },
      { field: "about", code: "contact_details", message: "Laat telefoonnummers, adressen en namen bij chatdiensten weg." },
    ]);
    expect((await anna.refused("updateProfile", { eyes: "pink" as never })).fields).toMatchObject([
      { field: "eyes", code: "unknown_option" },
    ]);
    expect((await anna.refused("updateProfile", { name: "Somebody" } as never)).fields).toMatchObject([
      { field: "name", code: "unknown_field" },
    ]);
    expect((await anna.call("profile", {})).profile).toMatchObject({ hair: null, region: null, about: "" });
  });
});
