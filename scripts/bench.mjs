// `npm run bench`: what the product costs, in ratios and counts. Takes minutes; --only and --sizes ask for less, --full for all.
import { ensureInstalled, run24 } from "./bootstrap.mjs";

ensureInstalled();
const { ensureBuilt } = await import("./build.mjs");
await ensureBuilt();
process.exitCode = await run24("tests/load/bench.ts", process.argv.slice(2));
