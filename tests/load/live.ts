import { type Browser, chromium, type Page } from "playwright-core";
import { type Product, sessionOf } from "./product.ts";
import { median, percentile, printTable } from "./table.ts";
import { grant, send, talk } from "./talk.ts";

const MESSAGES = 30;
const CONVERSATIONS = 50;

interface Watched {
  /** When each text that begins with "bench-" was first seen, in milliseconds of the machine's clock. */
  benchSeen: Record<string, number>;
  benchSent: number;
}

/**
 * From pressing the button in one browser until the message stands in the other's page, in milliseconds: alone, and
 * beside conversations that talk. Both browsers are on this machine, and so is its clock.
 */
export async function measureLive(product: Product, sender: string, receiver: string): Promise<void> {
  const cookies = { sender: await sessionOf(product.db, sender), receiver: await sessionOf(product.db, receiver) };
  await grant(product.db, sender, 500);
  if (!(await send(product.url, cookies.sender, receiver, "first"))) throw new Error("the first message was refused");

  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run"],
  });
  try {
    const from = await open(browser, product.url, cookies.sender, receiver);
    const to = await open(browser, product.url, cookies.receiver, sender);
    await exchange(from, to, "warm", 3);
    const alone = await exchange(from, to, "alone", MESSAGES);
    const talking = await talk(product, CONVERSATIONS);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const beside = await exchange(from, to, "beside", MESSAGES);
    const { sent, acknowledged, received } = await talking.stop();
    printTable(
      "A message, from the button in one browser to the page of the other (ms)",
      ["", "messages", "median", "95th percentile", "slowest"],
      [row("alone", alone), row(`beside ${CONVERSATIONS} conversations`, beside)],
    );
    console.log(
      `Those conversations sent ${sent} messages: ${acknowledged} were acknowledged, ${received} came over the other's socket.`,
    );
  } finally {
    await browser.close();
  }
}

function row(name: string, latencies: number[]): (string | number)[] {
  return [name, latencies.length, median(latencies), percentile(latencies, 0.95), Math.max(...latencies)];
}

/** The chat with somebody, its socket open and its clock running. */
async function open(browser: Browser, url: string, cookie: string, partner: string): Promise<Page> {
  const context = await browser.newContext({ locale: "en-GB" });
  await context.addCookies(
    cookie.split("; ").map((pair) => ({ name: pair.split("=")[0] ?? "", value: pair.slice(pair.indexOf("=") + 1), url })),
  );
  const page = await context.newPage();
  await page.addInitScript(() => {
    const watched = window as unknown as Watched;
    watched.benchSeen = {};
    addEventListener("submit", () => (watched.benchSent = Date.now()), true);
    new MutationObserver(() => {
      for (const text of document.body?.textContent?.match(/bench-\w+-\d+/g) ?? []) watched.benchSeen[text] ??= Date.now();
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  const socket = page.waitForEvent("websocket");
  await page.goto(`${url}/members/${partner}/chat`);
  await (await socket).waitForEvent("framereceived");
  return page;
}

async function exchange(from: Page, to: Page, name: string, count: number): Promise<number[]> {
  const latencies: number[] = [];
  for (let index = 0; index < count; index++) {
    const text = `bench-${name}-${index}`;
    await from.locator('textarea[name="text"]').fill(text);
    await from.locator('form:has(textarea[name="text"]) button').click();
    const seen = await to.waitForFunction((wanted) => (window as unknown as Watched).benchSeen[wanted], text, {
      timeout: 15_000,
      polling: 20,
    });
    const sent = await from.evaluate(() => (window as unknown as Watched).benchSent);
    latencies.push(((await seen.jsonValue()) as number) - sent);
  }
  return latencies;
}
