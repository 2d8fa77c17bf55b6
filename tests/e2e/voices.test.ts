import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { expectSound, person, useBrowser } from "./browser.ts";
import { DEVICES } from "./call-steps.ts";
import { nextMember } from "./fixtures.ts";
import { sql } from "./product.ts";
import { newcomer, openAlive, post } from "./steps.ts";
import { heard, record } from "./voice-steps.ts";

useBrowser({ flags: DEVICES });

/** Each test logs its own members in. */
let hers: Page;
let his: Page;
beforeAll(async () => {
  [hers, his] = [(await person()).page, (await person()).page];
});

test("a member says an answer of the profile, hears it, and others hear it once it is approved", async () => {
  const [page, other] = [hers, his];
  const id = await nextMember(page, newcomer("Anna"));
  const prompts = JSON.stringify([{ question: "laugh", answer: "Puns." }]);
  await sql("UPDATE profiles SET prompts = ? WHERE id = ?", prompts, id);
  await page.goto("/profile");
  await page.getByRole("link", { name: "Say it too" }).click();
  await page.waitForURL("**/profile/voice/laugh");
  await expectSound(page);
  await record(page, "Record");
  await page.getByRole("button", { name: "Send the recording" }).click();
  await page.getByText("Only you hear this recording").waitFor();
  await page.getByRole("button", { name: "Play" }).click();
  await expect.poll(() => heard(page)).toBeGreaterThan(0);
  await expectSound(page);

  await sql("UPDATE profiles SET prompts = (SELECT value FROM held_texts WHERE member_id = ?1) WHERE id = ?1", id);
  await nextMember(other, newcomer("Milo", "male"));
  await other.goto(`/members/${id}`);
  await other.getByRole("button", { name: "Play" }).click();
  await expect.poll(() => heard(other)).toBeGreaterThan(0);

  await page.getByRole("button", { name: "Take the recording away" }).click();
  await page.getByText("Your written answer stays.").waitFor();
});

test("a recorded message is heard where it arrives, and its sender learns it", async () => {
  const [page, other] = [hers, his];
  const [id, partner] = [await nextMember(page, newcomer("Anna")), await nextMember(other, newcomer("Milo", "male"))];
  await post(other, "/api/chat.php", { profile: id, text: "Say it", client_id: `asks-${id}` });
  await openAlive(page, `/members/${partner}/chat`);
  await openAlive(other, `/members/${id}/chat`);
  await page.getByRole("button", { name: "Send something else" }).click();
  await record(page, "Record a voice message");
  await page
    .getByRole("button", { name: /^Send · /, exact: false })
    .first()
    .click();
  await other.getByRole("button", { name: "Play" }).click();
  await expect.poll(() => heard(other)).toBeGreaterThan(0);
  await page.getByText(/· Played$/).waitFor();
});
