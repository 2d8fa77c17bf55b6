import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { at, expectSound, person, useBrowser } from "./browser.ts";
import { nextMember } from "./fixtures.ts";
import { intercept } from "./intercept.ts";
import { PlainBrowser, plainMember } from "./plain.ts";
import { sql } from "./product.ts";
import { newcomer, openAlive } from "./steps.ts";

useBrowser();

const REFERENCE = /reference is ([0-9A-Z]{5}-[0-9A-Z]{5})/;

/** The reference of the receipt. */
async function received(page: Page): Promise<string> {
  await page.waitForURL("**/settings/reports?reference=*");
  await page.getByText("Thank you, we have your report").waitFor();
  const text = await page.getByText(REFERENCE).textContent();
  return REFERENCE.exec(text ?? "")?.[1] ?? expect.unreachable();
}

const stored = (reference: string) =>
  sql<{ kind: string; reason: string; text: string; reporter_id: string }>(
    "SELECT * FROM reports WHERE reference = ?",
    reference,
  );

/** With scripts: each test logs its own member in. */
let browser: Page;
beforeAll(async () => {
  browser = (await person()).page;
});

type Plain = Awaited<ReturnType<typeof plainMember>>;

async function writes(from: Plain, to: { id: string }): Promise<void> {
  const said = { profile: to.id, text: "Send me money", client_id: crypto.randomUUID() };
  expect((await from.page.call("/api/chat.php", said)).status).toBe(201);
}

test("a message is reported from its menu, in a dialog that returns the focus, and its author is blocked", async () => {
  const page = browser;
  const anna = { id: await nextMember(page, newcomer("Anna")) };
  const ben = await plainMember("Ben", { gender: "male" });
  await writes(ben, anna);
  await openAlive(page, `/members/${ben.id}/chat`);
  const bubble = page.locator("[data-seq]").filter({ hasText: "Send me money" });
  const open = async () => {
    await bubble.focus();
    await page.keyboard.press("Enter");
    await page.locator("#message-menu").getByRole("link", { name: "Report this message" }).press("Enter");
    await page.getByRole("dialog", { name: "Report this message" }).waitFor();
  };
  await open();
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.activeElement?.matches("[data-seq]"));

  await open();
  const dialog = page.getByRole("dialog", { name: "Report this message" });
  await dialog.getByRole("button", { name: "Send report" }).click();
  await dialog.locator("#report-reason-error").getByText("Please fill this in.").waitFor();
  await dialog.getByLabel("Something else").check();
  await dialog.getByRole("button", { name: "Send report" }).click();
  await dialog.locator("#report-text-error").getByText("Please fill this in.").waitFor();
  await expect.poll(() => dialog.locator("#report-reason-error").count()).toBe(0);
  await dialog.getByLabel("What happened?").fill("He asks everybody.");
  await dialog.getByText("They see that you blocked them, and may guess that the report came from you.").waitFor();
  await dialog.getByLabel("Also block this member").check();
  await expectSound(page);
  await dialog.getByRole("button", { name: "Send report" }).click();
  const reference = await received(page);
  expect(await stored(reference)).toMatchObject([
    { kind: "message", reason: "unlisted", text: "He asks everybody.", reporter_id: anna.id },
  ]);
  const device = await PlainBrowser.of(anna.id);
  await device.goto(`/members/${ben.id}/chat`, { status: 404 });
  expect(device.heading).toBeTruthy();
  device.lacks("Send me money");
  await device.goto("/settings/blocked");
  device.shows(ben.who.name);
});

