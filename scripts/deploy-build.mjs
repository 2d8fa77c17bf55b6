// `npm run build`: what `wrangler deploy` takes, in build-deploy/, beside the build that this machine serves.
import { ensureInstalled, run } from "./bootstrap.mjs";

ensureInstalled();
process.exitCode = await run("react-router", ["build"], {
  quiet: true,
  env: { LIAISON_TARGET: "", LIAISON_OUT: "build-deploy" },
});
if (process.exitCode === 0) console.log("✓ Built for deploying; now: npx wrangler deploy -c build-deploy/server/wrangler.json");
