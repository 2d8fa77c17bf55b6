// `npm start`: installs, builds and serves the product on this machine.
import { ensureInstalled, run24 } from "./bootstrap.mjs";

ensureInstalled();
const { ensureBuilt } = await import("./build.mjs");
await ensureBuilt();
process.exitCode = await run24("scripts/serve.ts", process.argv.slice(2));
