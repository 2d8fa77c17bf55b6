import type { Screen } from "./bytes.ts";
import type { Product } from "./product.ts";
import { printTable } from "./table.ts";

interface Cost {
  trips: number;
  rows: number;
  /** Of everything since the product started, objects and work after the answer included. */
  allTrips: number;
  allRows: number;
}

/** One request, and what it asked of D1. */
export async function costOf(
  url: string,
  { path, cookie }: Omit<Screen, "name">,
): Promise<Cost & { status: number; body: string }> {
  const headers = { "x-measure": "1", ...(cookie ? { cookie } : {}) };
  const answer = await fetch(url + path, { redirect: "manual", headers });
  const number = (name: string) => {
    const value = answer.headers.get(`x-d1-${name}`);
    if (value === null) throw new Error("The build does not say what it asks of D1: build it as `npm start` does");
    return Number(value);
  };
  return {
    status: answer.status,
    body: await answer.text(),
    trips: number("trips"),
    rows: number("rows"),
    allTrips: number("all-trips"),
    allRows: number("all-rows"),
  };
}

/** D1 round trips and rows read of each screen, at each size; for a list, rows for each card it shows. */
export async function measureRows(
  sizes: number[],
  start: (members: number) => Promise<{ product: Product; screens: Screen[] }>,
): Promise<void> {
  const table = new Map<string, (string | number)[]>();
  for (const size of sizes) {
    const { product, screens } = await start(size);
    for (const screen of screens) {
      // The first request of an isolate reads the domain and loads modules: no page's own cost.
      await costOf(product.url, screen);
      const { trips, rows, body, status } = await costOf(product.url, screen);
      if (status !== 200 && status !== 404) throw new Error(`${screen.path}: ${status}`);
      const cards = body.match(/data-morph-from="" href="\/(members|likes)\//g)?.length ?? 0;
      const row = table.get(screen.name) ?? [screen.name];
      table.set(screen.name, [...row, trips, rows, cards > 0 ? (rows / cards).toFixed(1) : ""]);
    }
    await product.dispose();
  }
  const head = sizes.flatMap((size) => [`trips @${size.toLocaleString("en")}`, "rows", "rows/card"]);
  printTable("D1 a page: round trips, rows read, rows read for each card shown", ["page", ...head], [...table.values()]);
}

/** What the polls of a minute ask of D1 while nothing changes, everything counted. */
export async function measurePoll(product: Product, cookie: string): Promise<void> {
  const paths = ["/api/user.php", "/api/chats.php", "/api/likes.php"];
  const poll = async () => {
    const answers = [];
    for (const path of paths) answers.push(await costOf(product.url, { path, cookie }));
    return answers;
  };
  await poll();
  await poll();
  const before = (await poll()).at(-1) as Cost;
  const polls = 10;
  let after = before;
  const statuses = new Set<number>();
  for (let round = 0; round < polls; round++) {
    const answers = await poll();
    for (const { status } of answers) statuses.add(status);
    after = answers.at(-1) as Cost;
  }
  printTable(
    `The 60-second poll, unchanged: ${polls} polls of ${paths.length} calls`,
    ["", "D1 round trips", "rows read", "statuses"],
    [["all polls together", after.allTrips - before.allTrips, after.allRows - before.allRows, [...statuses].join(" ")]],
  );
}
