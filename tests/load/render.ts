import autocannon from "autocannon";
import type { Screen } from "./bytes.ts";
import { ticksOf } from "./processor.ts";
import { median, printTable } from "./table.ts";

const CONNECTIONS = 8;
const ROUNDS = 3;
/** Requests after which a page's code is compiled: before, it costs up to a fifth more from round to round. */
const WARM_UP = 4000;

interface Target extends Screen {
  url: string;
  runtime: number | null;
}

/** One run: answers per second, and per tick of the runtime's processor time. */
interface Rate {
  second: number;
  tick: number;
}

/**
 * What a bare text answer of Hono in the same process costs, divided by what a page costs: in requests a second, and
 * in processor time, which other work on the machine disturbs less. Rounds alternate; the median of them counts.
 */
export async function measureRender(title: string, targets: Target[], seconds: number): Promise<void> {
  const ratios = new Map<string, Rate[]>();
  for (const target of targets) {
    await run(bareOf(target), { amount: WARM_UP });
    await run(target, { amount: WARM_UP });
  }
  for (let round = 0; round < ROUNDS; round++) {
    const bares = new Map<string, Rate>();
    for (const target of targets) {
      const bare = bares.get(target.url) ?? (await run(bareOf(target), { duration: seconds }));
      bares.set(target.url, bare);
      const rate = await run(target, { duration: seconds });
      const ratio = { second: rate.second / bare.second, tick: rate.tick / bare.tick };
      ratios.set(target.name, [...(ratios.get(target.name) ?? []), ratio]);
    }
  }
  const cells = (values: number[]) => [
    median(values).toFixed(3),
    `${Math.min(...values).toFixed(3)}–${Math.max(...values).toFixed(3)}`,
  ];
  printTable(
    title,
    ["page ÷ Hono text", "requests/s", "rounds", "processor time", "rounds"],
    [...ratios].map(([name, rates]) => [
      name,
      ...cells(rates.map((rate) => rate.second)),
      ...cells(rates.map((rate) => rate.tick)),
    ]),
  );
}

function bareOf(target: Target): Target {
  return { ...target, path: "/api/bench", cookie: undefined };
}

async function run({ url, path, cookie, runtime }: Target, length: { duration: number } | { amount: number }): Promise<Rate> {
  const before = runtime === null ? Number.NaN : ticksOf(runtime);
  const result = await autocannon({ url: url + path, connections: CONNECTIONS, ...length, headers: cookie ? { cookie } : {} });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} answers were refusals, ${result.errors} requests failed`);
  const { total } = result.requests;
  return { second: total / result.duration, tick: runtime === null ? Number.NaN : total / (ticksOf(runtime) - before) };
}
