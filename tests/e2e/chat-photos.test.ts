import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { phonePhoto } from "#tests/setup/pictures.ts";
import { at, PHONE, person, useBrowser } from "./browser.ts";
import { atChat, bubble } from "./chat-steps.ts";
import { insertMember } from "./fixtures.ts";
import { intercept } from "./intercept.ts";
import { held, newcomer, say } from "./steps.ts";

useBrowser({ pictures: true });

const SHEETS = "**/assets/sheet-*.css";
const ANNA = { ...newcomer("Anna"), name: "Annette", id: "" };
const BEN = { ...newcomer("Ben", "male"), name: "Bendix", id: "" };
beforeAll(async () => {
  for (const member of [ANNA, BEN]) member.id = await insertMember(member, { credits: 100 });
});

const last = (page: Page) => page.locator("[data-seq]").last();
const attach = (page: Page) => page.getByRole("button", { name: "Send something else" }).click();
/** The browser reads files itself: 12 MB through its debugger took more than 15 seconds on a busy machine. */
const folder = mkdtempSync(join(tmpdir(), "liaison-photos-"));
afterAll(() => rmSync(folder, { recursive: true }));
async function choosePhoto(page: Page, bytes?: Buffer) {
  const path = join(folder, bytes ? "large.jpg" : "IMG_0001.jpg");
  writeFileSync(path, bytes ?? Buffer.from(await phonePhoto().arrayBuffer()));
  await attach(page);
  await page.locator('input[type="file"]').setInputFiles(path);
}
async function decide(verdict: "Approve" | "Reject") {
  const { page, context } = await person();
  await page.goto(at("/dev/photos"));
  await page.getByRole("button", { name: verdict }).click();
  await page.getByText("No photo is waiting.").waitFor();
  await context.close();
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
  await bubble(anna, "From the lake").getByText("Being checked.").waitFor();
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

  await decide("Approve");
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

test("without scripts a photo is sent by its form, and a rejected one gives its price back", async () => {
  const [anna, ben] = [await atChat(ANNA, BEN, { javaScriptEnabled: false, viewport: PHONE }), await atChat(BEN, ANNA)];
  const send = anna.getByRole("button", { name: /Send a photo ·/ });
  await choosePhoto(anna, Buffer.alloc(12 * 1024 * 1024));
  await send.click();
  await anna.getByText("Choose one of up to 10 MB.").waitFor();
  await choosePhoto(anna);
  await send.click();
  await last(anna).getByText("Being checked.").waitFor();
  expect(await look(last(anna).getByText("Being checked."), "fontStyle")).toBe("italic");
  await decide("Reject");
  await last(ben).getByText("A photo was sent to you, but it was not approved.").waitFor();
  await anna.reload();
  await last(anna).getByText("Your credits are back.").waitFor();
  await ben.goto(at("/chats"));
  await ben.getByRole("link", { name: /Annette.*Photo/ }).waitFor();
});
