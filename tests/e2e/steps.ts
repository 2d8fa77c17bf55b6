import type { Locator, Page, WebSocket } from "playwright";
import { expect } from "vitest";
import { LOCAL_SECRETS } from "#scripts/secrets.ts";
import { signedSource } from "#tests/setup/signed-source.ts";
import { signupForm } from "#tests/setup/signup-form.ts";
import { ageOn } from "#worker/platform/dates.ts";
import type { CallInput } from "#worker/server/calls.ts";
import { at, linkIn, mailsTo } from "./browser.ts";
import { intercept } from "./intercept.ts";

export interface Newcomer {
  name: string;
  email: string;
  password: string;
  gender: "female" | "male";
}

/** By the form of the sign-up, and by inserted rows. */
const NEWCOMERS_BORN = ["1990-04-07", "1990-02-03"];

/** Retries for idle connections that the server closes at that moment. */
const IDLE = 2;

let newcomers = 0;

/** A unique name in letters: digits can look like a phone number. */
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

/** Input of a newcomer's sign-up. */
export function formOf(who: Newcomer, changes: Partial<CallInput<"signup">> = {}): CallInput<"signup"> {
  return signupForm({ ...who, looking_for: who.gender === "female" ? "male" : "female", ...changes });
}

/** Signed traffic source of the invite-only domain, as form fields and as a query. */
export const VELVET_SOURCE = await signedSource(LOCAL_SECRETS.PASSWORD_PEPPER);
export const VELVET_LINK = new URLSearchParams(VELVET_SOURCE).toString();

/** Signs up without the form, which journeys of their own fill. The browser has the session then, where the site logs in at once. */
export async function signUpByCall(page: Page, who: Newcomer, host = "localhost"): Promise<void> {
  const origin = at("", host);
  const answer = await page.context().request.post(at("/api/signup.php"), {
    headers: { host: new URL(origin).host, origin },
    data: formOf(who, { tracking: VELVET_SOURCE }),
  });
  expect(answer.status()).toBe(201);
}

/** Resolves after the first frame of the page's next WebSocket. Call it before the page opens one. */
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

/** Opens a member's page; waits for hydration and the WebSocket. */
export async function openAlive(page: Page, path: string): Promise<WebSocket> {
  const connection = connected(page);
  await page.goto(path);
  return connection;
}

/** For pages that open no socket, or whose socket a test holds. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    type Root = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };
    const [, root] = Object.entries(document).find(([name]) => name.startsWith("__reactContainer")) ?? [];
    return (root as Root | undefined)?.stateNode.current.memoizedState.isDehydrated === false;
  });
  // Effects run in a task of their own after that. A frozen clock does not stop this one.
  await page.evaluate(
    () =>
      new Promise((done) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(null);
      }),
  );
}

/** Clicks and waits for the next document. */
export async function press(page: Page, button: Locator): Promise<void> {
  await Promise.all([page.waitForEvent("load"), button.click()]);
}

async function fillSignup(page: Page, who: Newcomer): Promise<void> {
  await fillPerson(page, who);
  await unfold(page);
  await fillAccount(page, who);
}

/** Sends the first part of the front page's form; other forms show theirs whole. */
export async function unfold(page: Page): Promise<void> {
  const onwards = page.locator('#signup button[value="rest"]');
  if ((await onwards.count()) > 0) await press(page, onwards);
}

async function fillBirth(page: Page): Promise<void> {
  const form = page.locator("#signup form");
  await form.locator('[name="date_of_birth_day"]').fill("7");
  await form.locator('[name="date_of_birth_month"]').selectOption("4");
  await form.locator('[name="date_of_birth_year"]').fill("1990");
}

export async function fillPerson(page: Page, { gender }: Newcomer): Promise<void> {
  const form = page.locator("#signup form");
  await form.locator(`label:has([name="gender"][value="${gender}"])`).click();
  await form.locator(`label:has([name="looking_for"][value="${gender === "female" ? "male" : "female"}"])`).click();
  await fillBirth(page);
  await form.locator('[name="country"]').selectOption("NL");
}

export async function fillAccount(page: Page, { name, email, password }: Newcomer): Promise<void> {
  const form = page.locator("#signup form");
  await form.locator('[name="name"]').fill(name);
  await form.locator('[name="email"]').fill(email);
  await form.locator('[name="password"]').fill(password);
  await form.locator('[name="terms"]').check();
  await form.locator('[name="sensitive_data"]').check();
}

