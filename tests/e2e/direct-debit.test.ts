import type { Page } from "playwright";
import { expect, test } from "vitest";
import { at, DESKTOP, expectLayout, mailTo, PHONE, useBrowser } from "./browser.ts";
import { HOUR, MEMBER, openPage, setMemberState, useMember } from "./member-states.ts";
import { sql } from "./product.ts";

useBrowser();
useMember();

const FIELDS = {
  "Account holder": "Nova Berg",
  IBAN: "NL91 ABNA 0417 1643 01",
  "Street and number": "Herengracht 1",
  Postcode: "1015 BA",
  City: "Amsterdam",
  "Mobile number": "+31 20 123 4567",
};

/** Each step begins at its heading, wherever the button of the step before was. */
async function begins(page: Page, heading: string): Promise<void> {
  const title = page.getByRole("heading", { name: heading });
  await title.waitFor();
  const isInView = () =>
    title.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  await expect.poll(isInView, { message: heading }).toBe(true);
}

/** The code of the newest SMS to a number. */
async function codeFor(number: string): Promise<string> {
  const messages = (await (await fetch(at("/dev/sms.json"))).json()) as { to: string; text: string }[];
  return /\d{6}/.exec(messages.find(({ to }) => to === number)?.text ?? "")?.[0] ?? "none";
}

// A member gets one SMS a minute: each run has a member of its own.
test.each([
  { javaScriptEnabled: false, viewport: DESKTOP, email: MEMBER.email, mobile: "+31 6 12345601" },
  { javaScriptEnabled: true, viewport: PHONE, email: "ben@demo.example", mobile: "+31 6 12345602" },
])("a direct debit is signed in three steps, with scripts: $javaScriptEnabled", async ({ email, mobile, ...options }) => {
  await setMemberState({ age: 100 * HOUR, confirmed: 99 * HOUR });
  await sql("DELETE FROM mandates");
  const page = await openPage(email, { ...options, extraHTTPHeaders: { "cf-ipcountry": "NL" } });
  await page.goto("/directdebit");
  for (const [label, value] of Object.entries(FIELDS)) await page.getByLabel(label).fill(value);
  await page.getByRole("button", { name: "Send me the code" }).click();
  await page.getByText("This IBAN is not right. Please check it digit by digit.").first().waitFor();
  await page.getByText("This is not a mobile number, so our code cannot reach it.", { exact: false }).first().waitFor();
  for (const [label, value] of Object.entries(FIELDS))
    await expect.poll(() => page.getByLabel(label).inputValue(), { message: label }).toBe(value);
  await expectLayout(page);

  await page.getByLabel("IBAN").fill("nl91abna0417164300");
  await page.getByLabel("Mobile number").fill(mobile);
  await page.getByLabel("Discount code").fill("NOSUCH");
  await page.getByRole("button", { name: "Send me the code" }).click();
  await page.getByText("Code not found").first().waitFor();
  await expect.poll(() => page.getByLabel("Discount code").inputValue()).toBe("NOSUCH");
  await page.getByLabel("Discount code").fill("");
  await page.getByRole("button", { name: "Send me the code" }).click();
  await page.getByText(`the number that ends in ${mobile.slice(-3)}`).waitFor();
  await begins(page, "Enter the code");
  const code = await codeFor(mobile.replaceAll(" ", ""));
  // With scripts the sixth digit sends the form.
  const enter = async (digits: string) => {
    await page.getByLabel("Code").fill(digits);
    if (!options.javaScriptEnabled) await page.getByRole("button", { name: "Continue" }).click();
  };
  await enter(code === "000000" ? "000001" : "000000");
  await page.getByText("Code invalid").first().waitFor();
  await page.reload();
  await enter(code);

  await begins(page, "Sign the mandate");
  await page.getByText("IBAN … 4300").waitFor();
  await expectLayout(page);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: /^Pay €[\d.]+ by direct debit$/ }).click();
  await begins(page, "The mandate is signed");
  const provider = await page.getByRole("link", { name: "Confirm the payment" }).getAttribute("href");
  expect(provider).toMatch(/^http:\/\/pay\.localhost/);
  const [mandate] = await sql<{ status: string; reference: string; payment_id: string; sealed_iban: null }>(
    "SELECT * FROM mandates",
  );
  expect(mandate).toMatchObject({ status: "signed", sealed_iban: null });
  const [payment] = await sql<{ method: string; currency: string }>("SELECT * FROM payments WHERE id = ?", mandate?.payment_id);
  expect(payment).toMatchObject({ method: "directdebit", currency: "EUR" });
  const mail = await mailTo(email, new RegExp(mandate?.reference ?? "none"));
  expect(mail.text).toContain("4300");

  await sql("UPDATE payments SET status = 'cancelled' WHERE id = ?", mandate?.payment_id);
  await page.reload();
  await page.getByRole("heading", { name: "Payment failed or has been cancelled." }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/transactions/${mandate?.payment_id}`);
});
