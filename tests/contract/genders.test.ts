import { describe, expect, it } from "vitest";
import { PASSWORD, signupForm } from "#tests/setup/signup-form.ts";
import { identityConsent } from "#worker/discovery/members/profile-own.vocabulary.ts";
import { LOCAL, member, Person, SIDES } from "./person.ts";

/** Who is that old is of this file. */
const OLD = { date_of_birth: "1932-02-03" };
const SEARCH = "country=NL&min_age=94&max_age=95";

const there = ({ port }: Person) => ({ host: `men.localhost:${port}` });

/** Logged in on the site for men with an account of another site of the pool. */
async function comeOver(person: Person): Promise<Person> {
  person.cookies.clear();
  const { profile } = await person.call("login", { email: person.email, password: PASSWORD }, there(person));
  expect(profile.id).toBe(person.id);
  return person;
}

describe.each(SIDES)("a site for men: %s", (side) => {
  it("shows men on its pages, whomever a link or its member asks for, and asks nobody for a gender", async () => {
    const adam = await new Person(side).insert({ gender: "male", looking_for: "female", ...OLD });
    const bob = await new Person(side).insert({ gender: "male", looking_for: "male", ...OLD });
    const eva = await new Person(side).insert(OLD);
    await adam.call("saveSearch", { name: "Kept", gender: "female" });
    await comeOver(adam);
    for (const query of ["", "&gender=female", "&gender=everyone", "&gender=female&sort=newest"]) {
      const { status, text } = await adam.request("GET", `/members?${SEARCH}${query}`, undefined, there(adam));
      const shown = [bob, eva].map(({ id }) => text.includes(`/members/${id}`));
      expect([status, shown], query).toEqual([200, [true, false]]);
      expect(text).not.toMatch(/type="radio"|women/i);
    }
    expect((await adam.request("GET", "/searches", undefined, there(adam))).text).toMatch(/Kept.*Men, Netherlands/s);
    const joining = (await new Person(side).request("GET", "/signup", undefined, there(adam))).text;
    expect(joining).toContain("You are signing up as a man looking for men.");
    expect(joining).toContain("Step 1 of 5");
    expect(joining).toContain('name="date_of_birth_day"');
    expect(joining).not.toMatch(/name="gender"|name="looking_for"/);
  });
});

describe.each(LOCAL)("a site for men: %s", (side) => {
  it("refuses others at their field", async () => {
    const adam = await comeOver(await new Person(side).insert({ gender: "male", looking_for: "female" }));
    const wrong = async (...[name, input]: Parameters<Person["refused"]>) => {
      const { code, fields } = await adam.refused(name, input, there(adam));
      return [code, ...(fields ?? []).map((one) => `${one.field}: ${one.code}`)];
    };
    const visitor = new Person(side);
    const form = signupForm({ gender: "female", looking_for: "female" });
    expect((await visitor.refused("signup", form, there(visitor))).fields).toMatchObject([
      { field: "gender", code: "unknown_option" },
      { field: "looking_for", code: "unknown_option" },
    ]);
    const [other, sought] = ["gender: unknown_option", "looking_for: unknown_option"];
    expect(await wrong("members", { gender: "female" })).toEqual(["invalid", other]);
    expect(await wrong("saveSearch", { name: "Women", gender: "female" })).toEqual(["invalid", other]);
    expect(await wrong("updateProfile", { looking_for: "everyone" })).toEqual(["invalid", sought]);
    expect(await adam.call("updateProfile", { looking_for: "female" }, there(adam))).toMatchObject({ looking_for: "female" });
    expect(await adam.call("settings", {}, there(adam))).toMatchObject({ settings: { genders: ["male"] } });
  });

  it("lets a woman of its pool log in, tells her whom it is for, and shows her to nobody", async () => {
    const eva = await comeOver(await new Person(side).insert({ looking_for: "female", ...OLD }));
    const adam = await comeOver(await new Person(side).insert({ gender: "male", looking_for: "everyone", ...OLD }));
    const profile = (await eva.request("GET", "/profile", undefined, there(eva))).text;
    expect(profile).toContain("is for men. You can use it, but searches here do not show you.");
    expect((await adam.request("GET", "/profile", undefined, there(adam))).text).not.toContain("is for men.");
    const asked = { country: "NL", min_age: 94, max_age: 95 };
    const found = async (person: Person) => (await person.call("members", asked, there(person))).results.map(({ id }) => id);
    expect(await found(eva)).toContain(adam.id);
    expect(await found(adam)).not.toContain(eva.id);
    // What one sends the other stays between them, on every site of the pool.
    await eva.call("like", { profile: adam.id }, there(eva));
    expect((await adam.call("likes", { type: "received" }, there(adam))).liked_by).toMatchObject([{ id: eva.id }]);
    expect((await adam.request("GET", `/members/${eva.id}`, undefined, there(adam))).status).toBe(200);
  });
});

describe.each(SIDES)("own words for a gender: %s", (side) => {
  it("are kept by a draft, said at the sign-up with its consent, and read by others", async () => {
    const said = { shown_in: "both", identity: "own", identity_words: "demigirl" };
    const newcomer = new Person(side);
    const draft = { ...said, gender: "more", identity_shown: "on", identity_consent: identityConsent("en") };
    await newcomer.call("saveSignupDraft", { step: "looking_for", values: draft });
    expect(await newcomer.call("signupDraft", {})).toMatchObject({ step: "looking_for", values: draft });
    // The page of the step has them again, and its form asks for the same text.
    const { text } = await newcomer.request("GET", "/signup?step=gender");
    expect(text).toMatch(/value="demigirl"/);
    expect(text).toContain(`value="${identityConsent("en")}"`);

    const form = { ...said, identity_shown: true };
    expect((await newcomer.refused("signup", signupForm(form))).fields).toMatchObject([
      { field: "identity_consent", code: "consent_required" },
    ]);
    await newcomer.signUp({ ...form, identity_consent: true });
    await newcomer.confirm();
    expect(await newcomer.call("profile", {})).toMatchObject({
      own_identity: { code: "own", shown: true, words: "demigirl", consent_due: false },
      shown_in: "both",
    });
    const reader = await member(side);
    const { profile } = await reader.call("member", { id: newcomer.id });
    expect(profile).toMatchObject({ identity: null, identity_words: "demigirl" });
  });
});
