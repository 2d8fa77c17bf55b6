import { type BuiltConfig, hostsOf, missingBindings, resourcesOf, secretsOf, unreadQueues } from "./config.ts";
import { type Smoke, smokeTest } from "./smoke.ts";

export interface Ran {
  status: number | null;
  stdout: string;
  stderr: string;
}

export interface Deployment {
  /** Empty for production, as wrangler has it. */
  env: string;
  config: BuiltConfig;
  configPath: string;
  preview?: Preview;
  /** Build id that the new version's `/health` answers. */
  build: string;
  hosts: string[];
  dryRun: boolean;
  /** Puts the names of secrets and resources on the command line, never a value. */
  wrangler(args: string[]): Ran;
  /** Brings the domain files into the migrated database; the reason why that failed, or null. */
  applyDomains(): string | null | Promise<string | null>;
  /** The reason why the migrated database does not fit the build, or null. */
  misfit(): string | null;
  smoke: Omit<Smoke, "build">;
  say(text: string): void;
}

interface Preview {
  without: readonly string[];
  /** JSON of its secrets, made for its first upload. */
  secretsFile(): string;
  /** Fills the new database and bucket with demo data; the reason why that failed, or null. */
  fill(): Promise<string | null>;
}

export class Stopped extends Error {}

/** @throws Stopped, with what to do */
export async function deploy(deployment: Deployment): Promise<void> {
  const { config, dryRun, say } = deployment;
  checkConfig(deployment);
  say(`Bindings of ${config.name} are complete`);
  const hosts = [...new Set([...hostsOf(config), ...deployment.hosts])];
  if (dryRun) {
    const said = required(deployment, ["deploy", "-c", deployment.configPath, "--dry-run"], "The upload would fail");
    const [size] = /Total Upload:.*/.exec(said) ?? [];
    if (size) say(size);
    return say(`Nothing was sent. A deployment would ask ${hosts.join(", ") || "no host: name one with --host"}`);
  }
  if (hosts.length === 0) throw new Stopped("No host is known to ask afterwards: add routes to wrangler.toml, or say --host.");
  required(deployment, ["whoami"], "Nobody is logged in: npx wrangler login, or set CLOUDFLARE_API_TOKEN");
  makeResources(deployment);
  const previous = previousVersion(deployment);
  const first = deployment.preview && !previous ? deployment.preview : null;
  if (!first) checkSecrets(deployment);
  if (first) await fill(deployment, first);
  const bookmarks = config.d1_databases.map(({ binding }) => ({ binding, bookmark: bookmarkOf(deployment, binding) }));
  for (const { binding, bookmark } of bookmarks) say(`The bookmark of ${binding} before this deployment: ${bookmark}`);
  await migrate(deployment, bookmarks);
  const secrets = first ? ["--secrets-file", first.secretsFile()] : [];
  const upload = ["deploy", "-c", deployment.configPath, "--message", `build ${deployment.build}`, ...secrets];
  required(deployment, upload, "Nothing was uploaded");
  say("Uploaded");
  const problem = await smokeTest(hosts, { ...deployment.smoke, build: deployment.build });
  if (problem) rollBack(deployment, { problem, previous, bookmarks });
  say(`Build ${deployment.build} answers on ${hosts.join(", ")}`);
}

function checkConfig({ config, preview }: Deployment): void {
  const missing = missingBindings(config, preview?.without);
  if (missing.length > 0) throw new Stopped(`wrangler.toml lacks ${missing.join(", ")} for ${config.name}.`);
  const unread = unreadQueues(config);
  if (unread.length > 0) throw new Stopped(`Nobody reads the queue ${unread.join(", ")}: wrangler.toml lacks its consumer.`);
}

async function fill({ say, config }: Deployment, preview: Preview): Promise<void> {
  const problem = await preview.fill();
  if (problem) throw new Stopped(`${problem}\nNothing was uploaded. Say --remove, then begin again.`);
  say(`Filled ${config.name} with demo members`);
}

/** KV and Analytics Engine are made by the upload; what migrations and consumers need is made before it. */
function makeResources(deployment: Deployment): void {
  const { config, say } = deployment;
  const { databases, bucket, queues } = resourcesOf(config);
  const kinds: [string[], string[], string[]][] = [
    [["d1", "list", "--json"], ["d1", "create"], databases],
    [["r2", "bucket", "list"], ["r2", "bucket", "create"], [bucket]],
    [["queues", "list"], ["queues", "create"], queues],
  ];
  for (const [list, create, names] of kinds) {
    const there = new Set(required(deployment, list, "The account cannot be read").match(/[\w-]+/g));
    for (const name of names) {
      if (there.has(name)) continue;
      required(deployment, [...create, name], `${name} cannot be made`);
      say(`Made ${name}`);
    }
  }
}

