// `node scripts/screenshots.ts`: the README's pictures, from a running `npm start`.
import { join } from "node:path";
import { type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { DEMO_LOGINS, DEMO_PASSWORD } from "#db/seed/logins.ts";

const PORT = process.env.PORT ?? "8787";
const FOLDER = process.env.FOLDER ?? join(import.meta.dirname, "../docs/screenshots");
const DESKTOP = { viewport: { width: 1280, height: 860 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
const at = (path: string, host = "localhost") => `http://${host}:${PORT}${path}`;

for (const [size, options] of [
  ["desktop", DESKTOP],
  ["phone", PHONE],
] as const) {
  const visitor = await open(options);
  await shoot(visitor, at("/"), `index-${size}`);
  await shoot(visitor, at("/login"), `login-${size}`);
  await shoot(visitor, at("/signup"), `signup-${size}`);
  await shoot(visitor, at("/dev/letters/activation/en"), `letter-${size}`);
  await shoot(visitor, at("/nowhere"), `not-found-${size}`);
  await shoot(visitor, at("/", "dichtbij.localhost"), `dichtbij-${size}`);
  for (const scheme of ["light", "dark"] as const) {
    const suffix = scheme === "dark" ? `${size}-dark` : size;
    const anna = await open({ ...options, colorScheme: scheme });
    await logIn(anna);
    await shoot(anna, at("/members"), `members-${suffix}`);
    await anna.locator('main a[href^="/members/"]').first().click();
    await anna.waitForLoadState("networkidle");
    await anna.screenshot({ path: join(FOLDER, `profile-${suffix}.png`) });
    await shoot(anna, at("/likes"), `likes-${suffix}`);
    await shoot(anna, at("/settings"), `settings-${suffix}`);
    await shoot(anna, at("/settings/notifications"), `notifications-${suffix}`);
    await shoot(anna, at("/chats"), `chats-${suffix}`);
    const chat = anna.locator('main a[href^="/chats/"]').first();
    if ((await chat.count()) > 0) {
      await chat.click();
      await anna.waitForLoadState("networkidle");
      await anna.screenshot({ path: join(FOLDER, `chat-${suffix}.png`) });
    }
    await anna.context().close();
  }
  await visitor.context().close();
}
await browser.close();

async function open(options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ locale: "en-GB", ...options });
  // Skips the entry warning.
  const hosts = ["localhost", "dichtbij.localhost"];
  await context.addCookies(hosts.map((host) => ({ name: "dismissed", value: "entry-t0", url: at("/", host) })));
  return context.newPage();
}

async function shoot(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url, { waitUntil: "networkidle" });
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}

async function logIn(page: Page): Promise<void> {
  await page.goto(at("/login"));
  await page.locator('main input[name="email"]').fill(DEMO_LOGINS[0].email);
  await page.locator('main input[name="password"]').fill(DEMO_PASSWORD);
  await page.locator('main form:has(input[name="password"]) button').click();
  await page.waitForURL(/members/);
}
