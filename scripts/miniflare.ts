import { readdirSync, readFileSync, statSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join, relative } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Miniflare, V4ModuleDefinition } from "miniflare";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import "./miniflare-arena.ts";
import { localDatabase } from "./database.ts";
import { outboundTo } from "./outbound.ts";
import type { Inside } from "./own/inside.ts";
import { LOCAL_SECRETS } from "./secrets.ts";

// Loaded after the hook of miniflare-arena.ts.
export const miniflare = await import("miniflare");

const ROOT = join(import.meta.dirname, "..");
export const STORES = {
  kvNamespaces: { VISITORS: "liaison-visitors" },
  r2Buckets: { PHOTOS: "liaison-photos" },
};

export function databases(others: readonly string[] = []) {
  return { d1Databases: Object.fromEntries(["DB", ...others].map((name) => [name, localDatabase(name)])) };
}

export interface LocalOptions {
  /** 0 takes a free port. */
  port: number;
  /** Folder of D1, objects, R2 and queues; null keeps them in memory. */
  data: string | null;
  /** Bindings beside those of wrangler.toml. */
  vars?: Record<string, string>;
  databases?: readonly string[];
  /** Port directly to the Worker, without Miniflare's entry and the assets: for measurements. */
  direct?: number;
  /** Where the process that starts it reaches it: Miniflare's own proxies would block that process (decision 131). */
  inside?: Inside;
  /** The Worker may fetch from the upstreams of these domains. */
  domains?: () => readonly DomainFile[];
  reachable?: readonly string[];
  /** Source of a module in front of the Worker, for campaigns; it imports `./index.js`. */
  front?: string;
  /** Folder of another build than this checkout's. */
  build?: string;
  /** Each line that the Worker logs, instead of the terminal. */
  onLog?: (line: string) => void;
}

/** The built Worker in workerd with emulated bindings, without the development servers' proxies. */
export function createLocal(options: LocalOptions): Miniflare {
  const { build = join(ROOT, "build") } = options;
  const server = join(build, "server");
  const config = builtConfig(server);
  const sockets = [
    ...(options.direct ? [{ host: "127.0.0.1", port: options.direct }] : []),
    ...(options.inside ? [{ host: "127.0.0.1", port: options.inside.port, entrypoint: "Inside" }] : []),
  ];
  const local = new miniflare.Miniflare(
    miniflare.convertV4MiniflareOptions({
      host: "127.0.0.1",
      port: options.port,
      log: new miniflare.Log(miniflare.LogLevel.WARN),
      ...(options.onLog ? { handleStructuredLogs: ({ message }: { message: string }) => options.onLog?.(message) } : {}),
      // `false` would place all visitors in Austin.
      cf: { colo: "LOCAL" },
      ...(options.data ? { resourcePersistencePath: options.data } : {}),
      unsafeTriggerHandlers: true,
      unsafeDirectSockets: sockets,
      name: "liaison",
      rootPath: server,
      modulesRoot: server,
      modules: [...frontOf(server, options), ...modulesOf(server)],
      compatibilityDate: config.compatibility_date,
      compatibilityFlags: config.compatibility_flags,
      ...(options.direct ? {} : { assets: assets(build) }),
      bindings: { ...LOCAL_SECRETS, ...options.vars, ...(options.inside && { INSIDE_KEY: options.inside.key }) },
      ...STORES,
      ...databases(options.databases),
      images: { binding: "IMAGES" },
      durableObjects: {
        INBOX: { className: "MemberInbox", useSQLite: true },
        ARCHIVE: { className: "MessageArchive", useSQLite: true },
        LIMITS: { className: "LimitCounter", useSQLite: true },
      },
      queueProducers: { MAIL_QUEUE: { queueName: "liaison-mail" }, PUSH_QUEUE: { queueName: "liaison-push" } },
      queueConsumers: {
        "liaison-mail": { maxBatchSize: 10, maxBatchTimeout: 0.2, maxRetries: 5, retryDelay: 1 },
        "liaison-push": { maxBatchSize: 10, maxBatchTimeout: 0.2, maxRetries: 3, retryDelay: 1 },
      },
      email: { send_email: [{ name: "MAILER" }] },
      outboundService: { node: outboundTo({ domains: options.domains ?? (() => []), others: options.reachable ?? [] }) },
    } as never),
  );
  return afterIdle(local);
}

