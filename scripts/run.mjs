// `npm run <name>`: installs what is missing and runs the command on the product's own Node.
import { ensureInstalled, fail, run24 } from "./bootstrap.mjs";
import { COMMANDS, NEED_A_BUILD, NEED_A_DEPLOY_BUILD, NEED_ALL } from "./commands.mjs";
import { withoutSites } from "./sites.mjs";

const [name = "", ...all] = process.argv.slice(2);
const args = withoutSites(all);
if (!Object.hasOwn(COMMANDS, name)) fail(`There is no command "${name}". Use: npm run`);

ensureInstalled(NEED_ALL.includes(name) ? "all" : "start");
if (NEED_A_BUILD.includes(name)) {
  const { ensureBuilt } = await import("./build.mjs");
  await ensureBuilt();
}
if (NEED_A_DEPLOY_BUILD.includes(name)) {
  const { ensureBuilt } = await import("./build.mjs");
  await ensureBuilt({ out: "build-own", target: "" });
}
process.exitCode = await run24(COMMANDS[name], args);
