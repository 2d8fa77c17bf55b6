import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import type { StaffRole } from "#db/schema/attributes.ts";
import { staffRows } from "#tests/setup/staff.ts";
import { newId } from "#worker/platform/ids.ts";
import { at, DESKTOP, expectSound, mailTo, stranger, useBrowser } from "./browser.ts";
import { type PlainBrowser, plainMember } from "./plain.ts";
import { insert, sql } from "./product.ts";
import { expectPlainSound } from "./sight.ts";
import { emptyQueues, HOST, letDecisionsLeave, plainStaff, TAKE, takeWork } from "./staff-steps.ts";

useBrowser({ pictures: true });
beforeAll(emptyQueues);

/** A session of a new staff member; another journey covers the log-in. */
async function staffToken(role: StaffRole): Promise<string> {
  const { id, token, rows } = await staffRows(role);
  await insert(rows);
  // Nobody decides what is older than the own account.
  await sql("UPDATE staff_members SET created_at = 1 WHERE id = ?", id);
  return token;
}

/** A new browser with this session. */
async function staffPage(token: string): Promise<Page> {
  const { page } = await stranger({ viewport: DESKTOP });
  await useSession(page, token);
  return page;
}

async function useSession(page: Page, token: string): Promise<void> {
  await page.context().addCookies([{ name: "staff", value: token, url: at("/", HOST) }]);
}

const linkIn = (text: string) => /https?:\/\/\S+\/objection\?\S+/.exec(text)?.[0] ?? expect.unreachable(text);
const ABOUT_PHOTO = (id: string) => ({ kind: "photo", object: id, reason: "fake", text: "", block: false });

test("a reported photo is removed, its owner objects in the own language, and another person decides", async () => {
  const [anna, ben] = [await plainMember("Anna"), await plainMember("Ben", { gender: "male" })];
  await sql("UPDATE accounts SET language = 'de' WHERE id = ?", ben.id);
  ben.page.cookies.set("locale", "de");
  const [seeded] = await sql<{ key: string }>("SELECT main_photo AS key FROM profiles WHERE main_photo IS NOT NULL LIMIT 1");
  const photo = newId();
  await sql(
    "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?, ?, ?, 0, 'active', 1)",
    ...[photo, ben.id, seeded?.key],
  );
  expect((await anna.page.call("/api/report.php", ABOUT_PHOTO(photo))).status).toBe(201);

  const moderator = await staffToken("moderator");
  const mo = await staffPage(moderator);
  await takeWork(mo, moderator, "/staff/reports");
  const picture = mo.getByRole("img", { name: `Photo of ${ben.who.name}` });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await mo.keyboard.press("j");
  await mo.keyboard.press("r");
  await mo.getByRole("button", { name: "5 Somebody else" }).waitFor();
  await expectSound(mo);
  await mo.locator("details[open]").getByLabel("Your words to the member").fill("Nimm bitte 5 eigene Fotos.");
  await mo.locator("details[open]").getByRole("button", { name: "5 Somebody else" }).click();
  await mo.getByText(/^Report \S+: Remove it$/).waitFor();
  await letDecisionsLeave();
  expect(await sql("SELECT status FROM photos WHERE id = ?", photo)).toEqual([{ status: "rejected" }]);
  await anna.page.goto("/settings/reports");
  anna.page.shows("We have acted");

  const told = await mailTo(ben.who.email, /^Unsere Entscheidung/);
  const objection = linkIn(told.text);
  await ben.page.goto(objection);
  ben.page.shows("Nimm bitte 5 eigene Fotos.");
  await expectPlainSound(ben.page);
  await ben.page.press("Einspruch einlegen", { words: "Das bin ich, vor vielen Jahren in Hamburg." });
  ben.page.shows("Dein Einspruch ist da");

  const first = plainStaff(moderator);
  await first.goto("/staff/objections");
  first.shows("1 only for another person");
  expect(first.buttons(TAKE), "for the one who decided").toEqual([]);
  const operator = await staffToken("operator");
  const olga = mo;
  await useSession(olga, operator);
  await takeWork(olga, operator, "/staff/objections");
  await olga.locator("blockquote").getByText("vor vielen Jahren in Hamburg").waitFor();
  const member = olga.locator("[data-item]").getByRole("link", { name: "Member" });
  expect(await member.getAttribute("href")).toBe(`/staff/members/${ben.id}`);
  await olga.keyboard.press("j");
  await expectSound(olga);
  await olga.keyboard.press("r");
  await olga.getByText(/^Objection \S+: Reversed$/).waitFor();
  await letDecisionsLeave();
  await mailTo(ben.who.email, /^Antwort auf deinen Einspruch/);
  await ben.page.goto(objection);
  ben.page.shows("Du hattest recht");
});

test("an approved refund says that it may fail, and leads to what became of it", async () => {
  const { id: member } = await plainMember("Rina");
  const payment = newId();
  await sql(
    `INSERT INTO payments (id, account_id, domain_id, package_id, credits, currency, list_amount, amount, country, method, provider,
      status, seller, series, buyer_name, language, refund_days, idempotency_key, created_at, updated_at, ask_at)
      VALUES (?1, ?2, 'liaison', 'c60', 60, 'EUR', 2500, 2500, 'NL', 'card', 'sandbox', 'created', '{}', ?1, 'Rina', 'en', 14, ?1, ?3, ?3, ?3)`,
    ...[payment, member, Date.now()],
  );
  await sql("UPDATE payments SET status = 'completed' WHERE id = ?", payment);
  const olga = plainStaff(await staffToken("operator"));
  await olga.goto("/staff/refunds");
  await olga.press("Propose", { payment, share: "unused", reason: "goodwill" });
  const latest = (page: PlainBrowser) => page.all(({ tag, text }) => tag === "tr" && text.includes("Rina"))[0]?.text;
  expect(latest(olga)).toContain("waits for a second person");

  const support = await staffToken("support");
  const sol = await staffPage(support);
  await sol.clock.install();
  await takeWork(sol, support, "/staff/refunds");
  await sol.keyboard.press("j");
  await sol.keyboard.press("a");
  const item = sol.locator("[data-item]");
  await sol.getByText(/^Refund of \S+ to Rina.*: Approved$/).waitFor();
  await sol.clock.runFor(10_000);
  await item.getByText("Approved: the provider is asked now, and may refuse.").waitFor();
  await expect.poll(() => item.getByRole("button").count()).toBe(0);
  await expectSound(sol);
  await letDecisionsLeave();
  const became = await item.getByRole("link", { name: "See what became of it" }).getAttribute("href");
  const approver = plainStaff(support);
  await approver.goto(became ?? expect.unreachable("no link"));
  expect(latest(approver)).toContain("approved, refused by the provider");
});
