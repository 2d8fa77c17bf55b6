import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { phonePhoto } from "#tests/setup/pictures.ts";
import { at, PHONE, useBrowser } from "./browser.ts";
import { atChat, bubble } from "./chat-steps.ts";
import { insertMember } from "./fixtures.ts";
import { intercept } from "./intercept.ts";
import { PlainBrowser } from "./plain.ts";
import { sql } from "./product.ts";
import { held, newcomer, say } from "./steps.ts";

useBrowser({ pictures: true });

const SHEETS = "**/assets/sheet-*.css";
const ANNA = { ...newcomer("Annette"), id: "" };
const BEN = { ...newcomer("Bendix", "male"), id: "" };
beforeAll(async () => {
  for (const member of [ANNA, BEN]) member.id = await insertMember(member, { credits: 100 });
});

const attach = (page: Page) => page.getByRole("button", { name: "Send something else" }).click();
/** The browser reads files itself: through its debugger a large one took seconds on a busy machine. */
const folder = mkdtempSync(join(tmpdir(), "liaison-photos-"));
afterAll(() => rmSync(folder, { recursive: true }));
async function choosePhoto(page: Page) {
  const path = join(folder, "IMG_0001.jpg");
  writeFileSync(path, Buffer.from(await phonePhoto().arrayBuffer()));
  await attach(page);
  await page.locator('input[type="file"]').setInputFiles(path);
}
async function decide(status: "active" | "rejected", reason = "") {
  const waiting = await sql<{ id: string }>("SELECT id FROM chat_photos WHERE sender_id = ? AND status = 'inspection'", ANNA.id);
  expect(waiting).toHaveLength(1);
  const sent = { method: "POST", headers: { origin: at("") }, body: new URLSearchParams({ status, reason }) };
  expect((await fetch(at(`/dev/photos/${waiting[0]?.id}`), sent)).status).toBe(200);
}

const look = (of: Locator, property: "fontStyle" | "objectFit" | "opacity") =>
  of.evaluate((element, name) => getComputedStyle(element)[name], property);

test("a photo answers a message, outlives its page unsent, and arrives once approved, covered until it is asked for", async () => {
  // A service worker would answer for the sheet that the test holds.
  const block = { serviceWorkers: "block" } as const;
  const [anna, ben] = [await atChat(ANNA, BEN, block), await atChat(BEN, ANNA, { viewport: PHONE, ...block })];
  await say(ben, "Long, and warm");
  await bubble(anna, "Long, and warm").hover();
  await bubble(anna, "Long, and warm").getByRole("button", { name: "Options for this message" }).click();
  await anna.getByRole("button", { name: "Reply", exact: true }).click();
  const styling = anna.waitForRequest(SHEETS);
  // The press comes before the photo is prepared: it goes with the text all the same.
  const pressed = Promise.withResolvers<void>();
  await intercept(anna, "**/assets/*.js", (route) => pressed.promise.then(() => route.continue()));
  await choosePhoto(anna);
  const watched = Promise.withResolvers<void>();
  await intercept(anna.context(), "**/api/chat-photo.php", (route) => watched.promise.then(() => route.abort()));
  await say(anna, "From the lake");
  pressed.resolve();
  await anna.getByRole("progressbar", { name: "Sending the photo" }).waitFor();
  watched.resolve();
  const waiting = anna.getByRole("log").getByText("Will be sent as soon as the connection is back.");
  await waiting.waitFor();
  await say(anna, "And it is warm");
  const told = (page: Page) => async () => (await page.getByRole("log").textContent())?.match(/From the lake|And it is warm/g);
  await expect.poll(told(anna)).toEqual(["From the lake", "And it is warm"]);
  const sheet = (await styling).url();
  const [styleSent, styleCame] = [await held(anna, sheet), await held(ben, sheet)];
  const [stylesSent, stylesCame] = [anna.waitForRequest(sheet), ben.waitForRequest(sheet)];
  await anna.reload();
  await stylesSent;
  expect(await told(anna)()).toBeNull();
  await styleSent();
  await waiting.waitFor();
  const sent = anna.getByRole("log").locator('img[src^="blob:"]');
  expect(await look(sent, "objectFit")).toBe("cover");
  await expect.poll(told(anna)).toEqual(["From the lake", "And it is warm"]);
  expect(await told(ben)()).toBeNull();
  await anna.context().unroute("**/api/chat-photo.php");
  const own = bubble(anna, "From the lake").getByText("Being checked.");
  await own.waitFor();
  expect(await look(own, "fontStyle")).toBe("italic");
  await bubble(anna, "From the lake").getByRole("link", { name: "Long, and warm" }).waitFor();
  await expect.poll(() => bubble(anna, "From the lake").count()).toBe(1);
  await stylesCame;
  expect(await told(ben)()).toBeNull();
  await styleCame();
  const note = bubble(ben, "From the lake").getByText("It is being checked first.");
  await note.waitFor();
  expect(await look(note, "fontStyle")).toBe("italic");
  for (const page of [anna, ben]) await expect.poll(told(page)).toEqual(["From the lake", "And it is warm"]);
  await expect.poll(() => bubble(ben, "From the lake").locator("img").count()).toBe(0);

  await decide("active");
  const open = bubble(ben, "From the lake").getByRole("button", { name: "View large" });
  const cover = bubble(ben, "From the lake").getByRole("checkbox", { name: "Show the photo" });
  await cover.waitFor();
  await expect.poll(() => open.isVisible()).toBe(false);
  await intercept(ben, sheet, (route) => route.fulfill({ contentType: "text/css", body: "" }), { times: 1 });
  await ben.reload();
  await cover.waitFor();
  expect(await look(cover, "opacity")).toBe("1");
  expect(await open.isVisible()).toBe(false);
  await ben.reload();
  await cover.check();
  await open.click();
  const large = ben.locator(":popover-open img");
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(240);
  await bubble(anna, "From the lake").getByText("Being checked.").waitFor({ state: "detached" });
  for (const page of [anna, ben]) await page.context().close();
});

/** A member's browser that draws nothing, at the chat with the partner. */
async function plainAt(who: { id: string }, partner: { id: string }): Promise<PlainBrowser> {
  const page = await PlainBrowser.of(who.id);
  await page.goto(`/members/${partner.id}/chat`);
  return page;
}
const lastOf = (page: PlainBrowser) => page.all((one) => one.has("data-seq")).at(-1)?.text;

test("without scripts a photo is sent by its form, and a rejected one gives its price back", async () => {
  const ben = await plainAt(BEN, ANNA);
  // Who has got a message may send a photo.
  await ben.call("/api/chat.php", { profile: ANNA.id, text: "Show me the lake", client_id: `photo-${ANNA.id}` });
  const anna = await plainAt(ANNA, BEN);
  const send = async (photo: File) => {
    anna.unfold("Send something else");
    await anna.press(/Send a photo ·/, { file: photo });
  };
  await send(new File([new Uint8Array(12 * 1024 * 1024)], "large.jpg", { type: "image/jpeg" }));
  anna.shows("Choose one of up to 10 MB.");
  await send(phonePhoto());
  expect(lastOf(anna)).toContain("Being checked.");
  await decide("rejected", "unclear");
  await ben.goto(`/members/${ANNA.id}/chat`);
  expect(lastOf(ben)).toContain("A photo was sent to you, but it was not approved.");
  await anna.goto(`/members/${BEN.id}/chat`);
  expect(lastOf(anna)).toContain("Your credits are back.");
  await ben.goto("/chats");
  expect(ben.text).toMatch(/Annette.*Photo/);
});
