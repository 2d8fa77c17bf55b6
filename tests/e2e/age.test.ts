import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { ask } from "#tests/contract/http.ts";
import { expectSound, mailTo, PHONE, useBrowser } from "./browser.ts";
import { insertMember, memberPage } from "./fixtures.ts";
import { PlainBrowser, plainMember } from "./plain.ts";
import { port, sql } from "./product.ts";
import { hydrated, newcomer } from "./steps.ts";

useBrowser();

const HOST = "gated.localhost";
const TEXT = "Which walk was it?";
const SEND = /^Send( ·|$)/;
const GO = "Continue to id.localhost";
const ASKED = { name: "Show that you are an adult" };

let partner = "";
beforeAll(async () => {
  partner = await insertMember(newcomer("Petra"), { host: HOST });
});

/** A member who has written a message, which now waits for the proof. */
async function writer() {
  const made = await memberPage("Pia", { host: HOST, viewport: PHONE });
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

/** The app of another phone opens the link. */
async function inWallet(phone: PlainBrowser, link: string | undefined, choice: RegExp): Promise<void> {
  await phone.goto(`http://age.localhost:${port}/?${(link ?? "").split("?")[1]}`);
  await phone.press(choice);
}

async function plainWriter() {
  const made = await plainMember("Pia", { host: HOST });
  await made.page.goto(`/members/${partner}/chat`);
  await made.page.press(SEND, { text: TEXT });
  made.page.shows(ASKED.name);
  return made;
}

test("without scripts: the app's link leads back to the chat, where the text waits, and a cancelled one says so", async () => {
  const { page, id } = await plainWriter();
  const open = "Open the app on this phone";
  await page.press(open);
  await inWallet(page, page.link(open), /^Cancel$/);
  page.shows("You cancelled. Nothing was sent");
  await page.press(open);
  await inWallet(page, page.link(open), /^Show: over 18$/);
  expect(page.value("text")).toBe(TEXT);
  expect(await proofsOf(id)).toEqual({ eu: { day: expect.any(String), until: null } });
  await page.press(SEND);
  expect(await sentBy(id)).toEqual([{ text: TEXT }]);
  await page.goto("/proof-of-age");
  expect(page.text).toMatch(/with an age verification app\./);
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
  const { page, id } = await writer();
  await page.getByRole("button", { name: "Use the app on another phone" }).click();
  await page.getByRole("img", { name: "Code for the age verification app" }).waitFor();
  await expectSound(page);
  const read = () => fetch("/api/age-proof.php").then((answer) => answer.json() as Promise<{ request: { link: string } }>);
  const { request } = await page.evaluate(read);
  const phone = new PlainBrowser(HOST);
  await inWallet(phone, request.link, /^Show: over 18$/);
  phone.shows("Go back to where you began");
  await page.getByRole("log").getByText(TEXT).waitFor();
  await expect.poll(() => sentBy(id)).toEqual([{ text: TEXT }]);
});

test("an OpenID provider leads back, and after a cancelled check over 18 sends the message", async () => {
  const { page, id } = await writer();
  for (const [choice, then] of [
    ["Cancel", page.getByText("You cancelled. Nothing was sent")],
    ["Over 18", page.getByRole("log").getByText(TEXT)],
  ] as const) {
    await page.getByRole("button", { name: GO }).click();
    await page.getByRole("heading", { name: "Age check" }).waitFor();
    await page.getByRole("button", { name: choice }).click();
    await then.waitFor();
  }
  await expect.poll(() => sentBy(id)).toEqual([{ text: TEXT }]);
  expect(Object.keys(await proofsOf(id))).toEqual(["oidc"]);
});

test("without scripts a cancelled check says so, and under 18 closes the account with a reason", async () => {
  const { page, id, who } = await plainWriter();
  const choose = async (choice: string) => {
    await page.press(GO);
    await page.follow(GO);
    expect(page.host).toBe("id.localhost");
    await page.press(choice);
  };
  await choose("Cancel");
  page.shows("You cancelled. Nothing was sent");
  await choose("Under 18");
  page.shows("Your account is closed for now");
  expect((await mailTo(who.email, /^Our decision/)).text).toContain("checked by a program and not by a person");
  expect(await sql("SELECT kind, reason, about FROM decisions WHERE member_id = ?", id)).toEqual([
    { kind: "ban", reason: "minor", about: "account" },
  ]);
  await page.goto("/members");
  expect(page.anywhere((one) => one.tag === "body" && (one.get("class") ?? "").split(" ").includes("logged-in"))).toEqual([]);
});
