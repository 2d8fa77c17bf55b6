// Commands of `npm run <name>`. Plain JavaScript for any Node.

/** Those of another name or place than scripts/<name>.ts. */
const FILES = {
  app: "tools/app/app.ts",
  bench: "tests/load/bench.ts",
  campaign: "tests/campaigns/run.ts",
  lighthouse: "tools/lighthouse.ts",
  load: "tests/load/own.ts",
  schema: "scripts/domain-schema.ts",
  serve: "scripts/own/serve.ts",
  start: "scripts/serve.ts",
};
const NAMES =
  "age-list api audit backup codes complaints costs deploy domain invites mails members migration photos pool push-keys refunds restorable seed staff texts transparency";

/** File by name. */
export const COMMANDS = { ...Object.fromEntries(NAMES.split(" ").map((name) => [name, `scripts/${name}.ts`])), ...FILES };
export const NEED_A_BUILD = ["bench", "campaign", "seed", "start"];
export const NEED_A_DEPLOY_BUILD = ["load", "serve"];
/** They also need the packages that checks and tests need. */
export const NEED_ALL = ["app", "bench", "campaign", "lighthouse", "load", "migration"];
