import type { Page } from "playwright";
import { expect, test } from "vitest";
import { DESKTOP, expectLayout, expectSound, mailTo, useBrowser } from "./browser.ts";
import { insertMember, memberPage } from "./fixtures.ts";
import { sql } from "./product.ts";
import { account, newcomer, openAlive, post, press } from "./steps.ts";

useBrowser();

const HOST = "127.0.0.1";
const NARROW = { width: 360, height: 740 };

interface Order {
  payment: { id: string; amount: number };
  redirect: string;
}

const buyer = (options: { javaScriptEnabled?: boolean } = {}) =>
  memberPage("Pia", { host: HOST, credits: 0, gender: "male", ...options });

async function order(page: Page, method = "card"): Promise<Order> {
  if (page.url() === "about:blank") await page.goto("/members");
  const answer = await post(page, "/api/payment.php", { package: "c25", method });
  expect(answer.status()).toBe(201);
  return answer.json();
}

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const toast = (page: Page) => page.getByRole("region", { name: "Payment complete" }).getByText("Payment complete");

/** A state at the provider, reached on its own page in another tab. */
async function decide(page: Page, { redirect }: Order, button: RegExp): Promise<void> {
  const tab = await page.context().newPage();
  await tab.goto(redirect);
  await press(tab, tab.getByRole("button", { name: button }));
  await tab.close();
}

test("a purchase in another tab ends the offer and Get Premium on a page that is open", async () => {
  const { page } = await buyer();
  await openAlive(page, "/members");
  const header = page.getByRole("banner");
  const offer = header.getByRole("link", { name: /^Your welcome bonus/ });
  const premium = header.getByRole("link", { name: "Get Premium" });
  await Promise.all([offer.waitFor(), premium.waitFor()]);
  await decide(page, await order(page), /^Pay [^,]*$/);
  await Promise.all([offer, premium].map((one) => one.waitFor({ state: "hidden" })));
  await page.context().close();
});

/** In ms: a dozen pages, each looked at by axe. */
const LONG = 150_000;

