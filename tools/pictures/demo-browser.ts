import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright";
import { DEMO_LOGINS, DEMO_PASSWORD } from "#demo/logins.ts";
import { readDomainFiles } from "#scripts/data.ts";
import { startProduct } from "#scripts/product.ts";
import { fail } from "#scripts/terminal.ts";

export const PICTURES = process.env.FOLDER ?? join(import.meta.dirname, "../../docs/screenshots");
const EXECUTABLE = process.env.CHROMIUM ?? "/usr/bin/chromium";
const QUALITY = 85;

export interface Demo {
  browser: Browser;
  at(path: string, host?: string): string;
  /** A page in a context of its own, past the entry warning. */
  open(options: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

/** Chromium in front of the server on PORT; without PORT, of one with a temporary store. */
export async function openDemo(): Promise<Demo> {
  if (!existsSync(EXECUTABLE)) fail(`There is no Chromium at ${EXECUTABLE}. Install it, or set CHROMIUM to a browser's path.`);
  const server = process.env.PORT ? { port: Number(process.env.PORT), stop: async () => {} } : await startDemo();
  const browser = await chromium.launch({
    executablePath: EXECUTABLE,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  const hosts = readDomainFiles().flatMap((domain) => domain.hosts);
  const at = (path: string, host = "localhost") => `http://${host}:${server.port}${path}`;
  return {
    browser,
    at,
    async open(options) {
      const context = await browser.newContext({ locale: "en-GB", ...options });
      await context.addCookies(hosts.map((host) => ({ name: "dismissed", value: "entry-t0", url: at("/", host) })));
      // New likes would open a dialog in front of the page.
      await context.route("**/api/auto-like.php*", (route) => route.abort());
      return context.newPage();
    },
    async close() {
      await browser.close();
      await server.stop();
    },
  };
}

async function startDemo() {
  const data = mkdtempSync(join(tmpdir(), "liaison-pictures-"));
  const vars = { CALL_LIMITS: "off", PASSWORD_COST: "test" };
  const { port, local } = await startProduct({ port: 0, data, domains: readDomainFiles(), members: 600, vars });
  const stop = async () => {
    await local.dispose();
    rmSync(data, { recursive: true, force: true });
  };
  return { port, stop };
}

export async function logIn(page: Page, origin: string, who: (typeof DEMO_LOGINS)[number] = DEMO_LOGINS[0]): Promise<void> {
  await page.goto(new URL("/login", origin).href);
  await page.locator('main input[name="email"]').fill(who.email);
  await page.locator('main input[name="password"]').fill(DEMO_PASSWORD);
  await page.locator('main form:has(input[name="password"]) button').click();
  await page.waitForURL(/members/);
}

/** Loads a page twice: the fonts of the first view may come too late to be shown (decision 26). */
export async function show(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.reload({ waitUntil: "networkidle" });
}

/** Shows the page behind the first such link. */
export async function follow(page: Page, link: string): Promise<void> {
  const href = await page.locator(link).first().getAttribute("href");
  if (!href) throw new Error(`no ${link} on ${page.url()}`);
  await show(page, new URL(href, page.url()).href);
}

/** Captures the viewport. Playwright itself captures no WebP. */
export async function capture(page: Page, format: "webp" | "png" = "webp"): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const quality = format === "webp" ? { quality: QUALITY } : {};
  const { data } = await session.send("Page.captureScreenshot", { format, ...quality });
  await session.detach();
  return Buffer.from(data, "base64");
}
