import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { phonePhoto } from "#tests/setup/pictures.ts";
import { staffRows } from "#tests/setup/staff.ts";
import { newId } from "#worker/platform/ids.ts";
import { at, DESKTOP, expectSound, mailTo, stranger, useBrowser } from "./browser.ts";
import { plainMember } from "./plain.ts";
import { insert, sql } from "./product.ts";
import { expectPlainSound } from "./sight.ts";
import { emptyQueues, HOST, letDecisionsLeave, takeWork } from "./staff-steps.ts";

useBrowser({ pictures: true });
beforeAll(emptyQueues);

let desk: Page;
let token = "";
beforeAll(async () => {
  const moderator = await staffRows("moderator");
  await insert(moderator.rows);
  ({ token } = moderator);
  const { page, context } = await stranger({ viewport: DESKTOP });
  await context.addCookies([{ name: "staff", value: token, url: at("/", HOST) }]);
  desk = page;
});

test("without scripts a member proves a pose, a moderator compares it by keyboard, and others see the mark", async () => {
  const { page, who: anna, id } = await plainMember("Anna");
  const [seeded] = await sql<{ key: string }>("SELECT main_photo AS key FROM profiles WHERE main_photo IS NOT NULL LIMIT 1");
  const photo = "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?, ?, ?, 0, 'active', 0)";
  await sql(photo, newId(), id, seeded?.key);
  await sql("UPDATE profiles SET main_photo = ? WHERE id = ?", seeded?.key, id);
  await page.goto("/settings/verification");
  await page.press("Send the photo", { file: phonePhoto(), agreed: "1" });
  page.shows("We are comparing");

  await takeWork(desk, token, "/staff/verifications");
  const item = desk.locator("[data-item]").filter({ hasText: anna.name });
  const pictures = item.getByRole("img");
  await expect.poll(() => pictures.count()).toBe(2);
  const width = (image: HTMLImageElement) => image.naturalWidth;
  for (const picture of await pictures.all()) await expect.poll(() => picture.evaluate(width)).toBeGreaterThan(100);
  await expectSound(desk);
  await desk.keyboard.press("j");
  await desk.keyboard.press("a");
  await desk.getByText(`Proof of ${anna.name}: Same person`).waitFor();
  await letDecisionsLeave();

  expect((await mailTo(anna.email, /verified/)).text).toContain("others now see the mark");
  await page.goto("/settings/verification");
  page.shows("You are verified");
  const { page: searcher } = await plainMember("Bas", { gender: "male" });
  await searcher.goto("/members?gender=female&country=NL&verified=1");
  searcher.shows(anna.name);
  await searcher.goto(`/members/${id}`);
  expect(searcher.all(({ text }) => text === "Verified").length).toBeGreaterThan(0);
  await expectPlainSound(searcher);
});

test("without scripts: a pose and a document wait for a moderator, go with the decision, and the message can be sent", async () => {
  const { page, who, id } = await plainMember("Signe", { host: "gated.localhost" });
  page.headers["cf-ipcountry"] = "SE";
  await sql("UPDATE profiles SET country = 'SE', region = NULL, city = NULL WHERE id = ?", id);
  // The terms of another country are another company's.
  await sql("UPDATE accounts SET terms_version = '2026-11-28' WHERE id = ?", id);
  await page.goto("/proof-of-age?next=%2Fchats");
  await page.follow("Send the two photos");
  await page.press("Send both photos", { pose: phonePhoto(), document: phonePhoto(), agreed: "1" });
  page.shows("We are comparing");

  await takeWork(desk, token, "/staff/age-checks");
  const item = desk.locator("[data-item]").filter({ hasText: who.name });
  const width = (image: HTMLImageElement) => image.naturalWidth;
  await expect.poll(() => item.getByRole("img").count()).toBe(2);
  for (const picture of await item.getByRole("img").all()) await expect.poll(() => picture.evaluate(width)).toBeGreaterThan(100);
  await expectSound(desk);
  await desk.keyboard.press("j");
  await desk.keyboard.press("a");
  await desk.getByText(`Proof of age of ${who.name}: 18 or older`).waitFor();
  await letDecisionsLeave();

  expect((await mailTo(who.email, /age is confirmed/)).text).toContain("Both photos are erased");
  expect(await sql("SELECT id FROM age_checks WHERE account_id = ?", id)).toEqual([]);
  await page.goto("/proof-of-age");
  expect(page.text).toMatch(/to a person of our team\./);
});
