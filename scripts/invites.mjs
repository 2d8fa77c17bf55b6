// `npm run invites -- <domain> [--uses N] [--days N]`: creates an invitation link. `--source <traffic source>` prints a
// signed link instead.
import { ensureInstalled, run24 } from "./bootstrap.mjs";

ensureInstalled();
process.exitCode = await run24("scripts/invites.ts", process.argv.slice(2));