async function skipSteps(page: Page): Promise<void> {
  await page.waitForURL("**/signup-matches");
  await page.getByRole("link", { name: "Continue" }).click();
  await page.waitForURL("**/complete-signup?step=photo");
  await page.getByRole("link", { name: "Skip this" }).click();
  await page.waitForURL("**/complete-signup");
  await page.getByRole("link", { name: "Skip this" }).click();
  // Scripts remove the parameter from the URL.
  await page.waitForURL(/\/members(\?api_signup_complete=)?$/);
}

/** Signs up on the front page; ends at the search, unconfirmed. */
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

/** Opens the reminder's strip to its form. */
export async function openReminder(page: Page): Promise<void> {
  await page.locator("#activation-reminder > summary").click();
  await reminder(page).waitFor();
}

/** Confirms by the mail's link. `port` is the instance that sends the mails. */
export async function confirm(page: Page, { email }: Newcomer, port?: number): Promise<void> {
  const [mail] = await mailsTo(email, 1, port);
  await page.goto(linkIn(mail?.text ?? ""));
  expect(await status(page)).toBe("not_confirmed");
  await page.getByRole("button", { name: "Confirm my address" }).click();
  await page.waitForURL("**/activate/done");
  expect(await status(page)).toBe("active");
  await page.getByText("You have 10 credits to start with.").waitFor();
}

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

/** Makes an API call like the pages do. */
export function post(page: Page, path: string, data: object) {
  const origin = page.url() === "about:blank" ? new URL(at("/")).origin : new URL(page.url()).origin;
  return page.context().request.post(path, { headers: { origin }, data, maxRetries: IDLE });
}

/** Searches members of one age, since those without a photo come last, and opens a profile from the results. */
export async function find(page: Page, name: string): Promise<void> {
  await page.goto("/members");
  const from = page.getByLabel("Age from");
  if (!(await from.isVisible())) await page.getByRole("button", { name: /^Filters/ }).click();
  await page.locator('select[name="country"]').selectOption("all");
  const [youngest, oldest] = NEWCOMERS_BORN.map((day) => String(ageOn(day, Date.now()))) as [string, string];
  await from.fill(youngest);
  await page.getByLabel("Age to").fill(oldest);
  await page.getByRole("button", { name: /^(Search|Show (?!all$).+|Nobody fits yet)$/ }).click();
  await page.getByRole("link", { name: `Remove filter: From ${youngest}` }).waitFor();
  expect(new URL(page.url()).searchParams.get("min_age")).toBe(youngest);
  await page.locator('main li a[href^="/members/"]').filter({ hasText: name }).first().click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

export function said(page: Page, text: string): Locator {
  return page.getByRole("log").locator("p").filter({ hasText: text });
}

/** The mark of what became of a message. */
export function tick(page: Page, text: string, state: string): Locator {
  return page
    .getByRole("log")
    .locator("div")
    .filter({ has: page.locator(":scope > p", { hasText: text }) })
    .getByRole("img", { name: state, exact: true });
}

export async function say(page: Page, text: string): Promise<void> {
  await page.locator('textarea[name="text"]').fill(text);
  await page.getByRole("button", { name: /^Send( ·|$)/ }).click();
}

/** Waits until a navigation badge shows `count`. */
export async function badge(page: Page, entry: "/likes" | "/chats", count: number): Promise<void> {
  const shown = page.locator(`header nav a[href="${entry}"] [aria-hidden="true"]`).filter({ hasText: /^\d/ });
  await expect.poll(async () => ((await shown.count()) > 0 ? Number(await shown.textContent()) : 0)).toBe(count);
}

/** Waits until the title's prefix is `count`; 0 means no prefix. `meanwhile` runs before each look. */
export async function titleCount(page: Page, count: number, meanwhile?: () => Promise<void>): Promise<void> {
  const shown = async () => {
    await meanwhile?.();
    return Number(/^\((\d+)\) /.exec(await page.title())?.[1] ?? 0);
  };
  await expect.poll(shown, { interval: 100 }).toBe(count);
}

/** Holds the answer to the next request to `url` until the returned function is called; it waits for the request. */
export async function held(page: Page, url: string): Promise<() => Promise<void>> {
  const asked = Promise.withResolvers<() => void>();
  let first = true;
  await intercept(page, url, async (route) => {
    // Later answers are not fetched here: one may outlast the test.
    if (!first) return route.continue();
    first = false;
    const answer = await route.fetch();
    await new Promise<void>((release) => asked.resolve(release));
    await route.fulfill({ response: answer });
  });
  return async () => (await asked.promise)();
}
