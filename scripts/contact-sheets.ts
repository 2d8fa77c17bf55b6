// `npm run sheets`: screenshots of every layout in light, dark, phone, desktop, three languages and niches, from a running
// `npm start`.
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { DEMO_LOGINS, DEMO_PASSWORD } from "#db/seed/logins.ts";

const PORT = process.env.PORT ?? "8787";
const FOLDER = process.env.FOLDER ?? join(import.meta.dirname, "../docs/screenshots/sheets");

/** The first three columns share their members. */
const COLUMNS = [
  { host: "localhost", language: "en", label: "Liaison · English" },
  { host: "dichtbij.localhost", language: "nl", label: "Dichtbij · Nederlands" },
  { host: "funken.localhost", language: "de", label: "Funken · Deutsch" },
];
const LOOKS = (["light", "dark"] as const).flatMap((scheme) => [
  { scheme, width: 390, height: 844 },
  { scheme, width: 1280, height: 844 },
]);
const SHEETS: { name: string; path: string; member?: true; follow?: string }[] = [
  { name: "default-visitor", path: "/" },
  { name: "default-member", path: "/members", member: true },
  { name: "default-profile", path: "/members", member: true, follow: 'main li a[href^="/members/"]' },
  { name: "default-legal", path: "/faq" },
  { name: "chat", path: "/chats", member: true, follow: 'main a[href^="/chats/"]' },
  { name: "lander", path: "/landers/collagelanding" },
  { name: "empty", path: "/signup" },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});

for (const sheet of SHEETS.filter(({ name }) => process.argv.length < 3 || process.argv.includes(name))) {
  const rows: string[] = [];
  for (const { scheme, width, height } of LOOKS) {
    const cells: string[] = [];
    for (const { host, language } of COLUMNS) {
      const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, locale: "en-GB" });
      const origin = `http://${host}:${PORT}`;
      // Skips the entry warning.
      await context.addCookies([
        { name: "locale", value: language, url: origin },
        { name: "dismissed", value: "entry-t0", url: origin },
      ]);
      const page = await context.newPage();
      if (sheet.member) await logIn(page, origin);
      await page.goto(origin + sheet.path, { waitUntil: "networkidle" });
      if (sheet.follow) {
        await page.locator(sheet.follow).first().click();
        await page.waitForLoadState("networkidle");
      }
      const picture = await page.screenshot({ type: "jpeg", quality: 85 });
      cells.push(`<img src="data:image/jpeg;base64,${picture.toString("base64")}">`);
      await context.close();
    }
    rows.push(`<div class="row w${width}">${cells.join("")}</div>`);
  }
  await compose(sheet.name, rows);
  console.log(`✓ ${sheet.name}`);
}
await browser.close();

/** Phones of both schemes in one row, desktops below. */
async function compose(name: string, rows: string[]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1640, height: 900 } });
  const head = `<h1>${COLUMNS.map(({ label }) => `<span>${label}</span>`).join("")}</h1>`;
  await page.setContent(
    `<style>body{margin:0;padding:16px;background:#777;font:600 15px system-ui;color:#fff}h1,.row{display:grid;grid-template-columns:repeat(3,1fr);gap:12px;margin:0 0 12px}
h1{font:inherit}.w390{width:50%;float:left;box-sizing:border-box;padding-right:12px}img{width:100%;display:block;border-radius:6px}.w1280{clear:both}</style>
${head}${[0, 2, 1, 3].map((index) => rows[index]).join("")}`,
  );
  await page.screenshot({ path: join(FOLDER, `${name}.jpg`), type: "jpeg", quality: 78, fullPage: true });
  await page.close();
}

async function logIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.locator('main input[name="email"]').fill(DEMO_LOGINS[0].email);
  await page.locator('main input[name="password"]').fill(DEMO_PASSWORD);
  await page
    .locator(
      'main form:has(input[name="password"]) button[type="submit"], main form:has(input[name="password"]) button:not([type])',
    )
    .first()
    .click();
  await page.waitForURL(/members/);
}
