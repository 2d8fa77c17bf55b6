import { createHash } from "node:crypto";
import { type BuiltConfig, resourcesOf } from "./config.ts";
import { type Ran, Stopped } from "./deploy.ts";

/** Bindings that a preview does without: nothing is mailed, nothing counted. */
export const LEFT_OUT = ["MAILER", "METRICS"];
const LONGEST = 24;
const SIZES = ["full", "card", "thumb", "preview"];

/** Name of the Worker and its resources. Two branches never share one. */
export function previewName(branch: string): string {
  const slug = branch
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST)
    .replaceAll(/^-|-$/g, "");
  const exact = slug === branch;
  const hash = createHash("sha256").update(branch).digest("hex").slice(0, 6);
  return ["liaison-preview", slug, exact ? "" : hash].filter(Boolean).join("-");
}

export function previewConfig(config: BuiltConfig, name: string): BuiltConfig {
  const own = (queue: string) => queue.replace(config.name, name);
  const { routes: _, ...rest } = config;
  return {
    ...rest,
    name,
    workers_dev: true,
    vars: { ...config.vars, PREVIEW: "on" },
    // Its demo members live in one database.
    d1_databases: config.d1_databases.filter(({ binding }) => binding === "DB").map((one) => ({ ...one, database_name: name })),
    r2_buckets: config.r2_buckets.map((one) => ({ ...one, bucket_name: `${name}-photos` })),
    queues: {
      producers: config.queues.producers.map((one) => ({ ...one, queue: own(one.queue) })),
      consumers: config.queues.consumers.map((one) => ({ ...one, queue: own(one.queue) })),
    },
    send_email: [],
    analytics_engine_datasets: [],
  };
}

interface Removal {
  config: BuiltConfig;
  wrangler(args: string[]): Ran;
  photoKeys(): Promise<string[]>;
  say(text: string): void;
}

/** Idempotent: missing resources are skipped. @throws Stopped, with the remaining ones */
export async function removePreview({ config, wrangler, photoKeys, say }: Removal): Promise<void> {
  const { name } = config;
  const { databases, bucket, queues } = resourcesOf(config);
  if (!name.startsWith("liaison-preview-")) throw new Stopped(`${name} is no preview: nothing was removed.`);
  const account = wrangler(["whoami"]);
  if (account.status !== 0) throw new Stopped("Nobody is logged in: npx wrangler login, or set CLOUDFLARE_API_TOKEN");
  for (const key of await photoKeys())
    for (const size of SIZES) wrangler(["r2", "object", "delete", `${bucket}/${key}.${size}`, "--remote"]);
  for (const queue of queues) wrangler(["queues", "consumer", "remove", queue, name]);
  const left: string[] = [];
  const remove = (what: string, args: string[]) => {
    const { status, stdout, stderr } = wrangler(args);
    const gone = status === 0 || /not exist|not found|could not find|couldn't find|10007|10006/i.test(stdout + stderr);
    if (gone) say(`Removed ${what}`);
    else left.push(what);
  };
  remove(`the Worker ${name}`, ["delete", name, "--force"]);
  for (const queue of queues) remove(`the queue ${queue}`, ["queues", "delete", queue]);
  for (const database of databases) remove(`the database ${database}`, ["d1", "delete", database, "-y"]);
  for (const id of visitorsOf(wrangler(["kv", "namespace", "list"]), name))
    remove(`the KV namespace ${id}`, ["kv", "namespace", "delete", "--namespace-id", id, "-y"]);
  remove(`the bucket ${bucket}`, ["r2", "bucket", "delete", bucket]);
  if (left.length > 0)
    throw new Stopped(`Still there: ${left.join(", ")}. A bucket goes once it is empty: its objects end after 14 days by themselves.
Say --remove again then.`);
}

function visitorsOf({ status, stdout }: Ran, name: string): string[] {
  if (status !== 0) return [];
  const all = JSON.parse(stdout) as { id: string; title: string }[];
  return all.filter(({ title }) => title.startsWith(`${name}-visitors`)).map(({ id }) => id);
}
