import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { DEMO_PASSWORD } from "#demo/logins.ts";
import { readDomainFiles } from "#scripts/data.ts";
import { axeFindings } from "./axe.ts";
import { ARGS } from "./chromium-args.ts";
import { borrow, giveBack } from "./contexts.ts";
import { drawOnePixel } from "./drawing.ts";
import { port } from "./product.ts";

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** The same engine without a browser's services: a page costs about a third less processor time. */
const SHELL = "/usr/bin/chromium-headless-shell";
const LIGHTEST = !process.env.CHROMIUM && existsSync(SHELL) ? SHELL : CHROMIUM;
/** As chosen in the browser's settings, in px. */
const DEFAULT_TEXT = 16;

/** In ms. */
const CLOSES_WITHIN = 30_000;

/** In characters. */
const LONGEST_SHOWN = 6_000;

let browser: Browser;
let reducedMotion: BrowserContextOptions["reducedMotion"];
let serviceWorkers: BrowserContextOptions["serviceWorkers"];
/** Running browsers by executable and arguments: files of one worker share them. */
const browsers = new Map<string, Promise<Browser>>();
const complaints: string[] = [];
/** Contexts of the running test. */
const opened: BrowserContext[] = [];
/** Contexts of the running file's `beforeAll`. */
const reused: BrowserContext[] = [];

async function running(executablePath: string, args: string[]): Promise<Browser> {
  const key = [executablePath, ...args].join(" ");
  const known = await browsers.get(key);
  if (known?.isConnected()) return known;
  const launched = chromium.launch({ executablePath, args });
  browsers.set(key, launched);
  launched.catch(() => browsers.delete(key));
  return launched;
}

/** Launches no second one for the same wishes. */
export function launch({ whole = false, pictures = whole, text = DEFAULT_TEXT, flags = [] }: Wanted = {}): Promise<Browser> {
  const settings = `--blink-settings=imagesEnabled=${pictures},defaultFontSize=${text}`;
  return running(whole ? CHROMIUM : LIGHTEST, [...ARGS, settings, ...flags]);
}

type Wanted = Partial<Record<"whole" | "motion" | "pictures" | "worker", boolean>> & { text?: number; flags?: string[] };

/**
 * Opens Chromium for a test file, `whole` with what the shell lacks: notifications and installing. A console or page error
 * fails the file. After a test its contexts close, but one stays with a blank page (`contexts.ts`), since open pages poll; those of
 * `beforeAll` are given back after the file.
 * `motion` is for files that ask about it: drawing the transitions between documents takes a third of the processor time.
 * `pictures` likewise: a page that loads none takes a quarter less. Their boxes keep their size, but one picture counts visits.
 * A `whole` browser loads them: two kinds of it would be two processes. `worker` runs the service worker, whose registration with each
 * context takes a tenth; without it only push and the offline page are missing. `text` is the size of text in the browser's settings, in px.
 * `flags` of Chromium.
 */
export function useBrowser(wanted: Wanted = {}): void {
  const { whole = false, motion = false, worker = false } = wanted;
  const start = async () => {
    browser = await launch(wanted);
  };
  beforeAll(async () => {
    complaints.splice(0);
    reducedMotion = motion ? "no-preference" : "reduce";
    serviceWorkers = worker || whole ? "allow" : "block";
    await start();
  });
  beforeEach(async () => {
    reused.push(...opened.splice(0));
    if (!browser.isConnected()) await start();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") await describePages(opened);
    await closeAll(opened);
  });
  afterAll(async () => {
    await closeAll(opened);
    await closeAll(reused);
    expect(complaints).toEqual([]);
  });
}

/** Prints what the pages of a failed test show. */
async function describePages(contexts: BrowserContext[]): Promise<void> {
  for (const page of contexts.flatMap((context) => context.pages())) {
    const shown = await page.locator("body").ariaSnapshot({ timeout: 2_000 }).catch(String);
    console.log(`${page.url()}\n${shown.slice(0, LONGEST_SHOWN)}`);
  }
}