function checkSecrets({ wrangler, config, env }: Deployment): void {
  const listed = wrangler(secretList(config));
  // Before the first deployment there is no Worker to ask.
  const stored = namesIn(listed) ?? [];
  const missing = secretsOf(config).filter((name) => !stored.includes(name));
  if (missing.length === 0) return;
  const commands = missing.map((name) => `  npx wrangler secret put ${name}${env && ` --env ${env}`}`);
  const reason = listed.status === 0 ? "" : `\n(wrangler said: ${lastLine(listed)})`;
  throw new Stopped(`Secrets are missing; nothing was changed. Run first:\n${commands.join("\n")}${reason}`);
}

/** Null if nobody is logged in, or before the first deployment. */
export function storedSecrets({ wrangler, config }: Pick<Deployment, "wrangler" | "config">): string[] | null {
  return namesIn(wrangler(secretList(config)));
}

function secretList({ name }: BuiltConfig): string[] {
  return ["secret", "list", "--name", name, "--format", "json"];
}

function namesIn({ status, stdout }: Ran): string[] | null {
  return status === 0 ? (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name) : null;
}

/** Null before the first deployment. */
function previousVersion({ wrangler, config }: Deployment): string | null {
  const { status, stdout } = wrangler(["deployments", "status", "--name", config.name, "--json"]);
  if (status !== 0) return null;
  const { versions = [] } = JSON.parse(stdout) as { versions?: { version_id: string; percentage: number }[] };
  return versions.toSorted((a, b) => b.percentage - a.percentage)[0]?.version_id ?? null;
}

interface Bookmark {
  binding: string;
  bookmark: string;
}

function bookmarkOf(deployment: Deployment, binding: string): string {
  const command = ["d1", "time-travel", "info", binding, "--json", ...inEnv(deployment)];
  const said = required(deployment, command, "No way back is known");
  const { bookmark } = JSON.parse(said) as { bookmark?: string };
  if (!bookmark) throw new Stopped("D1 names no bookmark: without a way back nothing is migrated.");
  return bookmark;
}

async function migrate(deployment: Deployment, bookmarks: Bookmark[]): Promise<void> {
  const back = wayBack(deployment, bookmarks);
  for (const { binding } of bookmarks)
    required(
      deployment,
      ["d1", "migrations", "apply", binding, "--remote", ...inEnv(deployment)],
      `A migration of ${binding} failed; nothing was uploaded. D1 took back the one that failed and kept those before it. All back:\n  ${back}`,
    );
  const misfit = (await deployment.applyDomains()) ?? deployment.misfit();
  if (misfit) throw new Stopped(`${misfit}\nNothing was uploaded. All migrations back:\n  ${back}`);
  deployment.say("The database fits this build");
}

interface Failed {
  problem: string;
  previous: string | null;
  bookmarks: Bookmark[];
}

function rollBack(deployment: Deployment, { problem, previous, bookmarks }: Failed): never {
  const { config } = deployment;
  if (!previous) throw new Stopped(`${problem}\nThis was the first deployment: there is no version to go back to.`);
  const said = ["rollback", previous, "--name", config.name, "--message", "smoke test failed", "--yes"];
  const { status, ...ran } = deployment.wrangler(said);
  const back = wayBack(deployment, bookmarks);
  if (status !== 0)
    throw new Stopped(`${problem}\nTHE NEW VERSION IS STILL THERE: the rollback failed (${lastLine({ status, ...ran })}).
  npx wrangler ${said.join(" ")}`);
  throw new Stopped(`${problem}\nRolled back to version ${previous}. The database kept its new schema, which the version before can
read (docs/decisions/0038-older-build-newer-database.md). Only if CHANGELOG.md names an exception, and losing all writes since:
  ${back}`);
}

function wayBack(deployment: Deployment, bookmarks: Bookmark[]): string {
  const line = ({ binding, bookmark }: Bookmark) =>
    [`npx wrangler d1 time-travel restore ${binding} --bookmark=${bookmark}`, ...inEnv(deployment)].join(" ");
  return bookmarks.map(line).join("\n  ");
}

function inEnv({ env, preview, configPath }: Deployment): string[] {
  if (preview) return ["-c", configPath];
  return env ? ["--env", env] : [];
}

/** @throws Stopped with this reason and wrangler's */
function required({ wrangler }: Deployment, args: string[], reason: string): string {
  const ran = wrangler(args);
  if (ran.status === 0) return ran.stdout;
  throw new Stopped(`${reason}\n(wrangler ${args.slice(0, 3).join(" ")}: ${lastLine(ran)})`);
}

function lastLine({ stdout, stderr, status }: Ran): string {
  const lines = `${stdout}\n${stderr}`.split("\n").filter((line) => line.trim());
  return (lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? `ended with ${status}`).trim();
}
