import { expect, test } from "vitest";
import { expectSound, PHONE, useBrowser } from "./browser.ts";
import { demoMember, insertMember, memberPage } from "./fixtures.ts";
import { PlainBrowser, plainMember } from "./plain.ts";
import { sql } from "./product.ts";
import { newcomer, openAlive } from "./steps.ts";

useBrowser();

const balance = async (id: string) =>
  (await sql<{ credits: number }>("SELECT credits FROM accounts WHERE id = ?", id))[0]?.credits;

test("without scripts a gift goes from the profile to the chat and to the receiver's profile, which may show it to others", async () => {
  const rita = await plainMember("Rita");
  const { page, id } = await plainMember("Sven", { gender: "male" });
  await page.goto(`/members/${rita.id}`);
  await page.follow("Send a gift");
  expect(page.path).toBe(`/members/${rita.id}/gift`);
  expect(page.all(({ tag }) => tag === "li")).toHaveLength(12);
  await page.follow("Rose 5 credits");
  expect(page.path).toMatch(/\?gift=rose$/);
  page.shows("Price 5 credits", "Your balance 10 credits");
  expect(await balance(id), "nothing is paid before the button").toBe(10);
  await page.press("Send: 5 credits", { note: "For a grey Monday" });
  expect(page.path).toMatch(/^\/chats\/\w+/);
  page.shows("Rose", "For a grey Monday");
  expect(await balance(id)).toBe(5);
  await page.goto("/chats");
  page.shows("You: Gift: Rose");
  await rita.page.goto("/chats");
  page.shows("Gift: Rose");
  await rita.page.goto("/profile");
  rita.page.shows("For a grey Monday");
  await rita.page.press("Show on profile Rose");
  expect(rita.page.buttons("Hide from profile Rose")).toHaveLength(1);
  await page.goto(`/members/${rita.id}`);
  expect(page.all(({ tag, text }) => tag === "h2" && text === "Gifts")).toHaveLength(1);
  expect(page.text, "neither note nor sender").not.toMatch(/For a grey Monday|Sven/);
});

test("a gift arrives in an open chat without a reload, its note fills the bubble, and the receiver shows it in place", async () => {
  const { page, id } = await memberPage("Rosa");
  const sender = await plainMember("Till", { gender: "male" });
  await openAlive(page, `/members/${sender.id}/chat`);
  await sender.page.goto(`/members/${id}/gift?gift=cake`);
  await sender.page.press("Send: 5 credits", { note: "For a grey Monday" });
  const log = page.getByRole("log");
  await log.getByText("Cake").waitFor();
  const rosa = await PlainBrowser.of(id);
  await rosa.goto(`/members/${sender.id}/gift?gift=rose`);
  await rosa.press("Send: 5 credits", { note: "For a grey Tuesday" });
  await log.getByText("Rose").waitFor();
  const [received, sent, ...others] = await log.locator("[data-seq] > div:first-child").evaluateAll((bubbles) =>
    bubbles.map((bubble) => {
      const [inner, outer] = [bubble, bubble.parentElement as Element].map((box) => box.getBoundingClientRect());
      return { left: (inner?.left ?? 0) - (outer?.left ?? 0), right: (inner?.right ?? 0) - (outer?.right ?? 0) };
    }),
  );
  expect([received?.left, sent?.right, others]).toEqual([0, 0, []]);
  await page.goto("/profile");
  await expectSound(page);
  await page.getByRole("button", { name: "Show on profile Cake" }).click();
  await page.getByRole("button", { name: "Hide from profile Cake" }).waitFor();
  await page.goto(`/members/${sender.id}/gift?gift=rose`);
  await expectSound(page);
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
