// `npm run bench`: costs in ratios and counts. Takes minutes; --only and --sizes reduce it, --full runs all.
import { ensureInstalled, run24 } from "./bootstrap.mjs";

ensureInstalled();
const { ensureBuilt } = await import("./build.mjs");
await ensureBuilt();
process.exitCode = await run24("tests/load/bench.ts", process.argv.slice(2));
