import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { ask } from "#tests/contract/http.ts";
import { at, expectSound, mailTo, PHONE, stranger, useBrowser } from "./browser.ts";
import { insertMember, memberPage } from "./fixtures.ts";
import { port, sql } from "./product.ts";
import { hydrated, newcomer, press } from "./steps.ts";

useBrowser();

const HOST = "gated.localhost";
const TEXT = "Which walk was it?";
const ASKED = { name: "Show that you are an adult" };

let partner = "";
beforeAll(async () => {
  partner = await insertMember(newcomer("Petra"), { host: HOST });
});

/** A member who has written a message, which now waits for the proof. */
async function writer(options: { javaScriptEnabled: boolean }) {
  const made = await memberPage("Pia", { ...options, host: HOST, viewport: PHONE });
  await writes(made.page);
  return made;
}

async function writes(page: Page): Promise<void> {
  await page.goto(`/members/${partner}/chat`);
  await page.locator('textarea[name="text"]').fill(TEXT);
  await page.getByRole("button", { name: /^Send( ·|$)/ }).click();
  await page.getByRole("heading", ASKED).waitFor();
}

const sentBy = (id: string) => sql("SELECT text FROM messages WHERE sender_id = ?", id);
const proofsOf = async (id: string) =>
  JSON.parse((await sql<{ p: string }>("SELECT age_proofs AS p FROM accounts WHERE id = ?", id))[0]?.p ?? "");

/** At the page of the test wallet, as if its app had opened the link. */
async function inWallet(page: Page, link: string | null, choice: RegExp): Promise<void> {
  await page.goto(at(`/?${(link ?? "").split("?")[1]}`, "age.localhost"));
  await press(page, page.getByRole("button", { name: choice }));
}

test("without scripts: the app's link leads back to the chat, where the text waits, and a cancelled one says so", async () => {
  const { page, id } = await writer({ javaScriptEnabled: false });
  for (const [choice, then] of [
    [/^Cancel$/, page.getByText("You cancelled. Nothing was sent")],
    [/^Show: over 18$/, page.locator('textarea[name="text"]')],
  ] as const) {
    await press(page, page.getByRole("button", { name: "Open the app on this phone" }));
    await inWallet(page, await page.getByRole("link", { name: "Open the app on this phone" }).getAttribute("href"), choice);
    await then.waitFor();
  }
  expect(await page.locator('textarea[name="text"]').inputValue()).toBe(TEXT);
  expect(await proofsOf(id)).toEqual({ eu: { day: expect.any(String), until: null } });
  await press(page, page.getByRole("button", { name: /^Send( ·|$)/ }));
  expect(await sentBy(id)).toEqual([{ text: TEXT }]);
  await page.goto("/proof-of-age");
  await page.getByText(/with an age verification app\.$/).waitFor();
});

test("the browser's own wallet answers in place, and the message that waited is sent", async () => {
  const { page, context, id } = await memberPage("Pia", { host: HOST, viewport: PHONE });
  const choices = ["expired", "unknown_issuer", "over"];
  await context.exposeFunction("walletAnswers", async (request: unknown, origin: string) => {
    const body = JSON.stringify({ request, origin, choice: choices.shift() });
    const headers = { host: `age.localhost:${port}`, "content-type": "application/json" };
    return JSON.parse((await ask({ port, method: "POST", path: "/browser", body, headers })).text);
  });
  await context.addInitScript(() => {
    type Wallet = { walletAnswers(request: unknown, origin: string): Promise<unknown> };
    const get = ({ digital }: { digital: { requests: unknown[] } }) =>
      (window as unknown as Wallet).walletAnswers(digital.requests[0], location.origin);
    Object.assign(window, { DigitalCredential: class {} });
    Object.defineProperty(navigator, "credentials", { value: { get } });
  });
  await writes(page);
  await expectSound(page);
  for (const then of [/^This proof has expired/, /^We do not know who issued/, TEXT]) {
    await hydrated(page);
    await page.getByRole("button", { name: "Show it with this device" }).click();
    await page.getByText(then).first().waitFor();
  }
  await page.getByRole("log").getByText(TEXT).waitFor();
  await expect.poll(() => sentBy(id)).toEqual([{ text: TEXT }]);
});

test("a phone that scans the code answers for the page that waits, and learns nothing of the account", async () => {
  const { page, id } = await writer({ javaScriptEnabled: true });
  await page.getByRole("button", { name: "Use the app on another phone" }).click();
  await page.getByRole("img", { name: "Code for the age verification app" }).waitFor();
  await expectSound(page);
  const read = () => fetch("/api/age-proof.php").then((answer) => answer.json() as Promise<{ request: { link: string } }>);
  const { request } = await page.evaluate(read);
  const phone = await stranger({ viewport: PHONE });
  await inWallet(phone.page, request.link, /^Show: over 18$/);
  await phone.page.getByRole("heading", { name: "Go back to where you began" }).waitFor();
  await page.getByRole("log").getByText(TEXT).waitFor();
  await expect.poll(() => sentBy(id)).toEqual([{ text: TEXT }]);
});

test("an OpenID provider leads back; over 18 sends the message, under 18 closes the account with a reason", async () => {
  const { page, id } = await writer({ javaScriptEnabled: true });
  const go = page.getByRole("button", { name: "Continue to id.localhost" });
  for (const [choice, then] of [
    ["Cancel", page.getByText("You cancelled. Nothing was sent")],
    ["Over 18", page.getByRole("log").getByText(TEXT)],
  ] as const) {
    await go.click();
    await page.getByRole("heading", { name: "Age check" }).waitFor();
    await page.getByRole("button", { name: choice }).click();
    await then.waitFor();
  }
  await expect.poll(() => sentBy(id)).toEqual([{ text: TEXT }]);
  expect(Object.keys(await proofsOf(id))).toEqual(["oidc"]);

  const young = await writer({ javaScriptEnabled: false });
  await press(young.page, young.page.getByRole("button", { name: "Continue to id.localhost" }));
  await young.page.getByRole("heading", { name: "Age check" }).waitFor();
  await young.page.getByRole("button", { name: "Under 18" }).click();
  await young.page.getByRole("heading", { name: "Your account is closed for now" }).waitFor();
  expect((await mailTo(young.who.email, /^Our decision/)).text).toContain("checked by a program and not by a person");
  expect(await sql("SELECT kind, reason, about FROM decisions WHERE member_id = ?", young.id)).toEqual([
    { kind: "ban", reason: "minor", about: "account" },
  ]);
  await young.page.goto("/members");
  expect(await young.page.locator(".logged-in").count()).toBe(0);
});
