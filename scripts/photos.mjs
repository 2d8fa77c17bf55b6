// `npm run photos`: the photos that wait to be looked at, and what is decided on them. See scripts/photos.ts.
import { ensureInstalled, run24 } from "./bootstrap.mjs";

ensureInstalled();
process.exitCode = await run24("scripts/photos.ts", process.argv.slice(2));
