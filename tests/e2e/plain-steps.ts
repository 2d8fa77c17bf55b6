import type { BrowserContext } from "playwright";
import { expect } from "vitest";
import { at, linkIn, mailsTo } from "./browser.ts";
import type { PlainBrowser } from "./plain.ts";
import { formOf, type Newcomer, VELVET_SOURCE } from "./steps.ts";

export const BIRTH = { date_of_birth_day: "7", date_of_birth_month: "4", date_of_birth_year: "1990" };

/** First part of the sign-up in one form. */
export function personOf({ gender }: Newcomer) {
  return { gender, looking_for: gender === "female" ? "male" : "female", ...BIRTH, country: "NL" };
}

export function accountOf({ name, email, password }: Omit<Newcomer, "gender">) {
  return { name, email, password, terms: "on", sensitive_data: "on" };
}

/** Sends both parts of the sign-up on the shown page. */
export async function signUpIn(page: PlainBrowser, who: Newcomer, more: Record<string, string> = {}): Promise<void> {
  await page.press("Sign up free", { ...personOf(who), ...accountOf(who), ...more });
}

/** Answers the questions of `/signup` up to the account step. The gender looked for keeps its default. */
export async function answerAll(page: PlainBrowser, { gender }: Newcomer): Promise<void> {
  await page.press(gender === "female" ? "a woman" : "a man");
  await page.press(gender === "female" ? "men" : "women");
  await page.press("Continue", BIRTH);
  page.shows("Whom do you want to see?");
  await page.press("Continue");
  expect(page.buttons("Sign up free")).toHaveLength(1);
}

/** Signs up without the form; the browser has the session where the site logs in at once. */
export async function signedUp(page: PlainBrowser, who: Newcomer): Promise<void> {
  expect((await page.call("/api/signup.php", formOf(who, { tracking: VELVET_SOURCE }))).status).toBe(201);
}

/** Confirms by the mail's link. */
export async function confirmed(page: PlainBrowser, { email }: Newcomer): Promise<void> {
  const [mail] = await mailsTo(email);
  await page.goto(linkIn(mail?.text ?? ""));
  await page.press("Confirm my address");
  expect(page.path).toMatch(/^\/activate\/done/);
}

export async function answerOf(page: PlainBrowser, path: string) {
  const { status, json } = await page.call<ReturnType<typeof JSON.parse>>(path);
  expect(status, path).toBe(200);
  return json;
}

/** Message at a field that was refused. */
export function errorOf(page: PlainBrowser, field: string): string | undefined {
  return page.all((one) => one.get("id") === `field-${field}-error`)[0]?.text;
}

/** Of the complaint that the page thanks for. */
export function referenceOn(page: PlainBrowser): string {
  const [reference = ""] = page.all((one) => one.tag === "p" && one.get("translate") === "no").map(({ text }) => text);
  expect(reference).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  return reference;
}

/** Values of the chosen options of a field. */
export function chosenOf(page: PlainBrowser, name: string): (string | undefined)[] {
  return page.all((one) => one.get("name") === name && one.has("checked")).map((one) => one.get("value"));
}

/** Fails unless this step of the sign-up is shown. */
export function atStep(page: PlainBrowser, number: number): void {
  expect(
    page.all((one) => one.get("aria-label") === `Step ${number} of 5`),
    `step on ${page.path}`,
  ).toHaveLength(1);
}

/** Gives this browser's cookies to one that draws. */
export async function handTo(context: BrowserContext, { cookies, home }: PlainBrowser): Promise<void> {
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: at("/", home) })));
}