/** A browser that does not close its contexts in time is ended; the next test starts another. Seen twice, with a service worker. */
async function closeAll(contexts: BrowserContext[]): Promise<void> {
  const stuck = setTimeout(endBrowser, CLOSES_WITHIN);
  await Promise.all(contexts.splice(0).map((context) => giveBack(context).catch(expectEnded)));
  clearTimeout(stuck);
}

async function endBrowser(): Promise<void> {
  const devtools = await browser.newBrowserCDPSession();
  await devtools.send("Browser.crash").catch(expectEnded);
}

function expectEnded(error: unknown): void {
  if (browser.isConnected()) throw error;
}

/** Address of a path on a demo domain. */
export function at(path: string, host = "localhost"): string {
  return `http://${host}:${port}${path}`;
}

/** Errors that the browser logs itself: responses from 400 and lost connections. Tests provoke both. */
const EXPECTED = /Failed to load resource|ERR_INTERNET_DISCONNECTED|Unexpected response code: (403|502)/;

/** Chromium reports a transition between documents that a newer navigation cut short, which no script can catch. */
const CUT_SHORT = /^Transition was (skipped|aborted because of timeout)/;

/** Removes the errors that a test provoked; at least one must be there. */
export function provoked(pattern: RegExp): void {
  const others = complaints.filter((complaint) => !pattern.test(complaint));
  expect(others.length).toBeLessThan(complaints.length);
  complaints.splice(0, complaints.length, ...others);
}

/** A visitor past the age warning, with an empty context on the default domain. Like dialogs close. */
export async function person(options: BrowserContextOptions = {}): Promise<{ context: BrowserContext; page: Page }> {
  const { context, page } = await enteredVisitor(options);
  await page.addLocatorHandler(page.locator("dialog:has(#like-dialog-like)"), (dialog) => dialog.press("Escape"));
  return { context, page };
}

/** A visitor past the age warning; like dialogs stay open. */
export async function enteredVisitor(options: BrowserContextOptions = {}): Promise<{ context: BrowserContext; page: Page }> {
  const { context, page } = await stranger(options);
  await context.addCookies(HOSTS.map((host) => ({ name: "dismissed", value: "entry-t0", url: at("/", host) })));
  return { context, page };
}

const HOSTS = ["localhost", "full.localhost", "unsold.localhost", ...readDomainFiles().flatMap(({ hosts }) => hosts)];

/** A first-time visitor, stopped by the age warning. */
export async function stranger(options: BrowserContextOptions = {}): Promise<{ context: BrowserContext; page: Page }> {
  const usual = { viewport: DESKTOP, locale: "en-GB", baseURL: at("/"), reducedMotion, serviceWorkers };
  // The sign-up limit counts per network and hour.
  const extraHTTPHeaders = { "cf-connecting-ip": newNetwork(), ...options.extraHTTPHeaders };
  const borrowed = await borrow(browser, { ...usual, ...options, extraHTTPHeaders });
  opened.push(borrowed.context);
  listen(borrowed.context);
  return borrowed;
}

function newNetwork(): string {
  return ["10", ...crypto.getRandomValues(new Uint8Array(3))].join(".");
}

/** The site in the installed app's own window: `display-mode: standalone`. The caller closes the context. */
export async function installedApp(
  path: string,
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await chromium.launchPersistentContext("", {
    executablePath: CHROMIUM,
    args: [...ARGS, `--app=${at(path)}`],
    locale: "en-GB",
    baseURL: at("/"),
    ...options,
  });
  listen(context);
  return { context, page: context.pages()[0] ?? (await context.waitForEvent("page")) };
}

