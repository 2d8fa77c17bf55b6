import { expect, test } from "vitest";
import { expectSound, PHONE, person, useBrowser } from "./browser.ts";
import { demoMember, insertMember, insertSession, memberPage } from "./fixtures.ts";
import { PlainBrowser, plainMember } from "./plain.ts";
import { sql } from "./product.ts";
import { newcomer, openAlive } from "./steps.ts";

useBrowser();

const balance = async (id: string) =>
  (await sql<{ credits: number }>("SELECT credits FROM accounts WHERE id = ?", id))[0]?.credits;

test("a gift goes from the profile to the chat and to the receiver's profile", async () => {
  const rita = newcomer("Rita");
  const receiver = await insertMember(rita);
  const { page, id } = await memberPage("Sven", { gender: "male" });
  await page.goto(`/members/${receiver}`);
  await page.getByRole("link", { name: "Send a gift" }).click();
  await page.waitForURL(`**/members/${receiver}/gift`);
  await expect.poll(() => page.getByRole("main").getByRole("listitem").count()).toBe(12);
  await expectSound(page);
  await page.getByRole("link", { name: "Rose 5 credits" }).click();
  await page.waitForURL("**/gift?gift=rose");
  await expect.poll(() => page.locator("main dl").textContent()).toBe("Price5 creditsYour balance10 credits");
  await expectSound(page);
  await page.locator('textarea[name="note"]').fill("For a grey Monday");
  expect(await balance(id), "nothing is paid before the button").toBe(10);
  await page.getByRole("button", { name: "Send: 5 credits" }).click();
  await page.waitForURL(/\/chats\/\w+/);
  const log = page.getByRole("log");
  await log.getByText("Rose").waitFor();
  await log.getByText("For a grey Monday").waitFor();
  const inset = await log
    .locator("[data-seq] > div:first-child")
    .evaluateAll((bubbles) =>
      bubbles.map((bubble) => [bubble, bubble.parentElement as Element].map((box) => box.getBoundingClientRect().right)),
    );
  expect(inset).toEqual([[inset[0]?.[1], inset[0]?.[1]]]);
  expect(await balance(id)).toBe(5);
  await page.goto("/chats");
  await page.getByText("You: Gift: Rose").waitFor();

  const theirs = await person();
  await insertSession(theirs.context, receiver);
  await theirs.page.goto("/chats");
  await theirs.page.getByText("Gift: Rose", { exact: true }).waitFor();
  await theirs.page.goto("/profile");
  await theirs.page.getByText("For a grey Monday").waitFor();
  await expectSound(theirs.page);
  await theirs.page.getByRole("button", { name: "Show on profile Rose" }).click();
  await theirs.page.getByRole("button", { name: "Hide from profile Rose" }).waitFor();
  await page.goto(`/members/${receiver}`);
  await page.getByRole("heading", { name: "Gifts" }).waitFor();
  await expect
    .poll(
      () =>
        page
          .getByRole("main")
          .getByText(/For a grey Monday|Sven/)
          .count(),
      { message: "neither note nor sender" },
    )
    .toBe(0);
});

test("without scripts links and forms send a gift, and show it on the receiver's profile", async () => {
  const rita = await plainMember("Rita");
  const { page, id } = await plainMember("Sven", { gender: "male" });
  await page.goto(`/members/${rita.id}`);
  await page.follow("Send a gift");
  expect(page.path).toBe(`/members/${rita.id}/gift`);
  await page.goto(`${page.path}?gift=rose`);
  page.shows("Price 5 credits", "Your balance 10 credits");
  await page.press("Send: 5 credits", { note: "For a grey Monday" });
  expect(page.path).toMatch(/^\/chats\/\w+/);
  page.shows("Rose", "For a grey Monday");
  expect(await balance(id)).toBe(5);
  await rita.page.goto("/profile");
  rita.page.shows("For a grey Monday");
  await rita.page.press("Show on profile Rose");
  expect(rita.page.buttons("Hide from profile Rose")).toHaveLength(1);
});

test("a gift arrives in an open chat without a reload", async () => {
  const { page, id } = await memberPage("Rosa");
  const sender = await plainMember("Till", { gender: "male" });
  await openAlive(page, `/members/${sender.id}/chat`);
  await sender.page.goto(`/members/${id}/gift?gift=cake`);
  await sender.page.press("Send: 5 credits");
  await page.getByRole("log").getByText("Cake").waitFor();
});

test("a gift that staff have sent stands inside its bubble, below the line that says so", async () => {
  const page = await demoMember({ viewport: PHONE, javaScriptEnabled: false });
  const [gift] = await sql<{ chat: string; note: string }>(
    `SELECT conversation_id AS chat, text AS note FROM messages JOIN profiles ON profiles.id = sender_id
     WHERE type = 'gift' AND text <> '' AND fictional = 1`,
  );
  await page.goto(`/chats/${gift?.chat}`);
  const note = page.getByRole("log").getByText(gift?.note ?? "", { exact: true });
  const inside = await note.evaluate((one) => {
    const [own, bubble] = [one, one.parentElement as Element].map((box) => box.getBoundingClientRect());
    return own && bubble && own.left >= bubble.left && own.right <= bubble.right && own.bottom <= bubble.bottom;
  });
  expect(inside).toBe(true);
});

test("a gift's page that was opened from the chat leads back to the chat, at each step", async () => {
  const { page } = await plainMember("Rolf", { gender: "male" });
  const chat = `/members/${await insertMember(newcomer("Rieke"))}/chat`;
  await page.goto(chat);
  page.unfold("Send something else");
  await page.follow("Send a gift");
  expect(page.path).toMatch(/^\/members\/\w+\/gift/);
  const back = () => page.link(/^Back to Rieke/);
  expect(back()).toBe(chat);
  await page.follow("Rose 5 credits");
  expect([back(), page.buttons("Send: 5 credits").length]).toEqual([chat, 1]);
  await page.follow("Choose another");
  expect([back(), page.link("Rose 5 credits").length > 0]).toEqual([chat, true]);
});

test("a visitor is asked to log in for a gift, and too few credits leave no button", async () => {
  const receiver = await insertMember(newcomer("Ruth"));
  const visitor = new PlainBrowser();
  await visitor.goto(`/members/${receiver}`);
  visitor.unfold("Send a gift");
  expect(visitor.text).toMatch(/You need to be logged in to send a gift to /);
  const { page } = await plainMember("Tom", { gender: "male", credits: 4 });
  await page.goto(`/members/${receiver}/gift?gift=rose`);
  page.shows("You do not have enough credits for this.");
  expect(page.buttons(/./)).toEqual([]);
});
