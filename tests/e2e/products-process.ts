import { once } from "node:events";
import { createServer } from "node:http";
import { serveStore } from "#scripts/product.ts";
import { LOCAL_AGE_SECRET } from "#scripts/secrets.ts";
import { newSecret } from "#worker/platform/ids.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import type { Ports } from "./product.ts";

type Vars = Record<string, string>;

// One process serves all files: loading Miniflare costs as much as starting the Worker.
const [domains] = (await once(process, "message")) as [DomainFile[]];
/** Started products by the path of their store. */
const running = new Map<string, { cron(): Promise<void>; stop(): Promise<void> }>();

/** Each request names a store: POST starts a Worker on it, PUT runs its cron, DELETE stops it. */
const control = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const data = Buffer.concat(chunks).toString();
  try {
    if (request.method === "POST") {
      const more = JSON.parse(new URL(request.url ?? "", "http://localhost").searchParams.get("vars") ?? "{}") as Vars;
      return void response.end(JSON.stringify(await start(data, more)));
    }
    const product = running.get(data);
    if (!product) throw new Error(`no product runs on ${data}`);
    await (request.method === "PUT" ? product.cron() : product.stop());
    response.end();
  } catch (error) {
    response.statusCode = 500;
    response.end(String(error));
  }
});

async function start(data: string, more: Vars): Promise<Ports> {
  const vars = { CALL_LIMITS: "off", PASSWORD_COST: "test", AGE_OIDC_GATED: LOCAL_AGE_SECRET, ...more };
  const sqlKey = newSecret(32);
  const { local, port, push, tick } = await serveStore({ port: 0, data, domains, vars, sqlKey });
  running.set(data, {
    cron: tick,
    stop: async () => {
      running.delete(data);
      await local.dispose();
    },
  });
  return { port, sqlKey, push: push.origin };
}

control.listen(0, "127.0.0.1", () => process.send?.((control.address() as { port: number }).port));
// The test run disconnects when it ends, and the system does when its process is killed.
await once(process, "disconnect");
await Promise.all([...running.values()].map(({ stop }) => stop()));
process.exit();
