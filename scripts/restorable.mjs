// `npm run restorable -- FILE`: orders an export of D1 so that it can be restored.
import { ensureInstalled, run24 } from "./bootstrap.mjs";

ensureInstalled();
process.exitCode = await run24("scripts/restorable.ts", process.argv.slice(2));
