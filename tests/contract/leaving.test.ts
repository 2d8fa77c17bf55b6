import { expect, it } from "vitest";
import { phonePhoto } from "#tests/setup/pictures.ts";
import { PASSWORD, signupForm } from "#tests/setup/signup-form.ts";
import { formWith, type PageForm, pageOf } from "./forms.ts";
import { member, Person } from "./person.ts";

it("a sign-up with a deleted account's address offers another reactivation mail", async () => {
  const anna = await member("local");
  await anna.call("deleteAccount", { password: PASSWORD, reason: "break" });
  const visitor = new Person("local");
  const form = await formWith(visitor, "/landers/gallery", "terms");
  const answer = await form.submit(visitor, {
    name: `again${Date.now() % 1e9}`,
    email: anna.email,
    password: "another-coffee-in-Amsterdam",
    gender: "female",
    looking_for: "male",
    date_of_birth_day: "14",
    date_of_birth_month: "3",
    date_of_birth_year: "1987",
    country: "NL",
    terms: "on",
    sensitive_data: "on",
  });
  expect(answer.status).toBe(422);
  const again = wayBack("/landers/gallery", answer.text, anna.email);
  expect((await again.submit(visitor)).headers.location).toMatch(/\/reactivate\?sent$/);
});

it("a log-in to a deleted account resends the link by one button, and no URL contains the address", async () => {
  const anna = await member("local");
  await anna.call("deleteAccount", { password: PASSWORD, reason: "break" });
  const visitor = new Person("local");
  const page = async () => {
    const form = await formWith(visitor, "/login", "password");
    return (await form.submit(visitor, { email: anna.email, password: PASSWORD })).text;
  };
  for (let i = 0; i < 3; i++) {
    const sent = await wayBack("/login", await page(), anna.email).submit(visitor);
    expect([sent.status, sent.headers.location]).toEqual([expect.any(Number), expect.stringMatching(/\/reactivate\?sent$/)]);
  }
  // The fourth mail of a day is refused with the waiting time; the address stays filled in.
  const refused = await wayBack("/login", await page(), anna.email).submit(visitor);
  expect(refused.status).toBe(429);
  expect(refused.text).toMatch(/You can try again in 24 hours/);
  wayBack("/login", refused.text, anna.email);
  // A log-in by name asks for the address.
  const byName = await formWith(visitor, "/login", "password");
  const { text } = await byName.submit(visitor, { email: anna.name, password: PASSWORD });
  expect(text).toContain('<a href="/reactivate">');
});

/** The form that resubmits an address from an earlier step. */
function wayBack(path: string, html: string, email: string): PageForm {
  const form = pageOf(path, html).forms.find(
    ({ typed, values }) => typed.length === 0 && values.some(([, value]) => value === email),
  );
  return form ?? expect.unreachable();
}

it("an invitation on a domain with open sign-up redirects to the sign-up", async () => {
  const visitor = new Person("local");
  const { status, text } = await visitor.request("GET", `/i${"x".repeat(43)}`);
  expect([status, text.includes("Nobody needs an invitation here"), text.includes('href="/signup"')]).toEqual([200, true, true]);
});

it("a new member is redirected to the unfinished sign-up steps after the confirmation, and can skip them", async () => {
  const anna = await member("local");
  const { text } = await anna.request("GET", "/activate/done");
  expect(text).toContain('href="/complete-signup?step=photo"');
  expect(text).toContain('href="/members"');
});

it("a member who has a photo and a filled profile is offered no photo after the confirmation", async () => {
  const anna = await member("local");
  await anna.call("addPhoto", { file: phonePhoto() });
  await anna.call("updateProfile", { about: "I bake." });
  const { text } = await anna.request("GET", "/activate/done");
  expect(text).toContain("See who likes you");
  expect(text).not.toContain("Add a photo");
});

it("a form of the profile tells all its errors in one answer", async () => {
  const anna = await member("local");
  const form = await formWith(anna, "/complete-signup", "answer_0");
  const { status, text } = await form.submit(anna, { place: "Nowhere at all", answer_0: "Call me: 06 12 34 56 78" });
  expect(status).toBe(422);
  expect(
    pageOf("/", text)
      .root.find((one) => one.get("aria-invalid") === "true")
      .map((one) => one.get("name")),
  ).toEqual(["answer_0", "place"]);
  expect((await anna.call("profile", {})).profile.prompts).toEqual([]);
});

it("a network that probed twenty addresses gets the waiting time, and the form keeps its input", async () => {
  const [anna, visitor] = [await member("local"), new Person("local")];
  for (let i = 0; i < 20; i++) {
    const refused = await visitor.refused("signup", { ...signupForm(), email: anna.email });
    expect(refused.fields).toMatchObject([{ field: "email", code: "email_taken" }]);
  }
  const form = await formWith(visitor, "/landers/gallery", "terms");
  const answer = await form.submit(visitor, { email: "nobody.yet@example.org", name: "StillHere", country: "NL" });
  expect(answer.status).toBe(429);
  expect(answer.text).toMatch(/You can try again in (59|60) minutes/);
  for (const typed of ["nobody.yet@example.org", "StillHere"]) expect(answer.text).toContain(`value="${typed}"`);
});
