import type { Page } from "playwright";
import { expect, test } from "vitest";
import { at, expectSound, PHONE, useBrowser } from "./browser.ts";
import { insertMember, memberPage } from "./fixtures.ts";
import { runCron, sql } from "./product.ts";
import { newcomer, openAlive } from "./steps.ts";

useBrowser();

const SEARCH = "/members?country=NL&min_age=34&max_age=38";

/** The next tick of the cron looks for new members. */
async function look(): Promise<void> {
  await sql("UPDATE saved_searches SET due_at = 0");
  await runCron();
}

async function saveAndHear({ page, id: member }: { page: Page; id: string }, scripts: boolean): Promise<void> {
  await (scripts ? openAlive(page, at(SEARCH)) : page.goto(at(SEARCH)));
  await page.getByRole("button", { name: "Save this search" }).click();
  const dialog = page.getByRole("dialog", { name: "Save this search" });
  await expect.poll(() => dialog.getByLabel("Name of the search").inputValue()).toBe("Women, 34–38, Netherlands");
  await dialog.getByLabel("Name of the search").fill("  ");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.getByText("Please fill this in.").waitFor();
  await dialog.getByLabel("Name of the search").fill("About my age");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved. You find it under “Saved searches”.").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Save this search" }).count()).toBe(0);

  const { id, name } = await newWoman();
  await look();
  await page.goto(at("/notifications"));
  await page.getByRole("link", { name: /About my age.*1 new member/s }).click();
  await page.waitForURL(({ pathname, searchParams }) => pathname === "/members" && searchParams.get("sort") === "newest");
  const first = page.locator("[data-results] a").first();
  await expect.poll(() => first.getAttribute("href")).toBe(`/members/${id}`);
  await expect.poll(() => first.textContent()).toContain(name);
  // The notice is gone once the search was opened.
  const fresh = async () => sql("SELECT fresh FROM saved_searches WHERE member_id = ?", member);
  await expect.poll(fresh).toEqual([{ fresh: 0 }]);
  await page.goto(at("/notifications"));
  await expect.poll(() => page.getByText("About my age").count()).toBe(0);
}

async function newWoman(): Promise<{ id: string; name: string }> {
  const who = newcomer("Noor");
  return { id: await insertMember(who), name: who.name };
}

test("a member saves a search, is told of somebody new who fits, and finds her there, on a phone", async () => {
  const bruno = await memberPage("Bruno", { gender: "male", viewport: PHONE });
  const { page } = bruno;
  await saveAndHear(bruno, true);
  await page.goto(at("/searches"));
  await expectSound(page);
});

test("without scripts: save, hear, rename, switch off and remove", async () => {
  const ties = await memberPage("Ties", { gender: "male", javaScriptEnabled: false });
  const { page } = ties;
  await saveAndHear(ties, false);
  await page.goto(at("/members"));
  await page.getByRole("link", { name: "Saved", exact: true }).click();
  await page.locator("summary", { hasText: "Change" }).click();
  await page.getByLabel("Name of the search").fill("Mine");
  await page.getByLabel("Tell me when somebody new fits").uncheck();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Without notices").waitFor();
  await newWoman();
  await look();
  await page.goto(at("/notifications"));
  await expect.poll(() => page.getByText("Mine").count()).toBe(0);
  await page.goto(at("/searches"));
  await page.locator("summary", { hasText: "Remove" }).click();
  await page.getByRole("button", { name: "Remove the search" }).click();
  await page.getByText("The search is removed.").waitFor();
  await page.getByText("No saved searches yet").waitFor();
});
