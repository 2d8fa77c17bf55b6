import { expect, test } from "vitest";
import { DESKTOP, expectSound, PHONE, useBrowser } from "./browser.ts";
import { insertMember, memberPage } from "./fixtures.ts";
import { plainMember } from "./plain.ts";
import { sql } from "./product.ts";
import { newcomer, openAlive, press } from "./steps.ts";

useBrowser();

const HOST = "127.0.0.1";
const TEXT = "Which walk was it?";

/** Inside everything that clips it, with room for its focus ring. */
function isWhole(element: Element): boolean {
  const own = element.getBoundingClientRect();
  for (let outer = element.parentElement; outer; outer = outer.parentElement)
    if (getComputedStyle(outer).overflowY !== "visible" && outer.getBoundingClientRect().bottom < own.bottom + 2) return false;
  return true;
}

test("out of credits, three presses lead to the sent message, and a chat in another tab offers the payment until then", async () => {
  const { page, context, id } = await memberPage("Pia", { host: HOST, credits: 0, viewport: PHONE });
  const chat = `/members/${await insertMember(newcomer("Petra"), { host: HOST })}/chat`;
  await page.goto(chat);
  await page.locator('textarea[name="text"]').fill(TEXT);
  // With scripts the sheet opens in place.
  await page.getByRole("button", { name: /^Send( ·|$)/ }).click();
  const sheet = page.getByRole("dialog", { name: "Get credits" });
  await sheet.waitFor();
  // The typed text stays in its field beside the sheet.
  await expect.poll(() => page.locator('textarea[name="text"]').inputValue()).toBe(TEXT);
  await expect.poll(() => sheet.getByRole("link", { name: /credits/ }).count()).toBeGreaterThan(1);
  await expectSound(page);
  // On a low phone, too, no chip of a method is cut by the button's bar.
  await page.setViewportSize({ width: 360, height: 640 });
  await expect.poll(() => sheet.getByRole("link", { name: "Direct debit" }).evaluate(isWhole)).toBe(true);
  // At a desk it stands in the column of the chat, above the field.
  await page.setViewportSize(DESKTOP);
  const edge = () => sheet.evaluate((one) => one.getBoundingClientRect().bottom);
  const field = () => page.locator('textarea[name="text"]').evaluate((one) => one.getBoundingClientRect().top);
  await expect.poll(async () => (await edge()) <= (await field())).toBe(true);
  await page.setViewportSize(PHONE);
  await press(page, sheet.getByRole("button", { name: /^Pay \S+ and send$/ }));
  await page.waitForURL("**/pay/*");
  const other = await context.newPage();
  await openAlive(other, chat);
  const open = other.getByText("Your payment is not finished yet");
  await open.waitFor();
  expect(await other.getByRole("link", { name: "Continue", exact: true }).getAttribute("href")).toMatch(/^\/transactions\/\w+$/);
  await expectSound(other);
  await press(page, page.getByRole("button", { name: /^Pay [^,]*$/ }));
  await page.waitForURL("**/chats/*");
  await other.getByRole("log").getByText(TEXT).waitFor();
  await expect.poll(() => open.count()).toBe(0);
  await other.close();
  await page.getByRole("log").getByText(TEXT).waitFor();
  const said = page.getByText("Paid and sent.");
  await said.waitFor();
  const [note, bubble] = [await said.boundingBox(), await page.getByRole("log").getByText(TEXT).boundingBox()];
  expect((note?.y ?? 0) + (note?.height ?? 0), "the note covers no message").toBeLessThan(bubble?.y ?? 0);
  expect(await sql("SELECT text, price FROM messages WHERE sender_id = ?", id)).toEqual([{ text: TEXT, price: 1 }]);
  // A look at the payment shows the payment, also at once.
  await page.goto("/transactions");
  await press(page, page.getByRole("link", { name: /^\d+ credits$/ }).first());
  await page.getByRole("heading", { level: 1, name: "Payment complete" }).waitFor();
});

test("without scripts, out of credits, forms lead to the sent message", async () => {
  const { page, id } = await plainMember("Pia", { host: HOST, credits: 0 });
  await page.goto(`/members/${await insertMember(newcomer("Petra"), { host: HOST })}/chat`);
  await page.press(/^Send( ·|$)/, { text: TEXT });
  expect(page.value("text"), "the typed text stays beside the offer").toBe(TEXT);
  await page.press(/^Pay \S+ and send/);
  await page.follow("Continue to the payment page");
  await page.press(/^Pay [^,]*$/);
  expect(page.path).toMatch(/^\/chats\//);
  page.shows(TEXT, "Paid and sent.");
  expect(await sql("SELECT text, price FROM messages WHERE sender_id = ?", id)).toEqual([{ text: TEXT, price: 1 }]);
  await page.goto("/transactions");
  await page.follow(/^\d+ credits$/);
  page.shows("Payment complete");
});

test("a chat no longer offers a payment that was declined", async () => {
  const { page } = await plainMember("Pia", { host: HOST, credits: 0 });
  const chat = `/members/${await insertMember(newcomer("Petra"), { host: HOST })}/chat`;
  await page.goto(chat);
  await page.press(/^Send( ·|$)/, { text: TEXT });
  await page.press(/^Pay \S+ and send/);
  await page.follow("Continue to the payment page");
  await page.press(/Decline/);
  await page.goto(`http://${HOST}${chat}`);
  expect(page.value("text")).toBe(TEXT);
  page.lacks("Your payment is not finished yet");
});
