import { gzipSync } from "node:zlib";
import { type Browser, chromium, type Page } from "playwright";
import type { Screen } from "./bytes.ts";
import { printTable } from "./table.ts";

/** Upper limits of a first visit; `used` is the lower limit of the CSS that the page uses, in percent. */
const TARGETS = { sheets: 11.6, used: 40, scripts: 100, files: 8, requests: 10 };
/** Of files: whether a face from the device stands in until then is chance. */
const FONT_FACE = /@font-face\{[^}]*url\([^}]*\}/g;
/** A chat may load more JavaScript, in kB gzip. */
const CHAT_SCRIPTS = 118;

type Visit = Record<keyof typeof TARGETS, number>;

/** What Chromium loads and uses on a phone's first visit, and a verdict for each target. Photos do not count as requests. */
export async function measureVisits(url: string, screens: Screen[]): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const rows: (string | number)[][] = [];
    for (const screen of screens) {
      const { sheets, used, scripts, files, requests } = await visit(browser, url, screen);
      const limits = { ...TARGETS, scripts: screen.name === "chat" ? CHAT_SCRIPTS : TARGETS.scripts };
      rows.push([
        screen.name,
        `${sheets.toFixed(1)} ${sheets <= limits.sheets ? "✓" : "✖"}`,
        `${used.toFixed(0)} % ${used >= limits.used ? "✓" : "✖"}`,
        `${scripts.toFixed(1)} ${scripts <= limits.scripts ? "✓" : "✖"}`,
        `${files} ${files <= limits.files ? "✓" : "✖"}`,
        `${requests} ${requests <= limits.requests ? "✓" : "✖"}`,
      ]);
    }
    const goals = `CSS ≤ ${TARGETS.sheets} kB, used ≥ ${TARGETS.used} %, JavaScript ≤ ${TARGETS.scripts} kB (chat ${CHAT_SCRIPTS}) in ≤ ${TARGETS.files} files, requests ≤ ${TARGETS.requests}`;
    printTable(
      `First visit in Chromium, kB gzip; ${goals}`,
      ["screen", "CSS", "CSS used", "JavaScript", "files", "requests"],
      rows,
    );
  } finally {
    await browser.close();
  }
}

async function visit(browser: Browser, url: string, { path, cookie }: Screen): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    for (const pair of cookie?.split("; ") ?? []) {
      const [name = "", value = ""] = pair.split("=");
      await context.addCookies([{ name, value, url }]);
    }
    const page = await context.newPage();
    const requested = new Set<string>();
    page.on("request", (request) => {
      const { origin, pathname } = new URL(request.url());
      const isPhoto = request.resourceType() === "image" && !pathname.endsWith(".svg");
      if (origin === new URL(url).origin && !isPhoto) requested.add(`${request.method()} ${pathname}`);
    });
    await Promise.all([page.coverage.startCSSCoverage(), page.coverage.startJSCoverage()]);
    await page.goto(url + path, { waitUntil: "load" });
    // Islands load their modules after the page.
    await page.waitForLoadState("networkidle").catch(() => {});
    const [css, js] = await Promise.all([page.coverage.stopCSSCoverage(), page.coverage.stopJSCoverage()]);
    const sheets = css.filter((sheet) => /\.css$/.test(sheet.url));
    const scripts = js.filter((script) => /\.js$/.test(script.url));
    // A first page brings its sheets as text, and loads the files for later pages.
    const texts = css.filter((sheet) => sheet.url === page.url());
    const applied = texts.length > 0 ? texts : sheets;
    const all = sum(applied.map(({ text }) => text?.length ?? 0));
    const ranges = applied.flatMap((sheet) => sheet.ranges.map(({ start, end }) => end - start));
    const faces = await loadedFaces(page);
    const fonts = applied.flatMap(({ text }) =>
      [...(text ?? "").matchAll(FONT_FACE)].filter(([face]) => faces.has(nameOf(face))),
    );
    return {
      sheets: sum(sheets.map(({ text }) => kilobytes(text ?? ""))),
      used: (100 * (sum(ranges) + sum(fonts.map(([face]) => face.length)))) / all,
      scripts: sum(scripts.map(({ source }) => kilobytes(source ?? ""))),
      files: scripts.length,
      requests: requested.size,
    };
  } finally {
    await context.close();
  }
}

/** Chromium's coverage never reports a font face: one whose font the page has loaded is used. */
async function loadedFaces(page: Page): Promise<Set<string>> {
  const faces = await page.evaluate(() =>
    [...document.fonts].map(({ family, weight, status }) => ({ family, weight, isLoaded: status === "loaded" })),
  );
  return new Set(faces.filter(({ isLoaded }) => isLoaded).map(({ family, weight }) => `${family.replaceAll('"', "")} ${weight}`));
}

function nameOf(face: string): string {
  const [family, weight] = ["family", "weight"].map((name) => new RegExp(`font-${name}:"?([^;"}]+)`).exec(face)?.[1]);
  return `${family} ${weight}`;
}

function kilobytes(code: string): number {
  return gzipSync(code).byteLength / 1000;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
