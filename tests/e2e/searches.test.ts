import { expect, test } from "vitest";
import { at, PHONE, useBrowser } from "./browser.ts";
import { insertMember, memberPage } from "./fixtures.ts";
import { plainMember } from "./plain.ts";
import { runCron, sql } from "./product.ts";
import { expectPlainSound } from "./sight.ts";
import { newcomer, openAlive } from "./steps.ts";

useBrowser();

const SEARCH = "/members?country=NL&min_age=34&max_age=38";

/** The next tick of the cron looks for new members. */
async function look(): Promise<void> {
  await sql("UPDATE saved_searches SET due_at = 0");
  await runCron();
}

test("with scripts a dialog saves a search, on a phone", async () => {
  const { page } = await memberPage("Bruno", { gender: "male", viewport: PHONE });
  await openAlive(page, at(SEARCH));
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
});

async function newWoman(): Promise<{ id: string; name: string }> {
  const who = newcomer("Noor");
  return { id: await insertMember(who), name: who.name };
}

test("without scripts: save, hear, rename, switch off and remove", async () => {
  const { page, id: member } = await plainMember("Ties", { gender: "male" });
  await page.goto(SEARCH);
  page.unfold("Save this search");
  expect(page.value("name")).toBe("Women, 34–38, Netherlands");
  await page.press("Save", { name: "  " }, { status: 422 });
  page.shows("Please fill this in.");
  await page.press("Save", { name: "About my age" });
  page.shows("Saved. You find it under “Saved searches”.");
  page.lacks("Save this search");
  const { id, name } = await newWoman();
  await look();
  await page.goto("/notifications");
  await page.follow(/About my age.*1 new member/);
  expect(new URLSearchParams(page.path.split("?")[1]).get("sort")).toBe("newest");
  const [first] = page.all((one) => one.tag === "a" && one.closest((outer) => outer.has("data-results")) !== null);
  expect([first?.get("href"), first?.text]).toEqual([`/members/${id}`, expect.stringContaining(name)]);
  // The notice is gone once the search was opened.
  expect(await sql("SELECT fresh FROM saved_searches WHERE member_id = ?", member)).toEqual([{ fresh: 0 }]);

  await page.goto("/notifications");
  page.lacks("About my age");
  await page.goto("/members");
  await page.follow("Saved");
  page.unfold(/^Change/);
  await page.press("Save", { name: "Mine", notify: null });
  page.shows("Mine", "Without notices");
  await expectPlainSound(page);
  await newWoman();
  await look();
  await page.goto("/notifications");
  page.lacks("Mine");
  await page.goto("/searches");
  page.unfold(/^Remove/);
  await page.press("Remove the search");
  page.shows("The search is removed.", "No saved searches yet");
});