test("without scripts a profile and a message are reported on pages of their own, once, and nobody is blocked unasked", async () => {
  const [anna, ben] = [await plainMember("Anna"), await plainMember("Ben", { gender: "male" })];
  const { page } = anna;
  await writes(ben, anna);
  const referenceOf = () => {
    page.shows("Thank you, we have your report");
    return REFERENCE.exec(page.text)?.[1] ?? expect.unreachable(page.text);
  };
  await page.goto(`/members/${ben.id}`);
  page.unfold(/^More options for/);
  await page.follow("Report this profile");
  await page.press("Send report", { reason: "fake" });
  const reference = referenceOf();

  await page.goto(`/report?kind=profile&object=${ben.id}`);
  page.shows(`You have reported this already, under ${reference}`);
  expect(page.buttons("Send report")).toEqual([]);

  await page.goto(`/members/${ben.id}/chat`);
  await page.follow("Report this message");
  expect(page.all(({ tag }) => tag === "blockquote").map(({ text }) => text)).toEqual([expect.stringContaining("Send me money")]);
  await page.press("Send report", { reason: "scam" });
  referenceOf();
  const reported = page.all((one) => one.tag === "li" && one.text.includes(ben.who.name));
  expect(reported).toHaveLength(2);
  for (const one of reported) expect(one.text).toContain("We are looking at it");
  expect(await sql("SELECT 1 FROM blocks WHERE blocker_id = ?", anna.id)).toEqual([]);
});

test("a report that is being written when its author blocks is taken all the same", async () => {
  const page = browser;
  const anna = { id: await nextMember(page, newcomer("Anna")) };
  const ben = await plainMember("Ben", { gender: "male" });
  await writes(ben, anna);
  const blocked = Promise.withResolvers<void>();
  // The page reads itself again once it hears of the message: here after the block.
  await intercept(page, /\.rsc$/, async (route) => {
    await blocked.promise;
    await route.continue();
  });
  const refused = page.waitForResponse((response) => response.url().endsWith(".rsc"));
  const [{ id } = { id: "" }] = await sql<{ id: string }>(
    "SELECT conversation_id AS id FROM participants WHERE member_id = ?",
    anna.id,
  );
  await openAlive(page, `/members/${ben.id}/chat`);
  await page.locator("[data-seq]").filter({ hasText: "Send me money" }).focus();
  await page.keyboard.press("Enter");
  await page.locator("#message-menu").getByRole("link", { name: "Report this message" }).press("Enter");
  await page.getByRole("radio", { name: "Something else" }).check();
  await page.getByLabel("What happened?").fill("He asks everybody.");
  expect((await ben.page.call("/api/block.php", { profile: anna.id })).status).toBe(200);
  await expect.poll(() => sql("SELECT 1 FROM messages WHERE conversation_id = ?", id)).toEqual([]);
  blocked.resolve();
  expect((await refused).status()).toBe(403);
  await page.getByRole("button", { name: "Send report" }).click();
  const reference = await received(page);
  expect(await stored(reference)).toMatchObject([{ kind: "profile", text: "He asks everybody.", reporter_id: anna.id }]);
  await page.goto(at(`/members/${ben.id}/chat`));
  await page.getByText(`You're blocked by ${ben.who.name}.`).waitFor();
  await expectSound(page);
  await page.getByRole("link", { name: "Report this profile" }).waitFor();
  await page.getByRole("link", { name: "Back to all messages" }).click();
  await page.waitForURL("**/chats");
});

test("without scripts, too, a report that is being written when its author blocks is taken", async () => {
  const [anna, ben] = [await plainMember("Anna"), await plainMember("Ben", { gender: "male" })];
  await ben.page.goto(`/members/${anna.id}/chat`);
  await ben.page.press(/^Send( ·|$)/, { text: "Send me money" });
  expect(ben.page.path).toMatch(/^\/chats\//);
  await anna.page.goto(`/report?kind=message&object=${ben.page.path.split("/")[2]}/1`);
  await ben.page.goto(`/members/${anna.id}`);
  ben.page.unfold(`More options for ${anna.who.name}`);
  ben.page.unfold(/^Block .+\?$/);
  await ben.page.press(/^Block [^?]+$/);
  expect(await sql("SELECT 1 FROM blocks WHERE blocker_id = ?", ben.id)).toHaveLength(1);
  await anna.page.press("Send report", { reason: "unlisted", details: "He asks everybody." });
  anna.page.shows("Thank you, we have your report");
  const [, reference = ""] = /[?&]reference=([^&]+)/.exec(anna.page.path) ?? [];
  expect(await stored(reference)).toMatchObject([{ kind: "profile", text: "He asks everybody.", reporter_id: anna.id }]);
  await anna.page.goto(`/members/${ben.id}/chat`, { status: 403 });
  anna.page.shows(`You're blocked by ${ben.who.name}.`);
});
