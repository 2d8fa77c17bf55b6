// `npm run <name>`: installs what is missing and runs the command on the product's own Node.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { ensureInstalled, fail, ROOT, run24 } from "./bootstrap.mjs";
import { COMMANDS, NEED_A_BUILD, NEED_A_DEPLOY_BUILD, NEED_ALL } from "./commands.mjs";

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

/** `--sites folder`, of any command: the niches of that folder, relative to this repository. */
function withoutSites(all) {
  const at = all.indexOf("--sites");
  if (at === -1) return all;
  const folder = all[at + 1];
  if (!folder || !existsSync(resolve(ROOT, folder))) fail(`--sites takes a folder of domain files; there is no ${folder ?? ""}.`);
  process.env.LIAISON_SITES = resolve(ROOT, folder);
  return [...all.slice(0, at), ...all.slice(at + 2)];
}
