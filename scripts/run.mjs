// `npm run <name>`: installs what is missing and runs the command on the product's own Node.
import { ensureInstalled, fail, run24 } from "./bootstrap.mjs";

/** Those of another name or place than scripts/<name>.ts. */
const FILES = {
  bench: "tests/load/bench.ts",
  campaign: "tests/campaigns/run.ts",
  schema: "scripts/domain-schema.ts",
  start: "scripts/serve.ts",
};
const COMMANDS =
  "api audit codes complaints costs deploy domain invites mails migration photos pool push-keys refunds restorable seed staff transparency";
const NEED_A_BUILD = ["bench", "campaign", "seed", "start"];

const [name = "", ...args] = process.argv.slice(2);
const file = FILES[name] ?? (COMMANDS.split(" ").includes(name) ? `scripts/${name}.ts` : null);
if (file === null) fail(`There is no command "${name}". Use: npm run`);

ensureInstalled();
if (NEED_A_BUILD.includes(name)) {
  const { ensureBuilt } = await import("./build.mjs");
  await ensureBuilt();
}
process.exitCode = await run24(file, args);
