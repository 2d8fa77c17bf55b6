import type { Page } from "playwright";
import { expect } from "vitest";
import { DEMO_PASSWORD } from "#demo/logins.ts";
import { newId } from "#worker/platform/ids.ts";
import { at } from "./browser.ts";
import { insertMember } from "./fixtures.ts";
import { PlainBrowser } from "./plain.ts";
import { runCron, sql } from "./product.ts";
import { hydrated, type Newcomer, newcomer } from "./steps.ts";

export const HOST = "staff.localhost";

export async function codeOf(email: string): Promise<string> {
  const codes = (await (await fetch(at("/dev/staff.json", "127.0.0.1"))).json()) as { email: string; code: string }[];
  return codes.find((one) => one.email === email)?.code ?? expect.unreachable(`no code of ${email}`);
}

/** On the shown page of the log-in. */
export async function logIn(page: Page, email: string): Promise<void> {
  await page.locator("[name=email]").fill(email);
  await page.locator("[name=password]").fill(DEMO_PASSWORD);
  await page.locator("[name=code]").fill(await codeOf(email));
  await page.locator("[name=code]").press("Enter");
  await page.waitForURL("**/staff");
}

/** A staff member's browser that draws nothing. */
export function plainStaff(token: string): PlainBrowser {
  const page = new PlainBrowser(HOST);
  page.cookies.set("staff", token);
  return page;
}

/** The button of a queue in which this person may take something. */
export const TAKE = /^Take the next/;

/** Takes work of a queue, and opens it with scripts. */
export async function takeWork(page: Page, token: string, path: string): Promise<void> {
  const taker = plainStaff(token);
  await taker.goto(path);
  await taker.press(TAKE);
  await page.goto(at(path, HOST));
  await page.locator("[data-item]").first().waitFor();
  await hydrated(page);
}

/** Ends the work that other files have left. */
export async function emptyQueues(): Promise<void> {
  await sql("UPDATE work_items SET state = 'done' WHERE state <> 'done'");
}

/** A member who is away, with photos of the seed under inspection. */
export async function uploader(name: string, count: number): Promise<Newcomer & { id: string }> {
  const who = newcomer(name);
  const id = await insertMember(who);
  await sql("UPDATE profiles SET last_active_at = 0 WHERE id = ?", id);
  const [seeded] = await sql<{ key: string }>("SELECT main_photo AS key FROM profiles WHERE main_photo IS NOT NULL LIMIT 1");
  for (let position = 0; position < count; position++)
    await sql(
      "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?, ?, ?, ?, 'inspection', ?)",
      newId(),
      id,
      seeded?.key,
      position,
      position + 1,
    );
  return { ...who, id };
}

/** Ends the time to undo. */
export async function letDecisionsLeave(): Promise<void> {
  await sql("UPDATE work_items SET effect_at = 0 WHERE state = 'decided'");
  await runCron();
}

/** The decision is not sent: the item says so, and waits. */
export async function decideOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.keyboard.press("a");
  await page.locator("[data-current][data-state=waiting]").getByText("there is no connection").waitFor();
  await page.context().setOffline(false);
}
