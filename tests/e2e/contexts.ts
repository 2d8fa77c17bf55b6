import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright";
import { endDrawing } from "./drawing.ts";

/** What Playwright's runner calls where it keeps a context for its next test. */
interface Reusing extends Browser {
  /** Empties the kept context: pages, clock, cookies, stored data and the HTTP cache. Another one is made for other options. */
  _newContextForReuse(options: BrowserContextOptions): Promise<BrowserContext>;
  /** Ends a test's routes, scripts and waits in it. Permissions and the network stay as they are. */
  _disconnectFromReusedContext(reason: string): Promise<void>;
}

/** The kept context that a test uses now, by browser. */
const lent = new Map<Browser, BrowserContext>();
/** Browsers whose kept context a test is waiting for. */
const reserved = new Set<Browser>();
/** Contexts that close after their test. */
const spent = new WeakSet<BrowserContext>();

/**
 * A context with a page. The first of a test is the one that the test before gave back: its renderer has compiled the site's scripts,
 * which halves the processor time of a member's first page.
 */
export async function borrow(
  browser: Browser,
  { extraHTTPHeaders = {}, ...options }: BrowserContextOptions,
): Promise<{ context: BrowserContext; page: Page }> {
  const isFree = !lent.has(browser) && !reserved.has(browser);
  const isUsual = options.serviceWorkers === "block" && options.javaScriptEnabled !== false && !options.permissions;
  if (!isFree || !isUsual) {
    const context = await browser.newContext({ ...options, extraHTTPHeaders });
    return { context, page: await context.newPage() };
  }
  const context = await take(browser as Reusing, options);
  await context.setExtraHTTPHeaders(extraHTTPHeaders);
  const [page = await context.newPage()] = context.pages();
  return { context, page };
}

async function take(browser: Reusing, options: BrowserContextOptions): Promise<BrowserContext> {
  reserved.add(browser);
  try {
    const context = await browser._newContextForReuse(options);
    lent.set(browser, context);
    context.on("close", () => lent.delete(browser));
    return context;
  } finally {
    reserved.delete(browser);
  }
}

/** Closes the context, or keeps it with a blank page: open pages poll. */
export async function giveBack(context: BrowserContext): Promise<void> {
  const browser = context.browser();
  if (!browser || lent.get(browser) !== context || spent.has(context)) return context.close();
  const [first, ...others] = context.pages();
  await Promise.all([first?.goto("about:blank"), ...others.map((page) => page.close())]);
  await Promise.all([first && endDrawing(first), context.clearPermissions(), context.setOffline(false)]);
  await (browser as Reusing)._disconnectFromReusedContext("the test has ended");
}

/** Closes the context after its test. For tests with a DevTools session, whose settings nothing resets. */
export function closeAfterwards(context: BrowserContext): void {
  spent.add(context);
}