function listen(context: BrowserContext): void {
  context.setDefaultTimeout(60_000);
  context.setDefaultNavigationTimeout(120_000);
  const attend = (page: Page) => {
    drawOnePixel(page);
    page.on("console", (message) => {
      if (message.type() === "error" && !EXPECTED.test(message.text())) complaints.push(`${page.url()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => {
      if (!CUT_SHORT.test(error.message)) complaints.push(`${page.url()}: ${error.message}`);
    });
  };
  for (const page of context.pages()) attend(page);
  context.on("page", attend);
}

interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

async function mailbox(address: string, instance: number): Promise<Mail[]> {
  const mails = (await (await fetch(`http://127.0.0.1:${instance}/dev/mail.json`)).json()) as Mail[];
  return mails.filter(({ to }) => to === address);
}

/** Mails to an address, newest first, from the instance at this port. Waits for `count`: some mails follow the response. */
export async function mailsTo(address: string, count = 1, instance = port): Promise<Mail[]> {
  let mails: Mail[] = [];
  await expect
    .poll(async () => (mails = await mailbox(address, instance)).length, { message: `mails to ${address}` })
    .toBeGreaterThanOrEqual(count);
  return mails;
}

/** The newest mail to an address with this subject; waits for it. */
export async function mailTo(address: string, subject: RegExp, instance = port): Promise<Mail> {
  let mail: Mail | undefined;
  const look = async () => (mail = (await mailbox(address, instance)).find((one) => subject.test(one.subject)));
  await expect.poll(look, { message: `a mail to ${address} about ${subject}` }).toBeDefined();
  return mail ?? expect.unreachable();
}

/** The one-time link of a mail, as a path. */
export function linkIn(text: string): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (!link) throw new Error(`no link in: ${text}`);
  return new URL(link).pathname;
}

export async function logIn(page: Page, email: string, password = DEMO_PASSWORD, host = "localhost"): Promise<void> {
  await page.goto(host === "localhost" ? "/login" : at("/login", host));
  await page.locator('main input[name="email"]').fill(email);
  await page.locator('main input[name="password"]').fill(password);
  await page.locator('main form:has(input[name="password"]) button').click();
  await page.waitForURL(/\/members/);
}

/** Waits for the end of all finite animations. */
export function settled(page: Page): Promise<unknown> {
  return page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ playState, timeline, effect }) => {
          const ends = Number.isFinite(effect?.getComputedTiming().endTime);
          return playState === "running" && timeline === document.timeline && ends;
        })
        .map((animation) => animation.finished.catch(() => undefined)),
    ).then(() => undefined),
  );
}

/** How far the page and open dialogs scroll sideways, circles that a flex or grid container stretches, and the number of h1. */
function layoutOf(page: Page, { whole = false } = {}): Promise<{ scrolled: number[]; stretched: string[]; headings: number }> {
  return page.evaluate((whole) => {
    const scrolled = [document.documentElement, ...document.querySelectorAll("dialog[open] > div > div")].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    );
    const stretched = [...(whole ? document.body.querySelectorAll("*") : [])].flatMap((element) => {
      const { borderStartStartRadius: radius, aspectRatio } = getComputedStyle(element);
      if (radius !== "50%" || aspectRatio !== "1 / 1") return [];
      const { width, height } = element.getBoundingClientRect();
      return Math.abs(width - height) > 1 ? [`${element.getAttribute("class")}`] : [];
    });
    return { scrolled, stretched, headings: document.querySelectorAll("h1").length };
  }, whole);
}

/** No horizontal scroll in the page or an open dialog. */
export async function expectNotWide(page: Page): Promise<void> {
  // Before that the style sheets may be missing.
  await page.waitForLoadState();
  const { scrolled } = await layoutOf(page);
  expect(Math.max(...scrolled), `${page.url()} scrolls sideways`).toBe(0);
}

/** No horizontal scroll, round circles, exactly one h1. */
export async function expectLayout(page: Page): Promise<void> {
  await page.waitForLoadState();
  const { scrolled, stretched, headings } = await layoutOf(page, { whole: true });
  expect(Math.max(...scrolled), `${page.url()} scrolls sideways`).toBe(0);
  expect(stretched, `circles of ${page.url()} that are not round`).toEqual([]);
  expect(headings, `${page.url()} has one h1`).toBe(1);
}

/** No axe finding (WCAG 2.2 A and AA), and the layout. */
export async function expectSound(page: Page): Promise<void> {
  await page.waitForLoadState();
  await settled(page);
  // axe sees the frames into which it is loaded.
  expect(page.frames(), `frames of ${page.url()}`).toHaveLength(1);
  expect(await axeFindings(page)).toEqual([]);
  await expectLayout(page);
}
