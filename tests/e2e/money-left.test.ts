import { expect, test } from "vitest";
import { expectSound, PHONE, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { PlainBrowser, plainMember } from "./plain.ts";
import { sql } from "./product.ts";
import { account } from "./steps.ts";

useBrowser();

const HOST = "127.0.0.1";

interface Order {
  payment: { id: string; amount: number };
  redirect: string;
}

test("who deletes the account gives bought credits back first", async () => {
  const { page, id } = await memberPage("Lena", { host: HOST, credits: 0, viewport: PHONE });
  const device = await PlainBrowser.of(id, HOST);
  const { status, json } = await device.call<Order>("/api/payment.php", { package: "c25", method: "card" });
  expect(status).toBe(201);
  const { payment, redirect } = json;
  const provider = new PlainBrowser("pay.localhost");
  await provider.goto(redirect);
  await provider.press(/^Pay [^,]*$/);
  await expect.poll(async () => (await account(page)).credits).toBe(25);
  await page.goto("/settings/delete");
  await page.getByText("It costs too much").click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Stay with 20% off?" }).waitFor();
  const [code] = await sql<{ code: string }>("SELECT code FROM discount_codes WHERE account_id = ?", id);
  await page.getByText(code?.code ?? "no code").waitFor();
  const money = page.getByRole("heading", { name: "Money that is still yours" });
  await expect.poll(async () => (await money.boundingBox())?.y, { message: "in view" }).toBeGreaterThan(0);
  await expectSound(page);
  const paid = (payment.amount / 100).toFixed(2);
  await page.getByRole("button", { name: `Give back 25 unused credits: you get €${paid}` }).click();
  await page.getByText("Given back. The money goes back the way you paid").waitFor();
  expect(await account(page)).toMatchObject({ credits: 0 });
  await page.getByRole("heading", { name: "What you lose" }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: /^Give back/ }).count()).toBe(0);
  await device.goto(`/transactions/${payment.id}`);
  expect(device.heading).toBe("Payment refunded");
});

test("without scripts forms give bought credits back before the account is deleted", async () => {
  const { page, id } = await plainMember("Lena", { host: HOST, credits: 0 });
  await page.goto("/credits/c25/card");
  await page.press(/^Pay \S+ now$/);
  await page.follow("Continue to the payment page");
  expect(page.host).toBe("pay.localhost");
  await page.press(/^Pay [^,]*$/);
  await page.goto(`http://${HOST}/settings/delete`);
  await page.press("Continue", { reason: "too_expensive" });
  page.shows("Stay with 20% off?", "Money that is still yours");
  await page.press(/^Give back 25 unused credits: you get /);
  page.shows("Given back. The money goes back the way you paid", "What you lose");
  expect(page.buttons(/^Give back/)).toEqual([]);
  expect(await sql("SELECT credits FROM accounts WHERE id = ?", id)).toEqual([{ credits: 0 }]);
});