export function builtConfig(server: string): { compatibility_date: string; compatibility_flags: string[] } {
  return JSON.parse(readFileSync(join(server, "wrangler.json"), "utf8"));
}

/** D1 and R2 without the Worker: starts faster. Only one runtime may open a folder. */
export function createStore(data: string, others: readonly string[] = []): Miniflare {
  const store = new miniflare.Miniflare(
    miniflare.convertV4MiniflareOptions({
      name: "liaison",
      modules: true,
      script: "export default {}",
      resourcePersistencePath: data,
      ...STORES,
      ...databases(others),
    } as never),
  );
  return afterIdle(store);
}

/** The runtime closes a connection after fifteen idle seconds. A thread that was busy for so long hears of it in these turns. */
function afterIdle(local: Miniflare): Miniflare {
  const { dispatchFetch } = local;
  local.dispatchFetch = async (...request) => {
    for (const _ of [1, 2]) await setImmediate();
    return dispatchFetch(...request);
  };
  return local;
}

/** Answers a posted picture in the wished size and format. */
export function createImages(): Miniflare {
  return new miniflare.Miniflare(
    miniflare.convertV4MiniflareOptions({
      name: "images",
      modules: true,
      script: `export default { async fetch(request, { IMAGES }) {
        const query = new URL(request.url).searchParams;
        const picture = IMAGES.input(request.body).transform({ ...JSON.parse(query.get("size")), fit: "scale-down" });
        return (await picture.output({ format: query.get("format"), quality: 74, anim: false })).response();
      } }`,
      images: { binding: "IMAGES" },
      // The first one with streams as the binding uses them.
      compatibilityDate: "2025-01-01",
    } as never),
  );
}

export function assets(build: string) {
  return {
    directory: join(build, "client"),
    binding: "ASSETS",
    routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: false },
  };
}

function frontOf(folder: string, { front, inside }: LocalOptions): V4ModuleDefinition[] {
  const next = front === undefined ? [] : [{ type: "ESModule" as const, path: join(folder, "front.js"), contents: front }];
  if (!inside) return next;
  const [entry, ...rest] = frontModules(folder, ["local.ts", "inside.ts"]);
  const contents = String(entry?.contents).replaceAll("./index.js", next.length > 0 ? "./front.js" : "./index.js");
  return [{ ...(entry as V4ModuleDefinition), contents }, ...rest, ...next];
}

/** Modules of own/front, as if they stood beside the built Worker. */
export function frontModules(server: string, names: readonly string[]): V4ModuleDefinition[] {
  return names.map((name) => {
    const source = readFileSync(join(import.meta.dirname, "own/front", name), "utf8");
    return { type: "ESModule", path: join(server, name), contents: stripTypeScriptTypes(source) };
  });
}

export function modulesOf(folder: string): V4ModuleDefinition[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  // Miniflare copies its whole configuration for each module: small ones first halve the start.
  const sizes = new Map(files.map((path) => [path, statSync(path).size]));
  files.sort((a, b) => (sizes.get(a) ?? 0) - (sizes.get(b) ?? 0));
  const definitions: V4ModuleDefinition[] = [];
  for (const path of files) {
    if (path.endsWith(".js")) definitions.push({ type: "ESModule", path });
    else if (path.endsWith(".wasm")) definitions.push({ type: "CompiledWasm", path });
  }
  // workerd takes the first module as the Worker.
  return definitions.sort(
    (a, b) => Number(relative(folder, b.path) === "index.js") - Number(relative(folder, a.path) === "index.js"),
  );
}
