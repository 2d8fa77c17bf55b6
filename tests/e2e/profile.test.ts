import type { Page } from "playwright";
import { expect, test } from "vitest";
import { at, PHONE, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { sql } from "./product.ts";
import { said } from "./steps.ts";

useBrowser({ pictures: true });

const ANSWER = "Ducks that walk as if they were late";

/** A man with an answered question. */
async function answered(options: { javaScriptEnabled: boolean }) {
  const man = await memberPage("Bruno", { gender: "male", ...options });
  await sql("UPDATE profiles SET prompts = ? WHERE id = ?", JSON.stringify([{ question: "laugh", answer: ANSWER }]), man.id);
  return man;
}
const likeAnswer = async (page: Page) => {
  await page.getByRole("button", { name: "Like this answer" }).click();
  await page.getByRole("button", { name: "You like this answer" }).waitFor();
};

test.each([true, false])("from a liked answer to a chat, with scripts: %s", async (scripts) => {
  const options = { javaScriptEnabled: scripts, viewport: PHONE };
  const [nora, bruno] = [await memberPage("Nora", options), await answered(options)];
  await nora.page.goto(at(`/members/${bruno.id}`));
  await likeAnswer(nora.page);
  await nora.page.getByLabel("Say something about it").fill("Mine are always early.");
  await nora.page.getByRole("button", { name: /^Send( ·|$)/ }).click();
  await nora.page.waitForURL("**/chats/*");
  await said(nora.page, "Mine are always early.").waitFor();
  await nora.page.getByText("You liked this answer").waitFor();

  await bruno.page.goto(at("/likes"));
  await bruno.page.getByText("Likes your answer").waitFor();
  await bruno.page.getByText(ANSWER).waitFor();
  await bruno.page.goto(at(`/members/${nora.id}/chat`));
  await bruno.page.getByText("Likes your answer").waitFor();
  await said(bruno.page, "Mine are always early.").waitFor();
  await bruno.page.goto(at("/visitors"));
  await bruno.page.getByText(nora.who.name).waitFor();
});

test("a first message that cannot be sent is not lost, and the like stands", async () => {
  const options = { javaScriptEnabled: false };
  const [nora, bruno] = [await memberPage("Nora", { credits: 0, ...options }), await answered(options)];
  await nora.page.goto(at(`/members/${bruno.id}`));
  await likeAnswer(nora.page);
  await nora.page.getByLabel("Say something about it").fill("Mine are always early.");
  await nora.page.getByRole("button", { name: /^Send( ·|$)/ }).click();
  await nora.page.getByText("You do not have enough credits").waitFor();
  await expect.poll(() => nora.page.getByLabel("Say something about it").inputValue()).toBe("Mine are always early.");
  await expect.poll(() => nora.page.getByRole("button", { name: "You like this answer" }).count()).toBe(1);
});

test("without scripts a like of the first photo leads to the field for a message about it", async () => {
  const { page } = await memberPage("Bruno", { gender: "male", javaScriptEnabled: false });
  await page.goto(at("/members"));
  const href = await page.locator('main li a[href^="/members/"]').first().getAttribute("href");
  await page.goto(at(href ?? expect.unreachable()));
  await page.getByRole("button", { name: "Like this photo" }).first().click();
  await page.waitForURL("**#liked");
  await page.locator("#liked").getByLabel("Say something about it").waitFor();
});

test("words that say nothing alone, such as an average body, stand beside what they are about", async () => {
  const [nora, bruno] = [await memberPage("Nora", { javaScriptEnabled: false }), await answered({ javaScriptEnabled: false })];
  await sql("UPDATE profiles SET body = 'average', tattoos = 'few' WHERE id = ?", bruno.id);
  await nora.page.goto(at(`/members/${bruno.id}`));
  for (const words of ["Tattoos: A few", "Body: Average"]) {
    const fact = nora.page.locator("main li").filter({ hasText: words });
    await fact.waitFor();
    expect(await fact.locator(".visually-hidden").count(), words).toBe(0);
  }
});

test("a pass leads back", async () => {
  const [nora, bruno] = [await memberPage("Nora", { reducedMotion: "reduce" }), await answered({ javaScriptEnabled: false })];
  await nora.page.goto(at(`/members/${bruno.id}`));
  await nora.page.getByRole("button", { name: "Pass" }).click();
  await nora.page.waitForURL(/\/members(\?|#|$)/);
});
