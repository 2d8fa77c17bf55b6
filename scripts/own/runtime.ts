import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Miniflare, V4ModuleDefinition } from "miniflare";
import { assets, builtConfig, databases, frontModules, miniflare, modulesOf, STORES } from "#scripts/miniflare.ts";
import type { Message } from "#worker/delivery/mail/outbox.ts";
import type { Inside } from "./inside.ts";
import { createOutbound } from "./outbound.ts";

const ROOT = join(import.meta.dirname, "../..");
/** The first one is the Worker. */
const FRONT = ["front.ts", "inside.ts", "queue.ts", "sockets.ts", "bucket.ts", "visited.ts"];

/**
 * Flags of V8: garbage is collected early. Miniflare's own Workers make small objects that hold memory outside of V8's heap. By
 * V8's defaults they never reach a first collection (decision 131).
 */
const COLLECT_EARLY = "--initial-old-space-size=4 --heap-growing-percent=50 --max-semi-space-size=4";

export interface OwnOptions {
  build: string;
  data: string;
  host: string;
  port: number;
  inside: Inside;
  vars: Record<string, string>;
  databases: readonly string[];
  /** Private addresses that the Worker may ask, in CIDR notation. */
  networks: readonly string[];
  /** The error code of a mail that was not taken, or null. */
  sendMail(message: Message): Promise<string | null>;
  onLog(line: string): void;
  /** The runtime ended by itself and runs again. */
  onRestart(): void;
}

/**
 * The deploy build in workerd. Requests reach the Worker without Miniflare's own entry, which serves tools for developers and
 * shows stacks. Miniflare starts a runtime that died again, on the same port.
 */
export function createOwn({ build, data, host, port, inside, vars, ...options }: OwnOptions): Miniflare {
  process.env.MINIFLARE_WORKERD_V8_FLAGS ??= COLLECT_EARLY;
  const server = join(build, "server");
  const { compatibility_date, compatibility_flags } = builtConfig(server);
  return new miniflare.Miniflare(
    miniflare.convertV4MiniflareOptions({
      host: "127.0.0.1",
      // Of Miniflare's own entry, which nobody is told of.
      port: 0,
      log: new miniflare.Log(miniflare.LogLevel.ERROR),
      handleStructuredLogs: ({ message }: { message: string }) => options.onLog(message),
      unsafeHandleRuntimeRestart: options.onRestart,
      cf: { colo: "OWN" },
      resourcePersistencePath: data,
      unsafeDirectSockets: [
        { host, port },
        { host: "127.0.0.1", port: inside.port, entrypoint: "Inside" },
      ],
      name: "liaison",
      rootPath: server,
      modulesRoot: server,
      modules: [...entryModules(server), ...modulesOf(server)],
      compatibilityDate: compatibility_date,
      compatibilityFlags: compatibility_flags,
      assets: assets(build),
      bindings: { ...vars, INSIDE_KEY: inside.key },
      outboundService: createOutbound(options.networks),
      ...STORES,
      ...databases(options.databases),
      images: { binding: "IMAGES" },
      durableObjects: {
        INBOX: { className: "MemberInbox", useSQLite: true },
        ARCHIVE: { className: "MessageArchive", useSQLite: true },
        LIMITS: { className: "LimitCounter", useSQLite: true },
        QUEUES: { className: "OwnQueue", useSQLite: true },
      },
      serviceBindings: {
        async SMTP(request: { json(): Promise<unknown> }) {
          const code = await options.sendMail((await request.json()) as Message);
          return new miniflare.Response(JSON.stringify({ code }), { status: code === null ? 200 : 502 });
        },
      },
    } as never),
  );
}

function entryModules(server: string): V4ModuleDefinition[] {
  const library = join(ROOT, "node_modules/aws4fetch/dist/aws4fetch.esm.mjs");
  return [
    ...frontModules(server, FRONT),
    { type: "ESModule", path: join(server, "aws4fetch"), contents: readFileSync(library, "utf8") },
  ];
}
