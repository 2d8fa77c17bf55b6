import { expect, test } from "vitest";
import { at, expectSound, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { PlainBrowser } from "./plain.ts";
import { accountOf, answerOf, BIRTH, confirmed, errorOf } from "./plain-steps.ts";
import { newcomer } from "./steps.ts";

useBrowser();

test("without scripts a newcomer says whom she wants to see, and the settings and the deck keep to it", async () => {
  const page = new PlainBrowser();
  const mia = newcomer("Mia");
  const ages = () => ["min_age", "max_age"].map((name) => page.value(name));
  await page.goto("/signup");
  await page.press("a woman");
  await page.press("men");
  await page.press("Continue", BIRTH);
  page.shows("Whom do you want to see?");
  const [from, to] = ages().map(Number);
  expect((to ?? 0) - (from ?? 0)).toBe(14);
  // A half answer comes back with what was typed.
  await page.press("Continue", { min_age: "40", max_age: "" }, { status: 422 });
  expect([errorOf(page, "max_age") === undefined, ...ages()]).toEqual([false, "40", ""]);
  const [first] = page.all(
    (one) => one.tag === "select" && one.find((option) => option.get("value") === "smoking:never").length > 0,
  );
  const mustFit = first?.get("name") ?? expect.unreachable();
  await page.press("Continue", { max_age: "48", distance: "50", [mustFit]: "smoking:never" });
  await page.press("Sign up free", accountOf(mia));
  expect(page.path).toMatch(/^\/signup-matches/);
  await confirmed(page, mia);

  expect(await answerOf(page, "/api/wishes.php")).toMatchObject({
    ...{ min_age: 40, max_age: 48, distance: 50, dealbreakers: { smoking: "never" }, has_town: false },
  });
  await page.goto("/settings/wishes");
  expect(ages()).toEqual(["40", "48"]);
  page.shows("The distance counts as soon as your profile names your town.");
  await page.press("Save", { [mustFit]: "" });
  page.shows("Saved.");
  const { cards } = await answerOf(page, "/api/swipe.php");
  expect(cards.length).toBeGreaterThan(0);
  for (const { age } of cards) expect([age >= 40, age <= 48]).toEqual([true, true]);
  // The search begins with them, as filters that can be removed.
  await page.goto("/members");
  page.link("Remove filter: From 40");
  await page.follow("Remove filter: Up to 48");
  expect(page.path).toMatch(/min_age=40/);
});

test("the end of the deck says what a wider choice brings, and one press widens", async () => {
  const { page } = await memberPage("Ida");
  // Nobody of the demo is 98 years old.
  const wishes = { min_age: 98, max_age: 99, distance: null, dealbreakers: {} };
  const headers = { origin: new URL(at("/")).origin };
  expect((await page.context().request.put("/api/wishes.php", { headers, data: wishes })).status()).toBe(200);
  await page.goto("/swipe-game");
  await page.getByRole("heading", { name: "You have seen everyone of 98–99" }).waitFor();
  // A profile without a photo gets few likes: the end of the deck links to the photos.
  await page.getByRole("main").locator('a[href="/profile#photos"]').waitFor();
  await expectSound(page);
  const widen = page.getByRole("button", { name: /^Widen to \d+–99 years: \d+ more$|more than \d+ more$/ }).first();
  await widen.click();
  await page.locator("[data-card]").waitFor();
});
