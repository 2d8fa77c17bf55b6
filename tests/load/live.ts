import { loadavg } from "node:os";
import { type Browser, chromium, type Page } from "playwright";
import { millisecondsOf } from "./processor.ts";
import { type Product, sessionOf } from "./product.ts";
import { median, percentile, printTable } from "./table.ts";
import { gather, grant, send, talk } from "./talk.ts";

const ROUNDS = 3;
const MESSAGES = 20;
const CONVERSATIONS = 50;
/** In ms between two messages: what follows a message is done by then. */
const PAUSE = 250;
/** In ms: conversations have begun, and the first messages of each are sent. */
const SETTLE = 3_000;
const AT_ONCE_SECONDS = 5;

interface Watched {
  benchPrefix: string;
  /** When each text got its element, in ms of the machine's clock. */
  benchSeen: Record<string, number>;
  benchSent: number;
}

interface Row {
  name: string;
  latencies: number[];
  load: number;
}

/**
 * Ms from the submit in one browser until the message's own element stands in the log of the other. Both pages take
 * the clock of this machine. Texts belong to one run: the store keeps those of earlier ones.
 */
export async function measureLive(product: Product, sender: string, receiver: string): Promise<void> {
  const run = `bench-${Date.now().toString(36)}`;
  const cookies = { sender: await sessionOf(product.db, sender), receiver: await sessionOf(product.db, receiver) };
  await grant(product.db, sender, 500);
  if (!(await send(product.url, cookies.sender, receiver, `${run}-first`))) throw new Error("the first message was refused");

  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run"],
  });
  const rows: Row[] = [];
  try {
    const from = await open(browser, product.url, cookies.sender, receiver, run);
    const to = await open(browser, product.url, cookies.receiver, sender, run);
    await exchange(from, to, `${run}-warm`, 5);
    for (let round = 1; round <= ROUNDS; round++) {
      rows.push({ name: `alone, round ${round}`, ...(await exchange(from, to, `${run}-alone${round}`, MESSAGES)) });
      const talking = await talk(product, CONVERSATIONS);
      await wait(SETTLE);
      const name = `beside ${CONVERSATIONS} conversations, round ${round}`;
      rows.push({ name, ...(await exchange(from, to, `${run}-beside${round}`, MESSAGES)) });
      const { sent, acknowledged, received } = await talking.stop();
      if (acknowledged < sent || received < sent) console.log(`${sent} sent, ${acknowledged} acknowledged, ${received} received`);
    }
  } finally {
    await browser.close();
  }
  printTable(
    "A message, from the button in one browser to its element in the other (ms)",
    ["", "messages", "median", "95th percentile", "slowest", "load"],
    rows.map(({ name, latencies, load }) => [
      name,
      latencies.length,
      median(latencies).toFixed(1),
      percentile(latencies, 0.95).toFixed(1),
      Math.max(...latencies).toFixed(1),
      load.toFixed(1),
    ]),
  );
}

/** As many messages as the process answers: each conversation sends its next one when the last is acknowledged. */
export async function measureThroughput(product: Product): Promise<void> {
  const rows: (string | number)[][] = [];
  const crowd = await gather(product, CONVERSATIONS);
  await crowd.talk(1);
  for (let round = 1; round <= ROUNDS; round++) {
    const received = await crowd.received();
    const before = product.runtime === null ? Number.NaN : millisecondsOf(product.runtime);
    const own = process.cpuUsage();
    const { acknowledged, seconds } = await crowd.talk(AT_ONCE_SECONDS);
    const { user, system } = process.cpuUsage(own);
    const used = product.runtime === null ? Number.NaN : millisecondsOf(product.runtime) - before;
    const each = used / acknowledged;
    rows.push([
      `round ${round}`,
      acknowledged,
      (await crowd.received()) - received,
      (acknowledged / seconds).toFixed(0),
      each.toFixed(2),
      (1000 / each).toFixed(0),
      ((user + system) / 1000 / acknowledged).toFixed(2),
      loadavg()[0]?.toFixed(1) ?? "",
    ]);
  }
  crowd.close();
  printTable(
    `Messages of ${CONVERSATIONS} conversations at once, straight into workerd`,
    ["", "acknowledged", "received", "a second", "processor ms each", "a second of processor", "ms each of the senders", "load"],
    rows,
  );
}

/** The chat with somebody, its socket open and its clock running. */
async function open(browser: Browser, url: string, cookie: string, partner: string, run: string): Promise<Page> {
  const context = await browser.newContext({ locale: "en-GB" });
  await context.addCookies(
    cookie.split("; ").map((pair) => ({ name: pair.split("=")[0] ?? "", value: pair.slice(pair.indexOf("=") + 1), url })),
  );
  const page = await context.newPage();
  await page.addInitScript((prefix) => {
    const watched = window as unknown as Watched;
    watched.benchSeen = {};
    const now = () => performance.timeOrigin + performance.now();
    addEventListener("submit", () => (watched.benchSent = now()), true);
    const look = (node: Node) => {
      const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      for (let text: Node | null = texts.currentNode; text; text = texts.nextNode()) {
        const words = text.nodeType === Node.TEXT_NODE ? (text.nodeValue ?? "") : "";
        if (words.startsWith(prefix) && text.parentElement?.closest('[role="log"]')) watched.benchSeen[words] ??= now();
      }
    };
    new MutationObserver((changes) => {
      for (const change of changes) for (const node of change.addedNodes) look(node);
    }).observe(document, { childList: true, subtree: true });
  }, run);
  const socket = page.waitForEvent("websocket");
  await page.goto(`${url}/members/${partner}/chat`);
  await (await socket).waitForEvent("framereceived");
  await toEnd(page);
  return page;
}

/** A chat with unread messages opens at the first of them, where the newest ones are not drawn. */
async function toEnd(page: Page): Promise<void> {
  const latest = page.getByRole("button", { name: /^(To the latest message|\d+ new messages?)$/ });
  const isAtEnd = () =>
    page.evaluate(() => Math.abs(document.querySelector('[role="log"]')?.closest("[data-scroller]")?.scrollTop ?? 0) < 1);
  while ((await latest.isVisible()) || !(await isAtEnd())) {
    if (await latest.isVisible()) await latest.click();
    await wait(PAUSE);
  }
}

async function exchange(from: Page, to: Page, name: string, count: number): Promise<{ latencies: number[]; load: number }> {
  const latencies: number[] = [];
  for (let index = 0; index < count; index++) {
    const text = `${name}-${index}`;
    await from.locator('textarea[name="text"]').fill(text);
    await from.locator('form:has(textarea[name="text"]) button').last().click();
    const seen = await to.waitForFunction((wanted) => (window as unknown as Watched).benchSeen[wanted], text, {
      timeout: 15_000,
      polling: 50,
    });
    const sent = await from.evaluate(() => (window as unknown as Watched).benchSent);
    latencies.push(((await seen.jsonValue()) as number) - sent);
    await wait(PAUSE);
  }
  return { latencies, load: loadavg()[0] ?? Number.NaN };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
