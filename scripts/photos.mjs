// `npm run photos`: see scripts/photos.ts.
import { ensureInstalled, run24 } from "./bootstrap.mjs";

ensureInstalled();
process.exitCode = await run24("scripts/photos.ts", process.argv.slice(2));
