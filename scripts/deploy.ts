// Checks, migrates, uploads, asks the new version, and goes back when it does not answer.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { isLocal } from "#worker/sites/domains/read-domains.ts";
import { DOMAINS_SHOWN, readDomainFiles } from "./data.ts";
import { readBuiltConfig } from "./deploy/config.ts";
import { type Deployment, deploy, type Ran, Stopped, storedSecrets } from "./deploy/deploy.ts";
import { removePreview } from "./deploy/preview.ts";
import { previewOf } from "./deploy/preview-deployment.ts";
import { describeReadiness, readiness } from "./deploy/readiness.ts";
import { deployable } from "./domain/options.ts";
import { fail, orFail } from "./terminal.ts";

const ROOT = join(import.meta.dirname, "..");
/** In ms. */
const SMOKE_WITHIN = 90_000;
const BETWEEN = 3000;

const { env, branch, subdomain, remove, dryRun, check, hosts, yes } = options();
const cli = process.env.WRANGLER ?? join(ROOT, "node_modules/wrangler/wrangler-dist/cli.js");
const domains = orFail(readDomainFiles);
const build = Date.now().toString(36);
const folder = join(ROOT, "build-deploy");
makeBuild();
const built = readBuiltConfig(folder);
const preview = branch === null ? null : previewOf({ branch, subdomain, built, folder, wrangler });
if (preview && remove) await stoppable(() => removePreview({ ...preview, wrangler, say }));
if (preview && remove) process.exit();

const deployment: Deployment = {
  env,
  config: built,
  configPath: join(folder, "server/wrangler.json"),
  build,
  hosts,
  dryRun,
  wrangler,
  applyDomains,
  misfit,
  smoke: { fetch: asVisitor, within: SMOKE_WITHIN, wait: () => new Promise((done) => setTimeout(done, BETWEEN)) },
  say,
  ...preview?.deployment,
};
if (!preview) tellReadiness();
await stoppable(() => deploy(deployment));
console.log(dryRun ? "✓ The build can be deployed" : "✓ Deployed");

/** A deployment goes on with what is missing: the first one is made in several steps. */
function tellReadiness(): void {
  // A dry run needs no network.
  const secrets = dryRun ? null : storedSecrets(deployment);
  const sites = process.env.LIAISON_SITES ? DOMAINS_SHOWN : null;
  const items = readiness({ config: built, files: deployable(domains), secrets, every: env === "", sites });
  const missing = items.filter(({ state }) => state === "missing").length;
  console.log(describeReadiness(items));
  if (!check) return;
  if (missing > 0) fail(`${missing} of ${items.length} missing. Nothing was sent.`);
  console.log("✓ Nothing is missing. Nothing was sent.");
  process.exit();
}

async function stoppable(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Stopped) fail(error.message);
    throw error;
  }
}

function say(text: string): void {
  console.log(`▸ ${text}`);
}

function makeBuild(): void {
  const args = [join(ROOT, "scripts/deploy-build.mjs"), ...(env ? ["--env", env] : [])];
  const { status } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, LIAISON_BUILD: build },
  });
  if (status !== 0) fail("The build failed; nothing was sent.");
}

/** Without questions: a deployment may run without a terminal. */
function wrangler(args: string[]): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--no-warnings", cli, ...args], {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...process.env, CI: "1", WRANGLER_SEND_METRICS: "false" },
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  return { status, stdout, stderr };
}

/** Applies domains with a file here; domains with a file elsewhere stay. */
function applyDomains(): string | null {
  const ids = domains.filter((file) => !isLocal(file)).map(({ id }) => id);
  return ids.length === 0 ? null : reasonOf("domain.ts", ["apply", ...ids, "--remote", ...(yes ? ["--yes"] : [])]);
}

function misfit(): string | null {
  return reasonOf("check-database.ts", preview ? ["--config", preview.deployment.configPath] : []);
}

function reasonOf(script: string, args: string[]): string | null {
  const all = ["--no-warnings", join(ROOT, "scripts", script), ...args, ...(env ? ["--env", env] : [])];
  const { status, stderr } = spawnSync(process.execPath, all, { cwd: ROOT, encoding: "utf8" });
  return status === 0 ? null : stderr.trim().replace(/^✖ /, "");
}

function asVisitor(url: string): Promise<Response> {
  return fetch(url, { redirect: "manual", signal: AbortSignal.timeout(15_000) });
}

function options() {
  try {
    const { values } = parseArgs({
      options: {
        env: { type: "string" },
        "dry-run": { type: "boolean", default: false },
        check: { type: "boolean", default: false },
        yes: { type: "boolean", default: false },
        host: { type: "string", multiple: true, default: [] },
        branch: { type: "string", default: process.env.GITHUB_HEAD_REF ?? "" },
        subdomain: { type: "string", default: process.env.WORKERS_SUBDOMAIN ?? "" },
        remove: { type: "boolean", default: false },
      },
    });
    const { branch, subdomain, remove, check, yes, host: hosts, "dry-run": dryRun } = values;
    const common = { subdomain, remove, dryRun, check, hosts, yes };
    if (values.env === "preview" && branch && (subdomain || remove)) return { env: "", branch, ...common };
    if ((values.env === "staging" || values.env === "production") && !remove)
      return { env: values.env === "production" ? "" : values.env, branch: null, ...common };
  } catch {
    // unknown option
  }
  return fail(`Use: npm run deploy -- --env staging|production --check
     npm run deploy -- --env staging|production [--dry-run] [--host dating.example.com] [--yes]
     npm run deploy -- --env preview --branch NAME --subdomain ACCOUNT [--dry-run]
     npm run deploy -- --env preview --branch NAME --remove`);
}
