// `npm run build [-- --env staging] [--remote] [--sites folder]`: the deployable build in build-deploy/. --remote requires a
// database with exactly this build's migrations. --sites: routes and variables of that folder.
import { parseArgs } from "node:util";
import { ensureInstalled, fail, run, run24 } from "./bootstrap.mjs";
import { withoutSites } from "./sites.mjs";

ensureInstalled();
const { env, remote } = options();
process.exitCode = await run("react-router", ["build"], {
  quiet: true,
  env: { LIAISON_TARGET: "", LIAISON_OUT: "build-deploy", CLOUDFLARE_ENV: env },
});
if (process.exitCode === 0 && process.env.LIAISON_SITES)
  process.exitCode = await run24("scripts/sites-config.ts", [env || "production"]);
if (process.exitCode === 0 && remote) process.exitCode = await run24("scripts/check-database.ts", env ? ["--env", env] : []);
if (process.exitCode === 0) console.log("✓ Built for deploying; now: npx wrangler deploy -c build-deploy/server/wrangler.json");

/** An environment of wrangler.toml; empty for production. */
function options() {
  try {
    return parseArgs({
      args: withoutSites(process.argv.slice(2)),
      options: { env: { type: "string", default: "" }, remote: { type: "boolean", default: false } },
    }).values;
  } catch {
    return fail("Use: npm run build [-- --env staging] [--remote]");
  }
}
