import { expect, test } from "vitest";
import { expectSound, PHONE, person, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { confirm, fillAccount, fillBirth, newcomer } from "./steps.ts";

useBrowser();

const WITHOUT_SCRIPT = { javaScriptEnabled: false, viewport: PHONE };

test("without scripts a newcomer says whom she wants to see, and the settings and the deck keep to it", async () => {
  const { page, context } = await person(WITHOUT_SCRIPT);
  const mia = newcomer("Mia");
  await page.goto("/signup");
  await page.locator('#signup [name="gender"][value="female"]').click();
  await page.locator('#signup [name="looking_for"][value="male"]').click();
  await fillBirth(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { level: 1, name: "Whom do you want to see?" }).waitFor();
  const ages = () => Promise.all(["Age from", "Age to"].map((name) => page.getByLabel(name).inputValue()));
  const [from, to] = (await ages()).map(Number);
  expect((to ?? 0) - (from ?? 0)).toBe(14);
  // A half answer comes back with what was typed.
  await page.getByLabel("Age from").fill("40");
  await page.getByLabel("Age to").fill("");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.locator("#field-max_age-error").waitFor();
  expect(await ages()).toEqual(["40", ""]);
  await page.getByLabel("Age to").fill("48");
  await page.locator('label:has([name="distance"][value="50"])').click();
  await page.getByLabel("Must fit 1").selectOption("smoking:never");
  await page.getByRole("button", { name: "Continue" }).click();
  await fillAccount(page, mia);
  await page.getByRole("button", { name: "Sign up free" }).click();
  await page.waitForURL("**/signup-matches*");
  await confirm(page, mia);

  const wishes = await (await context.request.get("/api/wishes.php")).json();
  expect(wishes).toMatchObject({ min_age: 40, max_age: 48, distance: 50, dealbreakers: { smoking: "never" }, has_town: false });
  await page.goto("/settings/wishes");
  expect(await ages()).toEqual(["40", "48"]);
  await page.getByText("The distance counts as soon as your profile names your town.").waitFor();
  await page.getByLabel("Must fit 1").selectOption("");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved.").waitFor();
  const { cards } = await (await context.request.get("/api/swipe.php")).json();
  expect(cards.length).toBeGreaterThan(0);
  for (const { age } of cards) expect([age >= 40, age <= 48]).toEqual([true, true]);
  // The search begins with them, as filters that can be removed.
  await page.goto("/members");
  await page.getByRole("link", { name: "Remove filter: From 40" }).waitFor();
  await page.getByRole("link", { name: "Remove filter: Up to 48" }).click();
  await page.waitForURL(/min_age=40/);
});

test("the end of the deck says what a wider choice brings, and one press widens", async () => {
  const { page } = await memberPage("Ida");
  await page.goto("/settings/wishes");
  // Nobody of the demo is 98 years old.
  for (const [name, age] of [
    ["Age from", "98"],
    ["Age to", "99"],
  ] as const)
    await page.getByLabel(name).fill(age);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved.").waitFor();
  await expectSound(page);
  await page.goto("/swipe-game");
  await page.getByRole("heading", { name: "You have seen everyone of 98–99" }).waitFor();
  // A profile without a photo gets few likes: the end of the deck links to the photos.
  await page.getByRole("main").locator('a[href="/profile#photos"]').waitFor();
  await expectSound(page);
  const widen = page.getByRole("button", { name: /^Widen to \d+–99 years: \d+ more$|more than \d+ more$/ }).first();
  await widen.click();
  await page.locator("[data-card]").waitFor();
});
