// `npm run lighthouse`: mobile scores of the main pages of a running `npm start`. Downloads Lighthouse on demand.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import { DEMO_LOGINS, DEMO_PASSWORD } from "#demo/logins.ts";

const ORIGIN = `http://localhost:${process.env.PORT ?? "8787"}`;
const VERSION = "13.5.0";
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const EXECUTABLE = process.env.CHROMIUM ?? "/usr/bin/chromium";

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string }[] }>;
  audits: Record<string, { score: number | null; title: string; numericValue?: number }>;
}

// A profile with real cookies: picture URLs differ per session.
const profile = mkdtempSync(join(tmpdir(), "liaison-lighthouse-"));
// Skips the entry warning, which would otherwise be measured.
await prepare([
  { name: "dismissed", value: "entry-t0", url: ORIGIN },
  { name: "locale", value: "en", url: ORIGIN },
]);
print("page", CATEGORIES, ["LCP s", "CLS", "TBT ms"]);
for (const path of ["/", "/landers/collagelanding", "/login", "/members"]) show(path, measure(path));
const member = await prepare([], DEMO_LOGINS[0].email);
for (const path of ["/members", `/members/${member}`, `/members/${member}/chat`, "/swipe-game"])
  show(`${path}, member`, measure(path));
rmSync(profile, { recursive: true, force: true });

function measure(path: string): Report {
  const flags = `--headless=new --no-sandbox --disable-gpu --disable-background-networking --user-data-dir=${profile}`;
  const options = ["--quiet", "--output=json", `--chrome-flags=${flags}`, `--only-categories=${CATEGORIES.join(",")}`];
  const { stdout, stderr, status } = spawnSync("npx", ["--yes", `lighthouse@${VERSION}`, ORIGIN + path, ...options], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    timeout: 120_000,
    env: { ...process.env, CHROME_PATH: EXECUTABLE },
  });
  if (status !== 0) throw new Error(stderr || "Lighthouse did not end within two minutes");
  return JSON.parse(stdout) as Report;
}

/** Expiring cookies go to disk. Returns a member's id to open. */
async function prepare(cookies: { name: string; value: string; url: string }[], email?: string): Promise<string | undefined> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: EXECUTABLE,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const { request } = context;
  const expires = Math.floor(Date.now() / 1000) + 3600;
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, expires })));
  if (email)
    await request.post(`${ORIGIN}/api/user.php`, { headers: { origin: ORIGIN }, data: { email, password: DEMO_PASSWORD } });
  const { results } = await (await request.get(`${ORIGIN}/api/members.php`)).json();
  await context.close();
  return results[1]?.id;
}

function show(name: string, { categories, audits }: Report): void {
  const scores = CATEGORIES.map((category) => String(Math.round((categories[category]?.score ?? 0) * 100)));
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  print(name, scores, [
    (value("largest-contentful-paint") / 1000).toFixed(1),
    value("cumulative-layout-shift").toFixed(2),
    value("total-blocking-time").toFixed(0),
  ]);
  for (const category of CATEGORIES.slice(1))
    for (const { id } of categories[category]?.auditRefs ?? []) {
      const { score, title } = audits[id] ?? {};
      if (score !== null && score !== undefined && score < 1) console.log(`    ${category}: ${title}`);
    }
}

function print(name: string, scores: string[], vitals: string[]): void {
  console.log(
    name.padEnd(40) + scores.map((text) => text.padStart(15)).join("") + vitals.map((text) => text.padStart(8)).join(""),
  );
}
