import type { BrowserContextOptions, Locator, Page, WebSocket } from "playwright-core";
import { expect } from "vitest";
import type { CallInput } from "#worker/calls.ts";
import { DEMO_PASSWORD } from "../../db/seed/logins.ts";
import { LOCAL_SECRETS } from "../../scripts/secrets.ts";
import { signedSource } from "../setup/signed-source.ts";
import { signupForm } from "../setup/signup-form.ts";
import { linkIn, mailsTo, person } from "./browser.ts";

/** Somebody who does not have an account yet. */
export interface Newcomer {
  name: string;
  email: string;
  password: string;
  gender: "female" | "male";
}

/** The server may close a connection that nobody used for a while just as a call takes it: so often is it made again. */
const IDLE = 2;

let newcomers = 0;

/** A newcomer whom nobody has met: letters only, since digits in a name can look like a phone number. */
export function newcomer(name: string, gender: Newcomer["gender"] = "female"): Newcomer {
  newcomers++;
  const tail = [...`${Date.now() % 1_000_000}${newcomers}`].map((digit) => "abcdefghij"[Number(digit)]).join("");
  return {
    name: `${name}_${tail}`,
    email: `${name}.${tail}@example.com`.toLowerCase(),
    password: "seven-Green-umbrellas",
    gender,
  };
}

/** What the sign-up form says of a newcomer: they look for the other sex. */
export function formOf(who: Newcomer, changes: Partial<CallInput<"signup">> = {}): CallInput<"signup"> {
  return signupForm({ ...who, looking_for: who.gender === "female" ? "male" : "female", ...changes });
}

/** What a signed link of the invite-only domain's traffic source says: as tracking of a form, and as a query. */
export const VELVET_SOURCE = await signedSource(LOCAL_SECRETS.PASSWORD_PEPPER);
export const VELVET_LINK = new URLSearchParams(VELVET_SOURCE).toString();

/** Signs a newcomer up by call, which leaves the browser logged in, and answers their id: by hand it is another journey. */
export async function join(page: Page, who: Newcomer, path = "/lang-config"): Promise<string> {
  await page.goto(path);
  const answer = await post(page, "/api/signup.php", formOf(who));
  expect(answer.status()).toBe(201);
  return (await answer.json()).profile.id;
}

/** The same, with a confirmed address. */
export async function joinConfirmed(page: Page, who: Newcomer): Promise<string> {
  const id = await join(page, who);
  const [mail] = await mailsTo(who.email);
  const answer = await post(page, "/api/activate.php", { token: linkIn(mail?.text ?? "").slice(1) });
  expect(answer.status()).toBe(200);
  return id;
}

/** Somebody of the demo in a browser of their own, logged in by call. */
export async function demoMember(options: BrowserContextOptions = {}, email = "anna@demo.example"): Promise<Page> {
  const { page } = await person(options);
  await page.goto("/login");
  expect((await post(page, "/api/user.php", { email, password: DEMO_PASSWORD })).status()).toBe(200);
  return page;
}

/** The next live connection of a member's page, once it has said something: that may be before anybody asks. */
export function connected(page: Page): Promise<WebSocket> {
  return new Promise((resolve) => {
    const listen = (socket: WebSocket) =>
      socket.once("framereceived", () => {
        page.off("websocket", listen);
        resolve(socket);
      });
    page.on("websocket", listen);
  });
}

/** Opens a member's page and waits until its scripts are at work: from then on they hear of news, and send its forms. */
export async function openAlive(page: Page, path: string): Promise<WebSocket> {
  const connection = connected(page);
  await page.goto(path);
  return connection;
}

/** Presses a button and waits for the page that the form's answer is. */
export async function press(page: Page, button: Locator): Promise<void> {
  await Promise.all([page.waitForEvent("load"), button.click()]);
}

/** Fills in the sign-up form as a person would, field by field. */
export async function fillSignup(page: Page, who: Newcomer): Promise<void> {
  await fillPerson(page, who);
  await fillAccount(page, who);
}

/** The same on `/signup`, which asks in two steps. */
export async function fillSteps(page: Page, who: Newcomer): Promise<void> {
  await fillPerson(page, who);
  await page.getByRole("button", { name: "Continue" }).last().click();
  await page.locator('#signup [name="email"]').waitFor();
  await fillAccount(page, who);
}

/** Who one is and whom one looks for. */
export async function fillPerson(page: Page, { gender }: Newcomer): Promise<void> {
  const form = page.locator("#signup form");
  await form.locator(`label:has([name="gender"][value="${gender}"])`).click();
  await form.locator(`label:has([name="looking_for"][value="${gender === "female" ? "male" : "female"}"])`).click();
  await form.locator('[name="date_of_birth_day"]').fill("7");
  await form.locator('[name="date_of_birth_month"]').selectOption("4");
  await form.locator('[name="date_of_birth_year"]').fill("1990");
  await form.locator('[name="country"]').selectOption("NL");
}

