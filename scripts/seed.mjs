// `npm run seed -- --members N`: a fresh store with N demo members in the main pool (600 by default).
import { ensureInstalled, run24 } from "./bootstrap.mjs";

ensureInstalled();
const { ensureBuilt } = await import("./build.mjs");
await ensureBuilt();
process.exitCode = await run24("scripts/seed.ts", process.argv.slice(2));
