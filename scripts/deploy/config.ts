import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The build's own configuration: one environment, without inheritance. */
export interface BuiltConfig {
  name: string;
  workers_dev?: boolean;
  vars?: Record<string, string>;
  routes?: { pattern: string; custom_domain?: boolean }[];
  secrets?: { required?: string[] };
  d1_databases: { binding: string; database_name: string }[];
  r2_buckets: { binding: string; bucket_name: string }[];
  kv_namespaces: { binding: string }[];
  queues: { producers: { binding: string; queue: string }[]; consumers: { queue: string }[] };
  durable_objects: { bindings: { name: string }[] };
  send_email: { name: string }[];
  images?: { binding: string };
  assets?: { binding: string };
  analytics_engine_datasets?: { binding: string }[];
}

export interface Resources {
  databases: string[];
  bucket: string;
  queues: string[];
}

const ROOT = join(import.meta.dirname, "../..");

export function readBuiltConfig(folder: string): BuiltConfig {
  return readConfig(join(folder, "server/wrangler.json"));
}

export function readConfig(path: string): BuiltConfig {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** Bindings that the Worker's types name and the configuration does not. */
export function missingBindings(config: BuiltConfig, without: readonly string[] = []): string[] {
  const types = readFileSync(join(ROOT, "worker/bindings.d.ts"), "utf8");
  const wanted = /interface __BaseEnv_Env \{([^}]*)\}/.exec(types)?.[1] ?? "";
  const has = new Set([
    ...[...config.d1_databases, ...config.r2_buckets, ...config.kv_namespaces, ...config.queues.producers].map(
      ({ binding }) => binding,
    ),
    ...[...config.durable_objects.bindings, ...config.send_email].map(({ name }) => name),
    ...(config.analytics_engine_datasets ?? []).map(({ binding }) => binding),
    ...without,
    config.images?.binding,
    config.assets?.binding,
    ...secretsOf(config),
  ]);
  return [...wanted.matchAll(/^\t(\w+):/gm)].flatMap(([, name = ""]) => (has.has(name) ? [] : [name]));
}

/** Queues that something is sent to and nobody reads. */
export function unreadQueues({ queues }: BuiltConfig): string[] {
  const read = new Set(queues.consumers.map(({ queue }) => queue));
  return queues.producers.flatMap(({ queue }) => (read.has(queue) ? [] : [queue]));
}

export function secretsOf({ secrets }: BuiltConfig): string[] {
  return secrets?.required ?? [];
}

export function hostsOf({ routes = [] }: BuiltConfig): string[] {
  return routes.map(({ pattern }) => pattern.replace(/\/.*$/, "")).filter((host) => !host.includes("*"));
}

export function resourcesOf(config: BuiltConfig): Resources {
  const databases = config.d1_databases.map(({ database_name }) => database_name);
  const bucket = config.r2_buckets.find(({ binding }) => binding === "PHOTOS")?.bucket_name ?? "";
  return { databases, bucket, queues: config.queues.producers.map(({ queue }) => queue) };
}
