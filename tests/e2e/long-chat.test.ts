import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { DESKTOP, PHONE, person, useBrowser } from "./browser.ts";
import { deviceAt, sendAs } from "./chat-steps.ts";
import { insertMember, insertSession } from "./fixtures.ts";
import { sql } from "./product.ts";
import { newcomer, openAlive, said, say, tick } from "./steps.ts";

useBrowser();

const MESSAGES = 10_000;
/** In the middle of the first pages: more than the page holds lie before it, and most of the chat after it. */
const QUOTED = 634;
const ANNA = { ...newcomer("Anna"), id: "" };
const BEN = { ...newcomer("Ben", "male"), id: "" };
const LONG = "longchat000000000001";

/** Read to the end; the last message quotes a far one, which a photo follows: its style sheet comes later. */
beforeAll(async () => {
  for (const one of [ANNA, BEN]) one.id = await insertMember(one, { credits: 100 });
  const cleo = await insertMember({ ...newcomer("Cleo"), name: "Cleopatra" });
  const [a, b] = [ANNA.id, cleo].toSorted() as [string, string];
  const now = Date.now();
  await sql(
    "INSERT INTO conversations (id, member_a, member_b, started_by, created_at) VALUES (?, ?, ?, ?, ?)",
    LONG,
    a,
    b,
    a,
    1,
  );
  for (const [me, other] of [
    [a, b],
    [b, a],
  ])
    await sql(
      `INSERT INTO participants (conversation_id, member_id, other_id, last_text, last_sender, last_at, read_seq)
       VALUES (?, ?, ?, 'said', ?, ?, ?)`,
      ...[LONG, me, other, cleo, now, MESSAGES],
    );
  await sql(
    `INSERT INTO messages (conversation_id, seq, id, client_id, sender_id, type, text, price, created_at, reply_to)
     WITH RECURSIVE n (seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM n WHERE seq < ?)
     SELECT ?, seq, 'long' || seq, 'long' || seq, iif(seq % 3, ?, ?), iif(seq = ? + 1, 'photo', 'text'), 'said ' || seq, 0, ? - (? - seq) * 60000,
       iif(seq = ?, ?, NULL) FROM n`,
    ...[MESSAGES, LONG, cleo, ANNA.id, QUOTED, now, MESSAGES, MESSAGES, QUOTED],
  );
});

async function as(who: { id: string }, options: Parameters<typeof person>[0]): Promise<Page> {
  const { context, page } = await person(options);
  await insertSession(context, who.id);
  return page;
}
const bubble = (page: Page, seq: number) => page.locator(`[data-seq="${seq}"]`);

test("a quote far back is reached at once, its surroundings go on both ways to the first message, and a reload returns to the place", async () => {
  const page = await as(ANNA, { viewport: PHONE });
  await openAlive(page, `/chats/${LONG}`);
  await bubble(page, MESSAGES)
    .getByRole("link", { name: `said ${QUOTED}` })
    .click();
  await page.waitForFunction((seq) => document.activeElement?.id === `m${seq}`, QUOTED);
  const scroller = page.locator("section [data-scroller]");
  await scroller.hover();
  await page.mouse.wheel(0, -3_000);
  await bubble(page, QUOTED - 60).waitFor({ state: "attached" });
  // A turn of the wheel is lost while the page keeps its place above the rows that it has just added.
  const down = async () => {
    await page.mouse.wheel(0, 8_000);
    return bubble(page, QUOTED + 60).count();
  };
  await expect.poll(down, { interval: 500 }).toBe(1);
  await expect.poll(() => bubble(page, MESSAGES).count()).toBe(0);

  await scroller.evaluate((box, id) => box.querySelector(`#${id}`)?.scrollIntoView({ block: "center" }), `m${QUOTED}`);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.reload();
  await expect.poll(() => bubble(page, QUOTED).evaluate((one) => one.checkVisibility())).toBe(true);
  const box = (await scroller.boundingBox()) ?? expect.unreachable();
  await expect.poll(async () => (await bubble(page, QUOTED).boundingBox())?.y ?? 0).toBeGreaterThan(box.y);
  // From the far place on: all pages would take minutes.
  const most = await scroller.evaluate(async (box) => {
    let bubbles = 0;
    while (!box.querySelector('[data-seq="1"]')) {
      box.scrollTop = -box.scrollHeight;
      await new Promise((done) => requestAnimationFrame(done));
      bubbles = Math.max(bubbles, box.querySelectorAll("[data-seq]").length);
    }
    return bubbles;
  });
  expect(most, "the page holds a few hundred messages of ten thousand").toBeGreaterThan(50);
  expect(most).toBeLessThan(600);
  await page.getByRole("button", { name: "To the latest message" }).click();
  await bubble(page, MESSAGES).waitFor();
});

test("a phone, a desktop and the partner's device agree after one of them was offline", async () => {
  const [phone, desktop] = [await as(ANNA, { viewport: PHONE }), await as(ANNA, { viewport: DESKTOP })];
  const path = await sendAs(ANNA, BEN, "one, from the desk");
  for (const page of [phone, desktop]) {
    await openAlive(page, path);
    await said(page, "one, from the desk").waitFor();
  }
  await phone.context().setOffline(true);
  await say(phone, "four, from the tunnel");
  await sendAs(BEN, ANNA, "two, from Ben");
  await said(desktop, "two, from Ben").waitFor();
  await say(desktop, "three, from the desk");
  await tick(desktop, "three, from the desk", "Sent").waitFor();
  await phone.context().setOffline(false);
  const texts = ["one, from the desk", "two, from Ben", "three, from the desk", "four, from the tunnel"];
  for (const page of [phone, desktop])
    await expect
      .poll(async () => (await page.locator('[data-seq] [dir="auto"]').allTextContents()).filter((text) => texts.includes(text)))
      .toEqual(texts);
  const partner = await deviceAt(BEN, ANNA);
  const told = partner.all((one) => one.get("dir") === "auto" && one.closest((outer) => outer.has("data-seq")) !== null);
  expect(told.map(({ text }) => text).filter((text) => texts.includes(text))).toEqual(texts);
});
