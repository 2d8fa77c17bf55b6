import type { Page, Request } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { at, DESKTOP, PHONE, person, useBrowser } from "./browser.ts";
import { sendAs } from "./chat-steps.ts";
import { insertMember, insertSession } from "./fixtures.ts";
import { intercept } from "./intercept.ts";
import { PlainBrowser } from "./plain.ts";
import { sql } from "./product.ts";
import { newcomer, openAlive } from "./steps.ts";

useBrowser();

const CHATS = 65;
const MESSAGES = 250;
const ANNA = { ...newcomer("Anna"), name: "Annelore", id: "" };
const BEN = { ...newcomer("Ben", "male"), name: "Benoît", id: "" };
const conversationOf = (number: number) => `chatlist${String(number).padStart(12, "0")}`;

/** Anna's chats, the first one the newest and with many messages, of which she has read all but the last five. */
beforeAll(async () => {
  ANNA.id = await insertMember(ANNA, { credits: 100 });
  BEN.id = await insertMember(BEN);
  const ben = BEN.id;
  const others = await sql<{ id: string }>(
    `SELECT id FROM profiles WHERE status = 'active' AND pool = 'liaison' AND id NOT IN (?, ?) AND name_key NOT LIKE 'beno%' ORDER BY id LIMIT ${CHATS - 1}`,
    ANNA.id,
    ben,
  );
  expect(others.length).toBe(CHATS - 1);
  const now = Date.now();
  for (const [number, id] of [ben, ...others.map((one) => one.id)].entries()) {
    const [a, b] = id < ANNA.id ? [id, ANNA.id] : [ANNA.id, id];
    const conversation = conversationOf(number);
    const last = now - number * 60_000;
    await sql(
      "INSERT INTO conversations (id, member_a, member_b, started_by, created_at) VALUES (?, ?, ?, ?, ?)",
      ...[conversation, a, b, id, last],
    );
    for (const [me, other] of [
      [ANNA.id, id],
      [id, ANNA.id],
    ])
      await sql(
        `INSERT INTO participants (conversation_id, member_id, other_id, last_text, last_sender, last_at, read_seq, unread)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[conversation, me, other, `line ${number}`, id, last],
        ...(number === 0 && me === ANNA.id ? [MESSAGES - 5, 5] : [0, 0]),
      );
  }
  const values = Array.from({ length: MESSAGES }, (_, index) => {
    const sentAt = now - (MESSAGES - index) * 60_000;
    return `('${conversationOf(0)}', ${index + 1}, 'list${index}', 'list${index}', '${ben}', 'text', 'said ${index + 1}', 1, ${sentAt})`;
  });
  for (let from = 0; from < values.length; from += 100)
    await sql(
      `INSERT INTO messages (conversation_id, seq, id, client_id, sender_id, type, text, price, created_at)
       VALUES ${values.slice(from, from + 100).join()}`,
    );
});

async function asAnna(options: Parameters<typeof person>[0] = {}): Promise<Page> {
  const { context, page } = await person(options);
  await insertSession(context, ANNA.id);
  return page;
}

const rows = (page: Page) => page.getByRole("list", { name: "Chats" }).getByRole("listitem");
const seqs = (page: Page) =>
  page.locator("[data-seq]").evaluateAll((all) => all.map((one) => Number((one as HTMLElement).dataset.seq)));

test("the list grows while it is scrolled, and a search by name finds a chat that is not loaded", async () => {
  const page = await asAnna({ viewport: DESKTOP });
  await openAlive(page, "/chats");
  await expect.poll(() => rows(page).count()).toBe(30);
  const hint = (await page.getByRole("searchbox").getAttribute("placeholder")) ?? "";
  expect(hint).not.toBe("");
  await page.getByRole("searchbox").evaluate((field: HTMLInputElement, text) => (field.value = text), hint);
  expect(await page.getByRole("searchbox").evaluate((field) => field.scrollWidth - field.clientWidth), hint).toBe(0);
  await page.getByRole("searchbox").evaluate((field: HTMLInputElement) => (field.value = ""));
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  expect(before, "no empty space follows the list").toBeLessThan(2 * DESKTOP.height);
  for (const count of [60, CHATS]) {
    await rows(page).last().scrollIntoViewIfNeeded();
    await page.mouse.move(100, 400);
    await page.mouse.wheel(0, 100);
    await rows(page)
      .nth(count - 1)
      .waitFor({ state: "attached" });
  }
  await expect.poll(() => page.getByRole("link", { name: "Show more conversations" }).count()).toBe(0);
  expect(await height(), "the list grows, not the page").toBeLessThan(before + 100);
  const known = await rows(page)
    .nth(CHATS - 1)
    .elementHandle();
  const requests = Promise.withResolvers<() => void>();
  await intercept(page, "**/api/chats.php*", (route) => requests.resolve(() => void route.continue()), { times: 1 });
  await page.getByRole("searchbox").fill("BENOI");
  const answer = await requests.promise;
  expect(await rows(page).count(), "rows while the search is on its way").toBe(CHATS);
  answer();
  await page.getByRole("status").filter({ hasText: "1 chat found" }).waitFor();
  await expect.poll(() => rows(page).count()).toBe(1);
  await page.getByRole("searchbox").fill("qqq");
  await page.getByRole("heading", { name: "Nobody found" }).waitFor();
  await page.getByRole("button", { name: "Show all chats" }).click();
  await rows(page)
    .nth(CHATS - 1)
    .waitFor({ state: "attached" });
  expect(await known?.evaluate((row) => row.isConnected), "the row of before the search").toBe(true);
});

test("in a low window the page scrolls with its bar, and the list grows", async () => {
  const page = await asAnna({ viewport: { width: 640, height: 400 } });
  await openAlive(page, "/chats");
  await expect.poll(() => rows(page).count()).toBe(30);
  expect(await page.locator("[data-scroller]").evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
  await rows(page).last().scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 100);
  await rows(page).nth(59).waitFor({ state: "attached" });
  const bar = (await page.locator("header").first().boundingBox()) ?? expect.unreachable();
  expect(bar.y + bar.height).toBeLessThanOrEqual(0);
});

test("without scripts a form searches, a link shows more, and a list shows signs that replacements would read as they are", async () => {
  const odd = "costs $$5 $& $'";
  await sql("UPDATE participants SET last_sender = ?, last_text = ? WHERE conversation_id = ?", ANNA.id, odd, conversationOf(1));
  await sql(
    `INSERT INTO chat_drafts (member_id, other_id, text, updated_at)
     SELECT member_id, other_id, ?, ? FROM participants WHERE conversation_id = ? AND member_id = ?`,
    ...[`draft ${odd}`, Date.now(), conversationOf(2), ANNA.id],
  );
  const page = await PlainBrowser.of(ANNA.id);
  const listed = () =>
    page.all((one) => one.tag === "li" && one.find((link) => /^\/chats\/\w/.test(link.get("href") ?? "")).length > 0);
  await page.goto("/chats");
  page.shows(`You: ${odd}`, `Draft: draft ${odd}`);
  await page.follow("Show more conversations");
  expect(page.path).toMatch(/cursor=/);
  expect(listed()).toHaveLength(30);
  await page.press("Search", { name: "benoi" });
  expect(page.path).toMatch(/name=benoi/);
  expect(listed()).toHaveLength(1);
});

/** In the browser: keeps a message whose sending failed, as the page's outbox does. */
function keepUnsent({ member, partner, conversation }: { member: string; partner: string; conversation: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(`unsent:${member}`);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const writing = opening.result.transaction("messages", "readwrite");
      const createdAt = new Date().toISOString();
      const sending = { clientId: "unsent", partnerId: partner, conversation, replyTo: null };
      writing.objectStore("messages").put({ ...sending, text: "never arrived", createdAt, error: "failed" });
      writing.onabort = () => reject(writing.error);
      writing.oncomplete = () => resolve();
    };
  });
}

test("a conversation opens at the unread messages, loads its history without a jump and returns to the place", async () => {
  const page = await asAnna({ viewport: PHONE });
  await openAlive(page, `/chats/${conversationOf(0)}`);
  await page.getByText("New messages", { exact: true }).waitFor();
  await expect.poll(() => page.locator("[data-seq]").first().getAttribute("data-seq")).toBe(String(MESSAGES - 49));
  const log = page.locator("section [data-scroller]");
  while (!(await seqs(page)).includes(1)) {
    const before = Math.min(...(await seqs(page)));
    await log.evaluate((box) => box.scrollBy(0, -1500));
    await page.waitForFunction(
      ([first]) => {
        const box = document.querySelector("section [data-scroller]") as HTMLElement;
        const all = [...document.querySelectorAll<HTMLElement>("[data-seq]")].map((one) => Number(one.dataset.seq));
        return Math.min(...all) < (first ?? 0) || box.scrollHeight - box.clientHeight + box.scrollTop > 2000;
      },
      [before],
    );
  }
  const place = () =>
    log.evaluate((box) => {
      const top = box.getBoundingClientRect().top;
      const first = [...box.querySelectorAll<HTMLElement>("[data-seq]")].find((one) => one.getBoundingClientRect().top >= top);
      return { seq: first?.dataset.seq, top: Math.round(first?.getBoundingClientRect().top ?? 0) };
    });
  await log.evaluate((box) => box.scrollBy(0, 3000));
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const away = await place();
  await page.locator(`[data-seq="${away.seq}"]`).getByRole("button", { name: "Options for this message" }).click();
  await page.getByRole("button", { name: "Copy text" }).click();
  const said = page.getByRole("status").getByText(/copied|Your browser does not let us copy/i);
  await said.waitFor();
  const frame = (await log.boundingBox()) ?? expect.unreachable();
  const { y, height } = (await said.boundingBox()) ?? expect.unreachable();
  expect(y > frame.y && y + height <= frame.y + frame.height, "the result is in sight").toBe(true);
  expect(await place(), "the result moves nothing").toEqual(away);
  const left = await place();
  // A message that was not sent is read from the browser's store while the page looks for its place.
  await page.evaluate(keepUnsent, { member: ANNA.id, partner: BEN.id, conversation: conversationOf(0) });
  await page.reload();
  await page.getByRole("log").getByText("never arrived").waitFor({ state: "attached" });
  await page.locator(`[data-seq="${left.seq}"]`).waitFor();
  // Half a pixel may be rounded either way.
  const moved = async () => (({ seq, top }) => (seq === left.seq ? Math.abs(top - left.top) : Infinity))(await place());
  await expect.poll(moved).toBeLessThanOrEqual(1);
});

test("a muted chat shows so in its header and in the list", async () => {
  const page = await asAnna();
  await openAlive(page, `/chats/${conversationOf(1)}`);
  await page.getByRole("button", { name: "More options" }).click();
  await page.getByRole("button", { name: "Mute", exact: true }).click();
  await page.getByRole("status").getByText("Muted").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Unmute", exact: true }).isVisible()).toBe(false);
  await page.getByRole("banner").or(page.locator("section header")).getByRole("img", { name: "Muted" }).waitFor();
  await expect.poll(() => rows(page).getByRole("img", { name: "Muted" }).count()).toBe(1);
});

test("messages of a begun conversation fetch no page anew, a chat that another device removed does", async () => {
  const [clara, daan] = [await insertMember(newcomer("Clara"), { credits: 100 }), await insertMember(newcomer("Daan", "male"))];
  const { context, page } = await person();
  await insertSession(context, clara);
  await page.clock.install();
  await openAlive(page, `/members/${daan}/chat`);
  const his = await PlainBrowser.of(daan);
  const log = page.getByRole("log");
  /** Time for a check of the sums, the refresh that follows it, and in each step the events that left the server before. */
  const settle = async () => {
    for (let step = 0; step < 6; step++) {
      await page.evaluate(() => fetch("/api/user.php"));
      await page.clock.runFor(200);
    }
  };
  /** She writes, and he reads it. */
  const say = async (text: string) => {
    await page.locator('textarea[name="text"]').fill(text);
    await page.getByRole("button", { name: /^Send( ·|$)/ }).click();
    await log.getByText(text).waitFor();
    await page.waitForURL("**/chats/*");
    await his.goto(new URL(page.url()).pathname);
    await log.locator("div").filter({ hasText: text }).getByRole("img", { name: "Read" }).first().waitFor();
    await settle();
  };
  const unread = async () =>
    (await sql<{ unread: number }>("SELECT unread FROM participants WHERE member_id = ?", clara))[0]?.unread;
  /** He writes, and she reads it, or has it only. */
  const hear = async (text: string, left = 0) => {
    await sendAs({ id: daan }, { id: clara }, text);
    await log.getByText(text).waitFor();
    await expect.poll(unread).toBe(left);
    await settle();
  };
  const requests: string[] = [];
  let loading = 0;
  const fetches = (request: Request) => new URL(request.url()).pathname.endsWith(".rsc");
  page.on("request", (request) => {
    if (fetches(request)) loading += requests.push(new URL(request.url()).pathname) && 1;
  });
  // A newer refresh aborts one that is on its way.
  for (const end of ["requestfinished", "requestfailed"] as const)
    page.on(end as "requestfailed", (request) => void (loading -= Number(fetches(request))));
  // The first messages change what the page offers.
  await say("Shall we talk?");
  await hear("Gladly");
  const isQuiet = async () => {
    const before = requests.length;
    await settle();
    return loading === 0 && requests.length === before && before > 0;
  };
  await expect.poll(isQuiet).toBe(true);
  requests.length = 0;
  await say("And now?");
  await hear("Nothing is fetched");
  expect(requests).toEqual([]);
  // The sums count a message whose read mark is still on its way.
  const held = Promise.withResolvers<void>();
  await intercept(page, "**/api/chat-read.php", (route) => held.promise.then(() => route.continue()));
  await hear("And on a slow line?", 1);
  // The next message writes that it has the one before.
  await hear("And the next?", 2);
  await his.goto(new URL(page.url()).pathname);
  const [slow] = his.all((one) => one.has("data-seq") && one.text.includes("And on a slow line?"));
  expect(slow?.find((one) => one.get("role") === "img").map((one) => one.get("aria-label"))).toEqual(["Delivered"]);
  expect(requests).toEqual([]);
  held.resolve();
  await expect.poll(unread).toBe(0);
  await settle();
  expect(requests).toEqual([]);
  const conversation = new URL(page.url()).pathname.split("/").at(-1);
  const removed = await context.request.delete(at("/api/chat.php"), {
    headers: { origin: new URL(at("/")).origin },
    data: { conversation },
  });
  expect(removed.status()).toBe(200);
  const fetched = async () => {
    await page.clock.runFor(300);
    return requests.length;
  };
  await expect.poll(fetched).toBe(1);
});
