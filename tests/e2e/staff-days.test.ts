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
