import type { BrowserContext, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import type { Element } from "#tests/setup/html.ts";
import { at, DESKTOP, expectLayout, expectSound, mailTo, person, useBrowser } from "./browser.ts";
import { insertMember, nextMember } from "./fixtures.ts";
import { PlainBrowser, plainMember } from "./plain.ts";
import { sql } from "./product.ts";
import { expectPlainSound } from "./sight.ts";
import { account, newcomer, openAlive, press } from "./steps.ts";

useBrowser();

const HOST = "127.0.0.1";
const NARROW = { width: 360, height: 740 };
const PAY = /^Pay [^,]*$/;

interface Order {
  payment: { id: string; amount: number };
  redirect: string;
}

const PIA = { host: HOST, credits: 0, gender: "male" } as const;
/** Each test logs its own buyer in, and leaves one page. */
let browser: Awaited<ReturnType<typeof person>>;
beforeAll(async () => {
  browser = await person({ baseURL: at("/", HOST) });
});
async function buyer() {
  const who = newcomer("Pia", "male");
  return { ...browser, who, id: await nextMember(browser.page, who, { host: HOST, credits: 0 }) };
}
const plainBuyer = () => plainMember("Pia", PIA);

async function order(context: BrowserContext, method = "card"): Promise<Order> {
  const sent = { headers: { origin: at("", HOST) }, data: { package: "c25", method } };
  const answer = await context.request.post("/api/payment.php", sent);
  expect(answer.status()).toBe(201);
  return answer.json();
}

async function orderIn(page: PlainBrowser, method = "card"): Promise<Order> {
  const { status, json } = await page.call<Order>("/api/payment.php", { package: "c25", method });
  expect(status).toBe(201);
  return json;
}

const isIn = (one: Element, label: string) => one.closest((outer) => outer.get("aria-label") === label) !== null;
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const toast = (page: Page) => page.getByRole("region", { name: "Payment complete" }).getByText("Payment complete");

/** A state at the provider, reached on its own page elsewhere. */
async function decide({ redirect }: Order, button: RegExp): Promise<void> {
  const provider = new PlainBrowser("pay.localhost");
  await provider.goto(redirect);
  await provider.press(button);
}

test("a purchase in another tab ends the offer and Get Premium on an open page, and an open chat shows its credits", async () => {
  const { page, context } = await buyer();
  const partner = newcomer("Petra");
  const id = await insertMember(partner, { host: HOST });
  const other = await context.newPage();
  await Promise.all([openAlive(page, `/members/${id}/chat`), openAlive(other, "/likes")]);
  const header = other.getByRole("banner");
  const offer = header.getByRole("link", { name: /^Your welcome bonus/ });
  const premium = header.getByRole("link", { name: "Get Premium" });
  const few = page.getByText(`You do not have enough credits to send this message to ${partner.name}.`);
  await Promise.all([offer.waitFor(), premium.waitFor(), few.waitFor()]);
  await decide(await order(context), PAY);
  await Promise.all([offer, premium].map((one) => one.waitFor({ state: "hidden" })));
  await other.close();
  await page.getByText("1 credit · you have 25", { exact: true }).waitFor();
  await expect.poll(() => few.count()).toBe(0);
  await page.locator('textarea[name="text"]').fill("paid for");
  await page.getByRole("button", { name: /^Send( ·|$)/ }).click();
  await page.getByText("1 credit · you have 24", { exact: true }).waitFor();
  await decide(await order(context), PAY);
  await page.getByText("1 credit · you have 49", { exact: true }).waitFor();
});

/** In ms: a dozen pages, each looked at by axe. */
const LONG = 150_000;

test(
  "a buyer is sent to the provider, pays, comes back to the credits and gives them back",
  async () => {
    const { page, context, who } = await buyer();
    const { payment, redirect } = await order(context);
    await page.goto(`/transactions/${payment.id}?go`);
    await page.waitForURL(redirect);
    await press(page, page.getByRole("button", { name: /^Pay [^,]*$/ }));
    await page.waitForURL(`**/transactions/${payment.id}`);
    await heading(page, "Payment complete");
    await toast(page).waitFor();
    await page.getByText("25 credits were added to your balance. Your balance: 25").waitFor();
    expect(await account(page)).toMatchObject({ credits: 25 });
    const looksSound = async () => {
      await page.setViewportSize(NARROW);
      await expectSound(page);
      await page.setViewportSize(DESKTOP);
      await expectLayout(page);
    };
    await page.reload();
    await heading(page, "Payment complete");
    expect(await toast(page).count(), "the toast appears once").toBe(0);
    await looksSound();
    expect((await mailTo(who.email, /./)).text).toContain(payment.id);

    await page.getByRole("link", { name: "Show the receipt" }).click();
    await page.waitForURL("**/receipt");
    await page.getByRole("main").getByText(who.name).waitFor();
    await page.getByRole("button", { name: "Print or save as PDF" }).waitFor();
    await looksSound();

    // Two presses: the row's button, then the confirmation.
    await page.goto("/transactions");
    await expectSound(page);
    await page.getByRole("link", { name: "Give back: 25 credits" }).click();
    await heading(page, "Give back unused credits");
    await looksSound();
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

test("an open page shows the payment as it becomes pending and paid, and asks by itself without a live connection", async () => {
  const { page, context, id } = await buyer();
  const alone = await context.newPage();
  await alone.routeWebSocket("**/api/live.php*", (socket) => socket.close({ code: 1011 }));
  const made = await order(context, "ideal");
  for (const one of [page, alone]) {
    await one.goto(`/transactions/${made.payment.id}`);
    await heading(one, "Your payment is not finished yet");
  }
  await expectSound(page);
  await decide(made, /pending/);
  await heading(page, "Processing your payment");
  await expectSound(page);
  await decide(made, PAY);
  for (const one of [page, alone]) {
    await heading(one, "Payment complete");
    await toast(one).waitFor();
  }
  await alone.close();
  const device = await PlainBrowser.of(id, HOST);
  await device.goto("/transactions");
  const [payments] = device.all(({ tag, text }) => tag === "section" && text.startsWith("Your payments"));
  expect(payments?.text).toContain("Paid");
  expect(device.link(/^Credits bought/)).toBe(`/transactions/${made.payment.id}?look`);
});

test("a declined card offers other ways to pay, a stored one says to try again, and what was taken back shows the debt", async () => {
  const { page, id } = await plainBuyer();
  const balance = async () => (await sql<{ credits: number }>("SELECT credits FROM accounts WHERE id = ?", id))[0]?.credits;
  const declined = await orderIn(page);
  await decide(declined, /Decline/);
  await page.goto(`/transactions/${declined.payment.id}`);
  expect(page.heading).toBe("Payment failed or has been cancelled.");
  await expectPlainSound(page);
  const methods = page.all((one) => one.tag === "a" && isIn(one, "How would you like to pay?"));
  expect(methods.length).toBeGreaterThan(1);
  expect(methods.at(-1)?.get("href")).toMatch(/^\/credits\/c25\/\w+$/);
  await sql("UPDATE payments SET stored_method_id = 'x' WHERE id = ?", declined.payment.id);
  await page.goto(`/transactions/${declined.payment.id}`);
  page.shows("Stored-card payment failed: try again or pay with PayPal.");
  expect(await balance()).toBe(0);

  const paid = await orderIn(page);
  await decide(paid, PAY);
  await expect.poll(balance).toBe(25);
  await sql(
    "INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at) VALUES (?, -10, 'message', 'm', 'm', 1)",
    id,
  );
  await decide(paid, /Chargeback/);
  await page.goto(`/transactions/${paid.payment.id}`);
  expect(page.heading).toBe("Payment taken back");
  page.shows("10 credits that you had already spent are still open.");
  await expectPlainSound(page);
  await page.goto("/credits/c25/card");
  page.shows("10 of these credits settle what you had spent of a payment that was taken back.");
  await expectPlainSound(page);
});

test("without scripts a buyer pays, sees the receipt and gives the credits back", async () => {
  const { page } = await plainBuyer();
  const { payment, redirect } = await orderIn(page, "ideal");
  await page.goto(`/transactions/${payment.id}?go`);
  expect(page.link("Continue to the payment page")).toBe(redirect);
  await page.follow("Continue to the payment page");
  await page.press("Leave it pending");
  expect([page.host, page.path]).toEqual([HOST, `/transactions/${payment.id}`]);
  await page.goto(redirect);
  await page.press(PAY);
  expect(page.path).toBe(`/transactions/${payment.id}`);
  page.shows("Payment complete");
  await page.follow("Show the receipt");
  page.shows("Your browser’s menu prints this page");
  await page.goto("/transactions");
  await page.follow("Give back: 25 credits");
  await page.press(/^Give back now/, {}, { status: 409 }, { amount: "1" });
  page.shows("The price has changed in the meantime.");
  await page.press(/^Give back now/);
  page.shows("Payment refunded");
});
