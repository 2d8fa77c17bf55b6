import { expect, it } from "vitest";
import { formWith } from "./forms.ts";
import { member, Person } from "./person.ts";
import { PASSWORD } from "../setup/signup-form.ts";

it("who signs up again with a deleted account's address is shown the way to another mail, beside the field", async () => {
  const anna = await member("local");
  await anna.call("deleteAccount", { password: PASSWORD, reason: "break" });
  const visitor = new Person("local");
  const form = await formWith(visitor, "/", "terms");
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
  expect([answer.status, /name="email"[\s\S]*?<a href="\/reactivate">/.test(answer.text)]).toEqual([422, true]);
});
