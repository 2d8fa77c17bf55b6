import { join } from "node:path";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { build } from "vite";
import { runtimes } from "#tests/load/processor.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** The reference, built and running in workerd by itself; `direct` leaves out the proxy in front of it. */
export async function startReference(
  direct: boolean,
): Promise<{ url: string; runtime: number | null; dispose(): Promise<void> }> {
  const outDir = join(ROOT, ".data/bench/reference");
  await build({
    root: ROOT,
    configFile: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    resolve: { conditions: ["workerd", "edge-light", "module-sync", "production"] },
    ssr: { noExternal: true, target: "webworker" },
    build: { ssr: join(import.meta.dirname, "worker.tsx"), outDir, emptyOutDir: true, copyPublicDir: false, minify: false },
  });
  const others = runtimes();
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      host: "127.0.0.1",
      port: 0,
      log: new Log(LogLevel.WARN),
      cf: false,
      name: "reference",
      rootPath: outDir,
      modulesRoot: outDir,
      modules: [{ type: "ESModule", path: join(outDir, "worker.js") }],
      compatibilityDate: "2026-11-01",
      compatibilityFlags: ["nodejs_compat"],
      unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
    } as never),
  );
  const ready = await worker.ready;
  const runtime = [...runtimes()].find((pid) => !others.has(pid)) ?? null;
  const { port } = direct ? await worker.unsafeGetDirectURL() : ready;
  return { url: `http://localhost:${port}`, runtime, dispose: () => worker.dispose() };
}
