import { once } from "node:events";
import { serveStore } from "#scripts/product.ts";
import { LOCAL_AGE_SECRET } from "#scripts/secrets.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";

export interface Served {
  data: string;
  domains: DomainFile[];
  vars?: Record<string, string>;
  front?: string;
  build?: string;
}

const [{ data, domains, vars, front, build }] = (await once(process, "message")) as [Served];
const { local, port } = await serveStore({
  port: 0,
  data,
  domains,
  front,
  build,
  // A provider of the campaign's own.
  reachable: vars?.ID_SERVICE ? [vars.ID_SERVICE] : [],
  vars: { CALL_LIMITS: "off", PASSWORD_COST: "test", AGE_OIDC_GATED: LOCAL_AGE_SECRET, ...vars },
});
process.send?.(port);
// The campaign disconnects when it ends, and the system does when the file's process is killed.
await once(process, "disconnect");
await local.dispose();
process.exit();
