import { expect, test } from "vitest";
import { DAY } from "#worker/platform/durations.ts";
import { expectSound, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { plainMember } from "./plain.ts";
import { sql } from "./product.ts";
import { openAlive } from "./steps.ts";

useBrowser();

const LINE = "It was nice to write with you. I am moving on, all the best.";

const PHONE = { viewport: { width: 390, height: 844 } };

/** Ben has written to Anna, who was silent for six days; the path of their chat. */
async function silentChat(anna: string) {
  const ben = await plainMember("Ben", { gender: "male", credits: 50 });
  const first = { profile: anna, text: "Do you still sail?", client_id: crypto.randomUUID() };
  expect((await ben.page.call("/api/chat.php", first)).status).toBe(201);
  const [chat] = await sql<{ id: string }>("SELECT conversation_id AS id FROM participants WHERE member_id = ?", anna);
  await sql("UPDATE participants SET last_at = ?2 WHERE conversation_id = ?1", chat?.id, Date.now() - 6 * DAY);
  return { ben: ben.page, path: `/chats/${chat?.id}` };
}

async function expectFree(id: string): Promise<void> {
  expect(await sql("SELECT credits FROM accounts WHERE id = ?", id), "a goodbye is free").toEqual([{ credits: 10 }]);
}

test("a silent chat is left kindly, and the other reads it gently", async () => {
  const anna = await memberPage("Anna", PHONE);
  const { ben, path } = await silentChat(anna.id);
  await openAlive(anna.page, path);
  await anna.page.getByText("Leave it kindly").click();
  await expectSound(anna.page);
  await anna.page.getByRole("button", { name: LINE }).click();
  await anna.page.getByText(`You said goodbye: “${LINE}”`).waitFor();
  expect(await anna.page.locator("main textarea").count()).toBe(0);

  // He reads it in the same place: her page showed it to axe.
  await expectSound(anna.page);
  await ben.goto(path);
  ben.shows(`${anna.who.name} says goodbye: “${LINE}”`);
  expect(ben.all(({ tag }) => tag === "textarea")).toEqual([]);
  await expectFree(anna.id);
});

test("without scripts a form leaves a silent chat kindly", async () => {
  const { page, id } = await plainMember("Anna");
  const { path } = await silentChat(id);
  await page.goto(path);
  page.unfold(/Leave it kindly$/);
  await page.press(LINE);
  page.shows(`You said goodbye: “${LINE}”`);
  expect(page.all(({ tag }) => tag === "textarea")).toEqual([]);
  await expectFree(id);
});
