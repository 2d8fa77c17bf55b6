import type { Page } from "playwright";
import { expect, test } from "vitest";
import { at, expectLayout, mailTo, PHONE, useBrowser } from "./browser.ts";
import { HOUR, MEMBER, openPage, setMemberState, useMember } from "./member-states.ts";
import { plainMember } from "./plain.ts";
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

test("a direct debit is signed in three steps", async () => {
  const { email } = MEMBER;
  const mobile = "+31 6 12345602";
  await setMemberState({ age: 100 * HOUR, confirmed: 99 * HOUR });
  await sql("DELETE FROM mandates");
  const page = await openPage(email, { viewport: PHONE, extraHTTPHeaders: { "cf-ipcountry": "NL" } });
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
  const enter = (digits: string) => page.getByLabel("Code").fill(digits);
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

test("without scripts forms sign a direct debit in three steps", async () => {
  const { page, id } = await plainMember("Nova", { host: "127.0.0.1", credits: 0 });
  const mobile = "+31 6 12345601";
  const account = { holder: "Nova Berg", street: "Herengracht 1", postal: "1015 BA", city: "Amsterdam", country: "NL" };
  await page.goto("/directdebit");
  await page.press("Send me the code", { ...account, iban: "NL91 ABNA 0417 1643 01", mobile }, { status: 422 });
  page.shows("This IBAN is not right. Please check it digit by digit.");
  expect(["holder", "iban", "mobile"].map((name) => page.value(name))).toEqual(["Nova Berg", "NL91 ABNA 0417 1643 01", mobile]);
  await page.press("Send me the code", { ...account, iban: "nl91abna0417164300", mobile });
  page.shows("Enter the code", `the number that ends in ${mobile.slice(-3)}`);
  const code = await codeFor(mobile.replaceAll(" ", ""));
  await page.press("Continue", { code: code === "000000" ? "000001" : "000000" }, { status: 422 });
  page.shows("Code invalid");
  await page.press("Continue", { code });
  page.shows("Sign the mandate", "IBAN … 4300");
  await page.press(/^Pay €[\d.]+ by direct debit$/, { authorise: "on" });
  page.shows("The mandate is signed");
  expect(page.link("Confirm the payment")).toMatch(/^http:\/\/pay\.localhost/);
  expect(await sql("SELECT status FROM mandates WHERE account_id = ?", id)).toEqual([{ status: "signed" }]);
});