/** How one logs in, and what one agrees to. */
export async function fillAccount(page: Page, { name, email, password }: Newcomer): Promise<void> {
  const form = page.locator("#signup form");
  await form.locator('[name="name"]').fill(name);
  await form.locator('[name="email"]').fill(email);
  await form.locator('[name="password"]').fill(password);
  await form.locator('[name="terms"]').check();
  await form.locator('[name="sensitive_data"]').check();
}

/** Through the steps after the account, saying nothing, to the members. */
export async function skipSteps(page: Page): Promise<void> {
  await page.waitForURL("**/signup-matches");
  await page.getByRole("link", { name: "Continue" }).click();
  await page.waitForURL("**/complete-signup");
  await page.getByRole("link", { name: "Skip this" }).click();
  await page.waitForURL("**/complete-signup?step=photo");
  await page.getByRole("link", { name: "Skip this" }).click();
  // With scripts the mark leaves the address as soon as it is heeded.
  await page.waitForURL(/\/members(\?api_signup_complete=)?$/);
}

/** From the front page to the members, logged in and asked to confirm the address. */
export async function signUp(page: Page, who: Newcomer): Promise<void> {
  await page.goto("/");
  await fillSignup(page, who);
  await page.getByRole("button", { name: "Sign up free" }).click();
  await skipSteps(page);
  await reminder(page).waitFor();
}

export function reminder(page: Page): Locator {
  return page.getByText("Until then you can look around, but not like or write.");
}

/** Opens the link of the mail and presses its button. `port` is where the mails are, unless it is the usual place. */
export async function confirm(page: Page, { email }: Newcomer, port?: number): Promise<void> {
  const [mail] = await mailsTo(email, 1, port);
  await page.goto(linkIn(mail?.text ?? ""));
  expect(await status(page)).toBe("not_confirmed");
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await page.waitForURL("**/activate/done");
  expect(await status(page)).toBe("active");
  await page.getByText("You have 10 credits to start with.").waitFor();
}

/** The member as the server knows them. */
export async function account(
  page: Page,
): Promise<{ status: string; credits: number; unread_messages: number; new_likes: number; profile: { id: string } }> {
  const answer = await page.context().request.get("/api/user.php", { maxRetries: IDLE });
  expect(answer.status()).toBe(200);
  return answer.json();
}

async function status(page: Page): Promise<string> {
  return (await account(page)).status;
}

/** Makes a call as the pages do. */
export function post(page: Page, path: string, data: object) {
  const origin = new URL(page.url()).origin;
  return page.context().request.post(path, { headers: { origin }, data, maxRetries: IDLE });
}

/** Searches for somebody by changing filters, and opens their profile from the list. */
export async function find(page: Page, name: string): Promise<void> {
  await page.goto("/members");
  const filters = page.locator("details:has(form[method=get])");
  if (!(await page.locator('[name="min_age"]').isVisible())) await filters.locator("summary").first().click();
  await page.locator('[name="country"]').selectOption("all");
  await page.locator('[name="min_age"]').fill("21");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByRole("link", { name: "Remove filter: From 21" }).waitFor();
  expect(new URL(page.url()).searchParams.get("min_age")).toBe("21");
  await page.locator('main li a[href^="/members/"]').filter({ hasText: name }).first().click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

/** What somebody said in the open conversation, as it stands there. */
export function said(page: Page, text: string): Locator {
  return page.getByRole("log").locator("p").filter({ hasText: text });
}

/** Writes into the open conversation and sends by the button. */
export async function say(page: Page, text: string): Promise<void> {
  await page.locator('textarea[name="text"]').fill(text);
  await page.getByRole("button", { name: "Send", exact: true }).click();
}

/** The number of a badge of the navigation; waits until it is `count`. */
export async function badge(page: Page, entry: "/likes" | "/chats", count: number): Promise<void> {
  const shown = page.locator(`header nav a[href="${entry}"] [aria-hidden="true"]`).filter({ hasText: /^\d/ });
  await expect.poll(async () => ((await shown.count()) > 0 ? Number(await shown.textContent()) : 0)).toBe(count);
}

/** Waits until the page's title begins with this sum; 0 is no prefix. */
export async function titleCount(page: Page, count: number): Promise<void> {
  await expect.poll(async () => Number(/^\((\d+)\) /.exec(await page.title())?.[1] ?? 0)).toBe(count);
}
