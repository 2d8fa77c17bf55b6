// `npm run domains`: see scripts/domain-sql.ts.
import { ensureInstalled, run24 } from "./bootstrap.mjs";

ensureInstalled();
process.exitCode = await run24("scripts/domain-sql.ts", process.argv.slice(2));
