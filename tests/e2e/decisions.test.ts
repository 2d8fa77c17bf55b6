import type { Page } from "playwright";
import { expect, test } from "vitest";
import type { StaffRole } from "#db/schema/attributes.ts";
import { staffRows } from "#tests/setup/staff.ts";
import { newId } from "#worker/platform/ids.ts";
import { at, DESKTOP, expectSound, mailTo, PHONE, stranger, useBrowser } from "./browser.ts";
import { memberPage } from "./fixtures.ts";
import { plainMember } from "./plain.ts";
import { insert, sql } from "./product.ts";
import { HOST, letDecisionsLeave } from "./staff-steps.ts";
import { hydrated } from "./steps.ts";

useBrowser({ pictures: true });

/** A new browser with a session of a new staff member; another journey covers the log-in. */
async function staffPage(role: StaffRole): Promise<Page> {
  const { page, context } = await stranger({ viewport: DESKTOP });
  const { id, token, rows } = await staffRows(role);
  await insert(rows);
  // Nobody decides what is older than the own account.
  await sql("UPDATE staff_members SET created_at = 1 WHERE id = ?", id);
  await context.addCookies([{ name: "staff", value: token, url: at("/", HOST) }]);
  return page;
}

/** Opens the queue by its key and waits for its only case. */
async function take(page: Page, path: string): Promise<void> {
  await page.goto(at(path, HOST));
  await hydrated(page);
  await page.keyboard.press("n");
  await page.locator("[data-item]").waitFor();
  await hydrated(page);
}

const linkIn = (text: string) => /https?:\/\/\S+\/objection\?\S+/.exec(text)?.[0] ?? expect.unreachable(text);
const ABOUT_PHOTO = (id: string) => ({ kind: "photo", object: id, reason: "fake", text: "", block: false });

test("a reported photo is removed, its owner objects in the own language, and another person decides", async () => {
  const [anna, ben] = [await plainMember("Anna"), await memberPage("Ben", { gender: "male", viewport: PHONE })];
  await sql("UPDATE accounts SET language = 'de' WHERE id = ?", ben.id);
  await ben.context.addCookies([{ name: "locale", value: "de", url: at("/") }]);
  const [seeded] = await sql<{ key: string }>("SELECT main_photo AS key FROM profiles WHERE main_photo IS NOT NULL LIMIT 1");
  const photo = newId();
  await sql(
    "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES (?, ?, ?, 0, 'active', 1)",
    ...[photo, ben.id, seeded?.key],
  );
  expect((await anna.page.call("/api/report.php", ABOUT_PHOTO(photo))).status).toBe(201);

  const mo = await staffPage("moderator");
  await take(mo, "/staff/reports");
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
  await ben.page.goto(linkIn(told.text));
  await ben.page.getByText("Nimm bitte 5 eigene Fotos.").waitFor();
  await ben.page.locator("[name=words]").fill("Das bin ich, vor vielen Jahren in Hamburg.");
  await expectSound(ben.page);
  await ben.page.getByRole("button", { name: "Einspruch einlegen" }).click();
  await ben.page.getByText("Dein Einspruch ist da").waitFor();

  await mo.goto(at("/staff/objections", HOST));
  await hydrated(mo);
  await mo.keyboard.press("n");
  await mo.waitForLoadState();
  await mo.getByText("1 only for another person").waitFor();
  await expect.poll(() => mo.locator("[data-item]").count(), { message: "for the one who decided" }).toBe(0);
  const olga = await staffPage("operator");
  await take(olga, "/staff/objections");
  await olga.locator("blockquote").getByText("vor vielen Jahren in Hamburg").waitFor();
  const member = olga.locator("[data-item]").getByRole("link", { name: "Member" });
  expect(await member.getAttribute("href")).toBe(`/staff/members/${ben.id}`);
  await olga.keyboard.press("j");
  await expectSound(olga);
  await olga.keyboard.press("r");
  await olga.getByText(/^Objection \S+: Reversed$/).waitFor();
  await letDecisionsLeave();
  await mailTo(ben.who.email, /^Antwort auf deinen Einspruch/);
  await ben.page.reload();
  await ben.page.getByText("Du hattest recht").waitFor();
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
  const olga = await staffPage("operator");
  await olga.goto(at("/staff/refunds", HOST));
  await olga.getByLabel("Number of the payment").fill(payment);
  await olga.getByLabel("How much").selectOption({ label: "The unspent credits' share" });
  await olga.getByLabel("Reason").selectOption({ label: "Goodwill" });
  await olga.getByRole("button", { name: "Propose" }).click();
  const latest = (page: Page) => page.getByRole("row").filter({ hasText: "Rina" });
  await latest(olga).getByText("waits for a second person").waitFor();

  const sol = await staffPage("support");
  await sol.clock.install();
  await take(sol, "/staff/refunds");
  await sol.keyboard.press("j");
  await sol.keyboard.press("a");
  const item = sol.locator("[data-item]");
  await sol.getByText(/^Refund of \S+ to Rina.*: Approved$/).waitFor();
  await sol.clock.runFor(10_000);
  await item.getByText("Approved: the provider is asked now, and may refuse.").waitFor();
  await expect.poll(() => item.getByRole("button").count()).toBe(0);
  await expectSound(sol);
  await letDecisionsLeave();
  await item.getByRole("link", { name: "See what became of it" }).click();
  await latest(sol).getByText("approved, refused by the provider").waitFor();
});
