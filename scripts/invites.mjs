// `npm run invites -- <domain> [--uses N] [--days N]`: makes a link by which people may sign up on a domain by invitation.
// With `--source <traffic source>` it prints a signed link of that source instead.
import { ensureInstalled, run24 } from "./bootstrap.mjs";

ensureInstalled();
const { ensureBuilt } = await import("./build.mjs");
await ensureBuilt();
process.exitCode = await run24("scripts/invites.ts", process.argv.slice(2));
