import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4ModuleDefinition } from "miniflare";
import { LOCAL_SECRETS } from "./secrets.ts";

const ROOT = join(import.meta.dirname, "..");

export interface LocalOptions {
  /** 0 takes a free port. */
  port: number;
  /** Folder of D1, objects, R2 and queues; null keeps them in memory only. */
  data: string | null;
  /** Bindings beside those of wrangler.toml. */
  vars?: Record<string, string>;
  /** Port of a socket straight into the Worker, past Miniflare's own entry and without the assets: for measuring. */
  direct?: number;
  /** Answers what the Worker fetches from outside; without it every outbound fetch is refused. */
  outbound?: (request: Request) => Promise<Response> | Response;
}

/** The built Worker in workerd with all its bindings emulated, without the proxies of the development servers. */
export function createLocal(options: LocalOptions): Miniflare {
  const server = join(ROOT, "build/server");
  const config = JSON.parse(readFileSync(join(server, "wrangler.json"), "utf8")) as {
    compatibility_date: string;
    compatibility_flags: string[];
  };
  return new Miniflare(
    convertV4MiniflareOptions({
      host: "127.0.0.1",
      port: options.port,
      log: new Log(LogLevel.WARN),
      // Not false: that says every visitor is in Austin. Where one is, `cf-ipcountry` says here.
      cf: { colo: "LOCAL" },
      ...(options.data ? { resourcePersistencePath: options.data } : {}),
      unsafeTriggerHandlers: true,
      ...(options.direct ? { unsafeDirectSockets: [{ host: "127.0.0.1", port: options.direct }] } : {}),
      name: "liaison",
      rootPath: server,
      modulesRoot: server,
      modules: modulesOf(server),
      compatibilityDate: config.compatibility_date,
      compatibilityFlags: config.compatibility_flags,
      ...(options.direct ? {} : { assets: assets() }),
      bindings: { ...LOCAL_SECRETS, ...options.vars },
      d1Databases: { DB: "liaison" },
      r2Buckets: { PHOTOS: "liaison-photos" },
      images: { binding: "IMAGES" },
      durableObjects: {
        INBOX: { className: "MemberInbox", useSQLite: true },
        LIMITS: { className: "LimitCounter", useSQLite: true },
      },
      queueProducers: { MAIL_QUEUE: { queueName: "liaison-mail" } },
      queueConsumers: { "liaison-mail": { maxBatchSize: 10, maxBatchTimeout: 0.2, maxRetries: 5, retryDelay: 1 } },
      email: { send_email: [{ name: "MAILER" }] },
      outboundService: options.outbound ?? (() => new Response("outbound fetch refused", { status: 502 })),
    } as never),
  );
}

function assets() {
  return {
    directory: join(ROOT, "build/client"),
    binding: "ASSETS",
    routerConfig: { has_user_worker: true, invoke_user_worker_ahead_of_assets: false },
  };
}

function modulesOf(folder: string): V4ModuleDefinition[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const definitions: V4ModuleDefinition[] = [];
  for (const path of files) {
    if (path.endsWith(".js")) definitions.push({ type: "ESModule", path });
    else if (path.endsWith(".wasm")) definitions.push({ type: "CompiledWasm", path });
  }
  // The entry comes first: workerd takes the first module as the Worker.
  return definitions.sort(
    (a, b) => Number(relative(folder, b.path) === "index.js") - Number(relative(folder, a.path) === "index.js"),
  );
}
