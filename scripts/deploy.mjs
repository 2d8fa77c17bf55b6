// `npm run deploy -- --env staging|production [--dry-run] [--host dating.example.com]`: see scripts/deploy.ts.
import { ensureInstalled, run24 } from "./bootstrap.mjs";

ensureInstalled();
process.exitCode = await run24("scripts/deploy.ts", process.argv.slice(2));
