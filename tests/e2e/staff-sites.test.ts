import { expect, test } from "vitest";
import { at, DESKTOP, expectSound, stranger, useBrowser } from "./browser.ts";
import { HOST, logIn } from "./staff-steps.ts";

useBrowser();

test("an operator is told what is wrong in a price, changes it, and takes it back", async () => {
  const { page } = await stranger({ viewport: DESKTOP });
  await page.goto(at("/staff/login", HOST));
  await logIn(page, "operator@demo.example");
  await page.goto(at("/staff/sites", HOST));
  await page.getByRole("link", { name: "Curves" }).click();
  await page.getByRole("link", { name: "Prices" }).click();
  const photo = page.getByLabel("Photo credits");
  const before = await photo.inputValue();
  await photo.fill("a few");
  await page.getByRole("button", { name: "Save and apply" }).click();
  await page.getByText("Nothing was changed. Look at what is marked.").waitFor();
  expect([await photo.inputValue(), await photo.getAttribute("aria-invalid")]).toEqual(["a few", "true"]);

  await photo.fill("31");
  await page.getByRole("button", { name: "Save and apply" }).click();
  await page.getByText(/^Saved as version \d+\./).waitFor();
  expect(await photo.inputValue()).toBe("31");

  await page.getByRole("link", { name: "Versions" }).click();
  await page.getByRole("row", { name: /in the browser photo_credits now/ }).waitFor();
  await expectSound(page);
  await page
    .getByRole("button", { name: /^Restore/ })
    .first()
    .click();
  await page.getByText(/^Saved as version \d+\./).waitFor();
  await page.getByRole("link", { name: "Prices" }).click();
  expect(await photo.inputValue()).toBe(before);
});

test("an operator adds a discount code and ends it, and lists the members of a country", async () => {
  const { page } = await stranger({ viewport: DESKTOP });
  await page.goto(at("/staff/login", HOST));
  await logIn(page, "operator@demo.example");
  await page.goto(at("/staff/sites/curves/codes", HOST));
  await page.getByText("Add a code").click();
  await page.getByLabel("Code", { exact: true }).fill("journey20");
  await page.getByLabel("Percent off").fill("200");
  await page.getByRole("button", { name: "Add the code" }).click();
  await page.locator("[aria-invalid=true]").waitFor();
  await page.getByLabel("Percent off").fill("20");
  await page.getByRole("button", { name: "Add the code" }).click();
  await page.getByText("JOURNEY20 is added.").waitFor();
  await expectSound(page);
  await page.getByRole("button", { name: "End JOURNEY20" }).click();
  await page.getByText("JOURNEY20 has ended.").waitFor();

  await page.goto(at("/staff/members", HOST));
  await page.getByRole("link", { name: "List by site, day, country" }).click();
  await page.getByLabel("Country").fill("NL");
  await page.getByLabel("Fictional").selectOption("no");
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForURL(/country=NL/);
  const countries = await page.locator("tbody tr td:nth-child(5)").allInnerTexts();
  expect(new Set(countries)).toEqual(new Set(["NL"]));
  await expectSound(page);
  await page.getByRole("button", { name: "Ask for a file" }).click();
  await page.getByText("The file waits for a second operator.").waitFor();
  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.getByText("refused by").waitFor();
});
