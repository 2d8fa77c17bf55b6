import { ensureInstalled, run24 } from "./bootstrap.mjs";

ensureInstalled();
process.exitCode = await run24("scripts/migration.ts", process.argv.slice(2));
