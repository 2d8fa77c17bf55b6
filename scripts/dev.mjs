// `npm run dev`: hot reload. Slower than `npm start`, with its own store.
import { ensureInstalled, run, say } from "./bootstrap.mjs";

ensureInstalled();
say("Starting with hot reload");
process.exitCode = await run("node", ["scripts/dev-server.ts", ...process.argv.slice(2)], { env: { LIAISON_TARGET: "local" } });
