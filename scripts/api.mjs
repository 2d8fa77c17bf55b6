import { ensureInstalled, run24 } from "./bootstrap.mjs";

ensureInstalled();
process.exitCode = await run24("scripts/api.ts", process.argv.slice(2));
