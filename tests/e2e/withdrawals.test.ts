import type { Page } from "playwright";
import { expect, test } from "vitest";
import { at, expectSound, mailsTo, mailTo, PHONE, person, useBrowser } from "./browser.ts";
import { PlainBrowser, plainMember } from "./plain.ts";
import { sql } from "./product.ts";
import { newcomer, press } from "./steps.ts";

useBrowser();

const HOST = "127.0.0.1";

/** A member with a paid purchase of 25 credits. */
async function buyer() {
  const { page, id, who } = await plainMember("Pia", { host: HOST, credits: 0 });
  await page.goto("/credits/c25/card");
  await page.press(/^Pay \S+ now$/);
  const [, payment = ""] = /^\/transactions\/(\w+)/.exec(page.path) ?? [];
  await page.follow("Continue to the payment page");
  await page.press(/^Pay [^,]*$/);
  const credits = async () => (await sql<{ credits: number }>("SELECT credits FROM accounts WHERE id = ?", id))[0]?.credits;
  expect(await credits()).toBe(25);
  return { who, payment, credits };
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

/** The same without scripts and drawing. */
async function statesPlainly(page: PlainBrowser, contract: string, email: string): Promise<void> {
  await page.goto("/withdraw");
  await page.press("Continue", { name: "Pia Jansen", contract, email });
  await page.press("Confirm withdrawal");
  page.shows("We have your withdrawal");
}

const refunds = (payment: string) => sql<{ status: string }>("SELECT status FROM refunds WHERE payment_id = ?", payment);

test("logged out: a statement gets its receipt, and the link in the mail to the account pays back", async () => {
  const { who, payment, credits } = await buyer();
  const other = newcomer("Reader");
  const visitor = await person({ viewport: PHONE, baseURL: at("/", HOST) });
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
  expect(await credits()).toBe(0);
});

test("without scripts, by the account's address; an unknown one gets the same page and no mail", async () => {
  const { who } = await buyer();
  const [visitor, guesser] = [new PlainBrowser(HOST), new PlainBrowser(HOST)];
  const [reader, nobody] = [newcomer("Reader"), newcomer("Nobody")];
  await statesPlainly(visitor, who.email, reader.email);
  await statesPlainly(guesser, nobody.email, reader.email);
  const shown = ({ text }: PlainBrowser) => text.replace(/[0-9A-Z]{5}-[0-9A-Z]{5}/, "").replace(/from .*? at .*?\./, "");
  expect(shown(visitor)).toBe(shown(guesser));
  await mailTo(who.email, /^Withdrawal from your purchase/);
  expect(await mailsTo(reader.email, 2)).toHaveLength(2);
  expect(await sql("SELECT id FROM outbox WHERE recipient = ?", nobody.email)).toEqual([]);
});
