import type { Page } from "playwright";
import { expect } from "vitest";
import { DEMO_PASSWORD } from "#demo/logins.ts";
import { newId } from "#worker/platform/ids.ts";
import { at } from "./browser.ts";
import { insertMember } from "./fixtures.ts";
import { runCron, sql } from "./product.ts";
import { type Newcomer, newcomer } from "./steps.ts";

export const HOST = "staff.localhost";

export async function codeOf(email: string): Promise<string> {
  const codes = (await (await fetch(at("/dev/staff.json", "127.0.0.1"))).json()) as { email: string; code: string }[];
  return codes.find((one) => one.email === email)?.code ?? expect.unreachable(`no code of ${email}`);
}

export async function logIn(page: Page, email: string): Promise<void> {
  await page.goto(at("/staff", HOST));
  await page.waitForURL("**/staff/login");
  await page.locator("[name=email]").fill(email);
  await page.locator("[name=password]").fill(DEMO_PASSWORD);
  await page.locator("[name=code]").fill(await codeOf(email));
  await page.locator("[name=code]").press("Enter");
  await page.waitForURL("**/staff");
}

/** A member who is away, with photos of the seed under inspection. */
export async function uploader(name: string, count: number): Promise<Newcomer> {
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
  return who;
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
