import { expect, test } from "vitest";
import { expectSound, PHONE, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { sql } from "./product.ts";
import { openAlive, post } from "./steps.ts";

useBrowser({ motion: true });

test("the match of two who have written fits a phone, whatever the name", async () => {
  const { page, id } = await memberPage("Casper", { gender: "male", viewport: PHONE });
  const { page: other, id: mara } = await memberPage("Mara", { credits: 100 });
  await sql("UPDATE profiles SET name = ? WHERE id = ?", "W".repeat(20), mara);
  await post(page, "/api/like.php", { profile: mara });
  const written = await post(other, "/api/chat.php", { profile: id, text: "Hello", client_id: `wide-${mara}` });
  expect(written.status()).toBe(201);
  await post(other, "/api/like.php", { profile: id });
  await openAlive(page, `/likes?match=${mara}`);
  await page.getByRole("dialog", { name: "It's a match!" }).waitFor();
  await expectSound(page);
});