test(
  "a buyer is sent to the provider, pays, comes back to the credits and gives them back",
  async () => {
    const { page, who } = await buyer();
    const { payment, redirect } = await order(page);
    await page.goto(`/transactions/${payment.id}`);
    await heading(page, "Your payment is not finished yet");
    await expectSound(page);
    await page.goto(`/transactions/${payment.id}?go`);
    await page.waitForURL(redirect);
    await press(page, page.getByRole("button", { name: /^Pay [^,]*$/ }));
    await page.waitForURL(`**/transactions/${payment.id}`);
    await heading(page, "Payment complete");
    await toast(page).waitFor();
    await page.getByText("25 credits were added to your balance. Your balance: 25").waitFor();
    expect(await account(page)).toMatchObject({ credits: 25 });
    await page.reload();
    await heading(page, "Payment complete");
    expect(await toast(page).count(), "the toast appears once").toBe(0);
    expect((await mailTo(who.email, /./)).text).toContain(payment.id);

    await page.getByRole("link", { name: "Show the receipt" }).click();
    await page.waitForURL("**/receipt");
    await page.getByRole("main").getByText(who.name).waitFor();
    await page.getByRole("button", { name: "Print or save as PDF" }).waitFor();
    for (const path of ["", "/receipt", "?refund"]) {
      await page.setViewportSize(NARROW);
      await page.goto(`/transactions/${payment.id}${path}`);
      await expectSound(page);
      await page.setViewportSize(DESKTOP);
      await expectLayout(page);
    }

    // Two presses: the row's button, then the confirmation.
    await page.goto("/transactions");
    await expectSound(page);
    await page.getByRole("link", { name: "Give back: 25 credits" }).click();
    await heading(page, "Give back unused credits");
    await page.getByRole("button", { name: /^Give back now/ }).click();
    await heading(page, "Payment refunded");
    expect(await account(page)).toMatchObject({ credits: 0 });
    await page.getByText("Credit note number").waitFor();
    await page.getByRole("link", { name: "Show the receipt" }).click();
    const note = page.getByRole("table", { name: /^Credit note \d+$/ });
    await note.waitFor();
    await expect.poll(() => note.textContent()).toMatch(/-€\d/);
    await expect.poll(() => note.textContent(), { message: "no tax is not less than nothing" }).not.toContain("-€0.00");
    expect((await page.pdf({ preferCSSPageSize: true })).toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(1);
  },
  LONG,
);

test("an open chat shows the credits that another tab buys", async () => {
  const { page } = await buyer();
  const partner = newcomer("Petra");
  const id = await insertMember(partner, { host: HOST });
  await openAlive(page, `/members/${id}/chat`);
  const few = page.getByText(`You do not have enough credits to send this message to ${partner.name}.`);
  await few.waitFor();
  await decide(page, await order(page), /^Pay [^,]*$/);
  await page.getByText("1 credit · you have 25", { exact: true }).waitFor();
  await expect.poll(() => few.count()).toBe(0);
  await page.locator('textarea[name="text"]').fill("paid for");
  await page.getByRole("button", { name: /^Send( ·|$)/ }).click();
  await page.getByText("1 credit · you have 24", { exact: true }).waitFor();
  await decide(page, await order(page), /^Pay [^,]*$/);
  await page.getByText("1 credit · you have 49", { exact: true }).waitFor();
});

test("an open page shows the payment as it becomes pending and paid", async () => {
  const { page } = await buyer();
  const made = await order(page, "ideal");
  await page.goto(`/transactions/${made.payment.id}`);
  await heading(page, "Your payment is not finished yet");
  await decide(page, made, /pending/);
  await heading(page, "Processing your payment");
  await expectSound(page);
  await decide(page, made, /^Pay [^,]*$/);
  await heading(page, "Payment complete");
  await toast(page).waitFor();
  await page.goto("/transactions");
  await page.getByRole("region", { name: "Your payments" }).getByText("Paid").waitFor();
  await page.getByRole("link", { name: /^Credits bought/ }).click();
  await page.waitForURL(`**/transactions/${made.payment.id}?look`);
});

test("without a live connection an open page asks by itself until the payment is paid", async () => {
  const { page } = await buyer();
  await page.routeWebSocket("**/api/live.php*", (socket) => socket.close({ code: 1011 }));
  const made = await order(page, "ideal");
  await page.goto(`/transactions/${made.payment.id}`);
  await heading(page, "Your payment is not finished yet");
  await decide(page, made, /^Pay [^,]*$/);
  await heading(page, "Payment complete");
  await toast(page).waitFor();
});

test("a declined card offers the other ways to pay, and a stored one says to try again", async () => {
  const { page, id } = await buyer();
  const made = await order(page);
  await decide(page, made, /Decline/);
  await page.goto(`/transactions/${made.payment.id}`);
  await heading(page, "Payment failed or has been cancelled.");
  await expectSound(page);
  const methods = page.getByRole("navigation", { name: "How would you like to pay?" }).getByRole("link");
  await expect.poll(() => methods.count()).toBeGreaterThan(1);
  await expect.poll(() => methods.last().getAttribute("href")).toMatch(/^\/credits\/c25\/\w+$/);
  await sql("UPDATE payments SET stored_method_id = 'x' WHERE id = ?", made.payment.id);
  await page.reload();
  await page.getByText("Stored-card payment failed: try again or pay with PayPal.").waitFor();
  expect((await sql<{ credits: number }>("SELECT credits FROM accounts WHERE id = ?", id))[0]?.credits).toBe(0);
});

test("a payment taken back after its credits were spent shows the debt", async () => {
  const { page, id } = await buyer();
  const made = await order(page);
  await decide(page, made, /^Pay [^,]*$/);
  await expect.poll(async () => (await account(page)).credits).toBe(25);
  await sql(
    "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, -10, 'message', 'm', 'm', 1)",
    id,
  );
  await decide(page, made, /Chargeback/);
  await page.goto(`/transactions/${made.payment.id}`);
  await heading(page, "Payment taken back");
  await page.getByText("10 credits that you had already spent are still open.").waitFor();
  await expectSound(page);
  await page.goto("/credits/c25/card");
  await page.getByText("10 of these credits settle what you had spent of a payment that was taken back.").waitFor();
  await expectSound(page);
});

test("without scripts a buyer pays, sees the receipt and gives the credits back", async () => {
  const { page } = await buyer({ javaScriptEnabled: false });
  const { payment, redirect } = await order(page, "ideal");
  await page.goto(`/transactions/${payment.id}?go`);
  await page.waitForURL(redirect);
  await press(page, page.getByRole("button", { name: "Leave it pending" }));
  await page.waitForURL(`**/transactions/${payment.id}`);
  await page.goto(redirect);
  await press(page, page.getByRole("button", { name: /^Pay [^,]*$/ }));
  await page.waitForURL(`**/transactions/${payment.id}`);
  await heading(page, "Payment complete");
  await page.getByRole("link", { name: "Show the receipt" }).click();
  await page.getByText("Your browser’s menu prints this page").waitFor();
  await page.goto("/transactions");
  await page.getByRole("link", { name: "Give back: 25 credits" }).click();
  const stale = page.locator("input[name=amount]");
  await stale.evaluate((input: HTMLInputElement) => (input.value = "1"));
  await page.getByRole("button", { name: /^Give back now/ }).click();
  await page.getByText("The price has changed in the meantime.").waitFor();
  await page.getByRole("button", { name: /^Give back now/ }).click();
  await heading(page, "Payment refunded");
});
