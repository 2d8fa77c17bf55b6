import type { Page } from "playwright";
import { expect, test } from "vitest";
import { expectSound, mailsTo, mailTo, PHONE, person, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { sql } from "./product.ts";
import { account, newcomer, post, press } from "./steps.ts";

useBrowser();

const HOST = "127.0.0.1";

/** A member with a paid purchase of 25 credits. */
async function buyer() {
  const made = await memberPage("Pia", { host: HOST, credits: 0 });
  await made.page.goto("/members");
  const answer = await post(made.page, "/api/payment.php", { package: "c25", method: "card" });
  const { payment, redirect } = (await answer.json()) as { payment: { id: string }; redirect: string };
  const tab = await made.context.newPage();
  await tab.goto(redirect);
  await press(tab, tab.getByRole("button", { name: /^Pay [^,]*$/ }));
  await tab.close();
  expect(await account(made.page)).toMatchObject({ credits: 25 });
  return { ...made, payment: payment.id };
}

/** Somebody who is not logged in states a withdrawal; returns its number. */
async function states(page: Page, contract: string, email: string): Promise<string> {
  await page.goto("/pricing");
  await press(page, page.getByRole("contentinfo").getByRole("link", { name: "Withdraw from contract here" }));
  await page.getByRole("textbox", { name: "Your name" }).fill("Pia Jansen");
  await page.getByRole("textbox", { name: /^Order number, receipt number/ }).fill(contract);
  await page.getByRole("textbox", { name: /^Where should the receipt go/ }).fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  const confirm = page.getByRole("button", { name: "Confirm withdrawal" });
  await confirm.waitFor();
  await confirm.click();
  await page.getByRole("heading", { name: "We have your withdrawal" }).waitFor();
  return (await page.locator('p[translate="no"]').textContent()) ?? "";
}

const refunds = (payment: string) => sql<{ status: string }>("SELECT status FROM refunds WHERE payment_id = ?", payment);

test("logged out: a statement gets its receipt, and the link in the mail to the account pays back", async () => {
  const { page, who, payment } = await buyer();
  const other = newcomer("Reader");
  const visitor = await person({ viewport: PHONE, baseURL: new URL("/", page.url()).href });
  const reference = await states(visitor.page, payment, other.email);
  await expectSound(visitor.page);
  const receipt = await mailTo(other.email, /^We have received your withdrawal/);
  expect(receipt.subject).toContain(reference);
  for (const said of ["Pia Jansen", payment]) expect(receipt.text).toContain(said);
  expect(await refunds(payment), "nothing before the link").toEqual([]);

  const letter = await mailTo(who.email, /^Withdrawal from your purchase/);
  expect(letter.text).toContain(reference);
  const { pathname, search } = new URL(/https?:\/\/\S+token=\S+/.exec(letter.text)?.[0] ?? "");
  await visitor.page.goto(pathname + search);
  await expectSound(visitor.page);
  await press(visitor.page, visitor.page.getByRole("button", { name: /^Pay back/ }));
  await visitor.page.getByText("The money is on its way back").waitFor();
  expect(await refunds(payment)).toEqual([{ status: "done" }]);
  await expect.poll(async () => (await account(page)).credits).toBe(0);
});

test("without scripts, by the account's address; an unknown one gets the same page and no mail", async () => {
  const { page, who } = await buyer();
  const base = { viewport: PHONE, baseURL: new URL("/", page.url()).href, javaScriptEnabled: false };
  const [visitor, guesser] = [await person(base), await person(base)];
  const [reader, nobody] = [newcomer("Reader"), newcomer("Nobody")];
  await states(visitor.page, who.email, reader.email);
  await states(guesser.page, nobody.email, reader.email);
  const shown = async ({ page: one }: { page: Page }) =>
    ((await one.locator("main").textContent()) ?? "").replace(/[0-9A-Z]{5}-[0-9A-Z]{5}/, "").replace(/from .*? at .*?\./, "");
  expect(await shown(visitor)).toBe(await shown(guesser));
  await mailTo(who.email, /^Withdrawal from your purchase/);
  expect(await mailsTo(reader.email, 2)).toHaveLength(2);
  expect(await sql("SELECT id FROM outbox WHERE recipient = ?", nobody.email)).toEqual([]);
});
