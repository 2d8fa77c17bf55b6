import { expect, test } from "vitest";
import { PHONE, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { PlainBrowser, plainMember } from "./plain.ts";
import { sql } from "./product.ts";
import { post } from "./steps.ts";

useBrowser({ motion: true });

test("a chat's row becomes its header, goes back to its place, and the bars fade instead of vanishing", async () => {
  const { page, id } = await memberPage("Casper", { gender: "male", viewport: PHONE, credits: 100 });
  const { page: hers, id: mara } = await plainMember("Mara");
  expect(id).not.toBe(mara);
  const written = { profile: mara, text: "Hello", client_id: `motion-${id}` };
  expect((await post(page, "/api/chat.php", written)).status()).toBe(201);
  // The row that goes back is that of the chat which was read last: decision 152.
  const answer = { profile: id, text: "Hello yourself", client_id: `answer-${id}` };
  expect((await hers.call("/api/chat.php", answer)).status).toBe(201);
  await page.addInitScript(() => {
    addEventListener("pagereveal", ({ viewTransition }) => {
      const moving = viewTransition?.ready.then(() =>
        document.getAnimations().flatMap(({ effect }) => {
          const part = effect instanceof KeyframeEffect ? effect.pseudoElement : null;
          return part && Number(effect?.getComputedTiming().activeDuration) > 0 ? [part.replace("::view-transition-", "")] : [];
        }),
      );
      Object.assign(window, { moving });
    });
  });
  const moving = () =>
    page.evaluate(async () => [...new Set("moving" in window ? await (window.moving as Promise<string[]>) : [])]);
  await page.goto("/chats");
  await page.locator('main li a[href^="/chats/"]').filter({ hasText: "Mara" }).last().click();
  await page.waitForURL("**/chats/*");
  expect(await moving()).toEqual(
    expect.arrayContaining(["group(chat-avatar)", "group(chat-name)", "new(conversation)", "old(site-header)", "old(tab-bar)"]),
  );
  // The page tells that it was read once its scripts run.
  const read = () =>
    sql<{ opened_at: number }>("SELECT opened_at FROM participants WHERE member_id = ? AND other_id = ?", id, mara);
  await expect.poll(async () => (await read())[0]?.opened_at ?? 0).toBeGreaterThan(0);
  await page.getByRole("link", { name: "Back to all messages" }).click();
  await page.waitForURL("**/chats");
  // The bars stand there at once.
  const back = await moving();
  expect(back).toEqual(expect.arrayContaining(["old(conversation)", "group(chat-avatar)", "group(chat-name)"]));
  expect(back.filter((part) => /site-header|tab-bar/.test(part))).toEqual([]);
  // Bars that both pages have stay still.
  await page.getByRole("link", { name: "Likes" }).click();
  await page.waitForURL("**/likes");
  expect((await moving()).filter((part) => /site-header|tab-bar/.test(part))).toEqual([]);
});

test("faces of chats are decoded with their frame: none is a flat disc first", async () => {
  const page = await PlainBrowser.of("demo0000000000000001");
  await page.goto("/chats");
  const faces = page.all((one) => one.tag === "img" && one.isIn("li"));
  expect(new Set(faces.map((face) => face.get("decoding")))).toEqual(new Set(["sync"]));
});
