import { expect, test } from "vitest";
import { staffRows } from "#tests/setup/staff.ts";
import { at, DESKTOP, mailTo, PHONE, stranger, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { insert, runCron, sql } from "./product.ts";

useBrowser();

const HOST = "staff.localhost";
const CALM = "I bake bread and walk the dog.";
const ASKS = "I can double it: send me 200 euros and see.";

test("without scripts: a suspicious text is held, others see the one before, and its member hears the decision", async () => {
  const options = { javaScriptEnabled: false, viewport: PHONE };
  const anna = await memberPage("Anna", options);
  const ben = await memberPage("Ben", { gender: "male", ...options });
  await sql("UPDATE profiles SET about = ? WHERE id = ?", CALM, anna.id);
  await anna.page.goto("/profile?edit=about");
  await anna.page.getByRole("textbox", { name: "About me" }).fill(ASKS);
  await anna.page.locator("#about").getByRole("button", { name: "Save profile" }).click();
  const about = anna.page.locator("#about");
  await about.getByText("Only you see this text for now.").waitFor();
  await about.locator("p").getByText(ASKS).waitFor();
  await ben.page.goto(`/members/${anna.id}`);
  await ben.page.getByText(CALM).waitFor();
  expect(await ben.page.getByText(ASKS).count()).toBe(0);

  const { page: moderator, context } = await stranger({ javaScriptEnabled: false, viewport: DESKTOP });
  const { token, rows } = await staffRows("moderator");
  await insert(rows);
  await context.addCookies([{ name: "staff", value: token, url: at("/", HOST) }]);
  await moderator.goto(at("/staff/texts", HOST));
  await moderator.getByRole("button", { name: /Take the next 20/ }).click();
  const item = moderator.locator("[data-item]").filter({ hasText: anna.who.name });
  await item.getByText("It may ask for money.").waitFor();
  await item.getByText(ASKS).waitFor();
  await item.getByText(CALM).waitFor();
  await item.getByText(/^Refuse/).click();
  await item.getByLabel(/Your words to the member/).fill("You ask for money.");
  await item.getByRole("button", { name: /Fraud/ }).click();
  await item.getByText("Refused").waitFor();
  await sql("UPDATE work_items SET effect_at = 0 WHERE state = 'decided'");
  await runCron();

  expect((await mailTo(anna.who.email, /decision/)).text).toContain("You ask for money.");
  await anna.page.goto("/profile");
  await about.getByText("A person read this text of yours").waitFor();
  await about.locator("blockquote").getByText(ASKS).waitFor();
  await about.getByText(CALM).first().waitFor();
  await about.getByRole("link", { name: "See the decision or object" }).click();
  await anna.page.getByText("You ask for money.").waitFor();
  await ben.page.reload();
  await ben.page.getByText(CALM).waitFor();
  expect(await ben.page.getByText(ASKS).count()).toBe(0);
});
