import { expect, test } from "vitest";
import { expectSound, PHONE, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { plainMember } from "./plain.ts";
import { sql } from "./product.ts";
import { openAlive, post } from "./steps.ts";

useBrowser({ motion: true });

test("the match of two who have written fits a phone, whatever the name", async () => {
  const { page, id } = await memberPage("Casper", { gender: "male", viewport: PHONE });
  const { page: other, id: mara } = await plainMember("Mara", { credits: 100 });
  await sql("UPDATE profiles SET name = ? WHERE id = ?", "W".repeat(20), mara);
  const question = "small_joy";
  const prompts = JSON.stringify([{ question, answer: "Swimming after August" }]);
  await sql("UPDATE profiles SET prompts = ? WHERE id = ?", prompts, mara);
  expect((await post(page, "/api/like.php", { profile: mara, part: { question } })).status()).toBe(200);
  expect((await other.call("/api/chat.php", { profile: id, text: "Hello", client_id: `wide-${mara}` })).status).toBe(201);
  await other.call("/api/like.php", { profile: id });
  await openAlive(page, `/likes?match=${mara}`);
  const dialog = page.getByRole("dialog", { name: "It's a match!" });
  await dialog.waitFor();
  await expect.poll(() => dialog.getByRole("link", { name: "Go on writing" }).getAttribute("href")).toBe(`/members/${mara}/chat`);
  await expect.poll(() => dialog.getByText("You liked “Swimming after August”").count()).toBe(1);
  await expectSound(page);
});
