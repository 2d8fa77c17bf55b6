import { type Browser, chromium, type Page } from "playwright";
import type { Screen } from "./bytes.ts";
import { printTable } from "./table.ts";

/** Round trips in ms with bits a second; the second is the browsers' "slow 4G". */
const NETWORKS = [
  { latency: 150, bits: 1.6e6 },
  { latency: 562, bits: 1.47e6 },
];
const SLOWER = 4;
const ROUNDS = 3;

interface Paint {
  first: number;
  largest: number;
  shift: number;
}

interface Build {
  name: string;
  url: string;
  screens: Screen[];
}

/** First and largest paint of a phone that opens a page for the first time, and again; builds in turn. */
export async function measureFirst(builds: Build[]): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    for (const network of NETWORKS) {
      const found = new Map<string, { cold: Paint[]; warm: Paint[] }>();
      for (let round = 0; round < ROUNDS; round++)
        for (const index of (builds[0] as Build).screens.keys())
          for (const { name, url, screens } of builds) {
            const screen = screens[index] as Screen;
            const key = `${screen.name}\n${name}`;
            const known = found.get(key) ?? { cold: [], warm: [] };
            found.set(key, known);
            const { cold, warm } = await twice(browser, url, screen, network);
            known.cold.push(cold);
            known.warm.push(warm);
          }
      const rows = [...found].map(([key, { cold, warm }]) => [...key.split("\n"), ...cells(cold), ...cells(warm)]);
      const title = `A phone's page at a round trip of ${network.latency} ms, ${SLOWER} × slower processor, ms (median of ${ROUNDS}; shift: largest)`;
      printTable(title, ["screen", "build", "cold FCP", "LCP", "shift", "warm FCP", "LCP", "shift"], rows);
    }
  } finally {
    await browser.close();
  }
}

async function twice(browser: Browser, url: string, { path, cookie }: Screen, network: (typeof NETWORKS)[number]) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 });
  try {
    for (const pair of cookie?.split("; ") ?? []) {
      const [name = "", value = ""] = pair.split("=");
      await context.addCookies([{ name, value, url }]);
    }
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    const throughput = network.bits / 8;
    await client.send("Network.enable");
    await client.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: network.latency,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
    await client.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    return { cold: await paintOf(page, url + path), warm: await paintOf(page, url + path) };
  } finally {
    await context.close();
  }
}

async function paintOf(page: Page, address: string): Promise<Paint> {
  await page.goto("about:blank");
  await page.goto(address, { waitUntil: "load" });
  await page.waitForLoadState("networkidle").catch(() => {});
  return page.evaluate(
    () =>
      new Promise<Paint>((resolve) => {
        const found = { first: 0, largest: 0, shift: 0 };
        found.first = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
        new PerformanceObserver((list) => {
          found.largest = list.getEntries().at(-1)?.startTime ?? 0;
        }).observe({ type: "largest-contentful-paint", buffered: true });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) found.shift += (entry as unknown as { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(found), 300);
      }),
  );
}

function cells(paints: Paint[]): (string | number)[] {
  const median = (values: number[]) => Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);
  return [
    median(paints.map(({ first }) => first)),
    median(paints.map(({ largest }) => largest)),
    Math.max(...paints.map(({ shift }) => shift)).toFixed(3),
  ];
}
