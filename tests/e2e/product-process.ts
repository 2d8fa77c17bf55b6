import { once } from "node:events";
import { serveStore } from "#scripts/product.ts";
import { LOCAL_AGE_SECRET } from "#scripts/secrets.ts";
import { listenForSql } from "#tests/setup/sql.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";

export interface Served {
  data: string;
  domains: DomainFile[];
  vars?: Record<string, string>;
  front?: string;
  build?: string;
}

export interface Ports {
  port: number;
  /** Port of the endpoint that runs SQL on the store. */
  sql: number;
  /** Origin of the push service on loopback. */
  push: string;
}

const [{ data, domains, vars, front, build }] = (await once(process, "message")) as [Served];
const { local, db, port, push } = await serveStore({
  port: 0,
  data,
  domains,
  front,
  build,
  // A provider of the campaign's own.
  reachable: vars?.ID_SERVICE ? [vars.ID_SERVICE] : [],
  vars: { CALL_LIMITS: "off", PASSWORD_COST: "test", AGE_OIDC_GATED: LOCAL_AGE_SECRET, ...vars },
});
const sql = await listenForSql(db);
process.send?.({ port, sql: sql.port, push: push.origin } satisfies Ports);
// The campaign disconnects when it ends, and the system does when the file's process is killed.
await once(process, "disconnect");
await local.dispose();
process.exit();
