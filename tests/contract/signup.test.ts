import { describe, expect, it } from "vitest";
import { Person, SIDES } from "./person.ts";

const WHO = {
  gender: "male",
  looking_for: "female",
  date_of_birth_day: "7",
  date_of_birth_month: "4",
  date_of_birth_year: "1990",
  country: "NL",
};

describe.each(SIDES)("what somebody types into the sign-up: %s", (side) => {
  it("belongs to their browser, until an account is made of it", async () => {
    const [anna, other] = [new Person(side), new Person(side)];
    await anna.call("saveSignupDraft", { step: "account", values: { ...WHO, name: "Half.way" } });
    expect(anna.cookies.get("draft")).toMatch(/^[\w-]{43}$/);
    const [line] = anna.last.headers["set-cookie"] ?? [];
    expect(line).toMatch(/; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await anna.call("signupDraft", {})).toMatchObject({ step: "account", values: { name: "Half.way" } });
    expect((await other.send("signupDraft", {})).status).toBe(204);
    await anna.signUp();
    expect(anna.cookies.has("draft")).toBe(false);
    expect((await anna.send("signupDraft", {})).status).toBe(204);
  });

  it("is forgotten when they start over, and never kept of who is too young", async () => {
    const anna = new Person(side);
    await anna.call("saveSignupDraft", { step: "you", values: WHO });
    await anna.call("dropSignupDraft", {});
    expect(anna.cookies.has("draft")).toBe(false);
    await anna.call("saveSignupDraft", { step: "you", values: WHO });
    const young = { ...WHO, date_of_birth_year: String(new Date().getFullYear() - 16) };
    const { fields } = await anna.refused("saveSignupDraft", { step: "you", values: young });
    expect(fields).toMatchObject([{ field: "date_of_birth", code: "under_age" }]);
    expect((await anna.send("signupDraft", {})).status).toBe(204);
  });
});
