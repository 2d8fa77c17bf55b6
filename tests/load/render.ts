import autocannon from "autocannon";
import type { Screen } from "./bytes.ts";
import { millisecondsOf } from "./processor.ts";
import type { Product } from "./product.ts";
import { median, printTable } from "./table.ts";

const CONNECTIONS = 8;
const ROUNDS = 3;
/** Brings the text of its style sheets. */
export const FIRST_PAGE = "members, first page";
/** Most of a page's code is compiled after so many requests. */
const WARM_UP = 800;

/**
 * Processor time of a page, in ms of the whole local runtime: Worker, database and objects. `beside` is the product of another
 * build; its pages are asked in turn with ours, so that other work on the machine disturbs both alike.
 */
export async function measureRender(given: Screen[], seconds: number, product: Product, beside: Product | null): Promise<void> {
  // A member's pages as a browser asks that has their style sheets, after a first page.
  const screens = await Promise.all(given.map((screen) => withSheets(product, screen)));
  if (product.runtime === null) throw new Error("only Linux tells the processor time of a process (/proc)");
  const products = beside ? [product, beside] : [product];
  for (const screen of screens) for (const one of products) await run(one, screen, { amount: WARM_UP });
  const times = screens.map(() => products.map((): number[] => []));
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, screen] of screens.entries())
      for (const [which, one] of products.entries()) times[at]?.[which]?.push(await run(one, screen, { duration: seconds }));
  printTable(
    "Processor time of a page, straight into workerd",
    ["page", "ms", "rounds", ...(beside ? ["beside it", "rounds", "ratio"] : [])],
    screens.map(({ name }, at) => {
      const [own = [], other] = times[at] ?? [];
      const ratios = other?.map((time, round) => (own[round] ?? Number.NaN) / time);
      return [name, ...cells(own), ...(other && ratios ? [...cells(other), median(ratios).toFixed(2)] : [])];
    }),
  );
}

async function withSheets({ url }: Product, screen: Screen): Promise<Screen> {
  if (!screen.cookie?.startsWith("session=") || screen.name === FIRST_PAGE) return screen;
  const { headers } = await fetch(url + screen.path, { headers: { cookie: screen.cookie } });
  const sheets = headers.getSetCookie().find((cookie) => cookie.startsWith("sheets="));
  return sheets ? { ...screen, cookie: `${screen.cookie}; ${sheets.split(";")[0]}` } : screen;
}

function cells(values: number[]): string[] {
  return [median(values).toFixed(2), `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`];
}

/** Milliseconds a request. */
async function run(
  { url, runtime }: Product,
  { path, cookie }: Screen,
  length: { duration: number } | { amount: number },
): Promise<number> {
  const before = millisecondsOf(runtime as number);
  const result = await autocannon({ url: url + path, connections: CONNECTIONS, ...length, headers: cookie ? { cookie } : {} });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} answers were refusals, ${result.errors} requests failed`);
  return (millisecondsOf(runtime as number) - before) / result.requests.total;
}
