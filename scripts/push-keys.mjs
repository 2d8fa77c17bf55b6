// `npm run push-keys`: prints a new key pair for Web Push. See docs/configuration.md.
import { ensureInstalled, run24 } from "./bootstrap.mjs";

ensureInstalled();
process.exitCode = await run24("scripts/push-keys.ts", process.argv.slice(2));
