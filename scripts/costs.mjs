// `npm run costs [-- --members N --daily N --months N]`: see scripts/costs.ts.
import { ensureInstalled, run24 } from "./bootstrap.mjs";

ensureInstalled();
process.exitCode = await run24("scripts/costs.ts", process.argv.slice(2));
