import { createServer } from "node:net";
import type { TestProject } from "vitest/node";
import { readDomainFiles } from "../../scripts/data.ts";
import type { DomainFile } from "../../worker/domains/settings.ts";
import { proxiedDomain, startInstance } from "../setup/instances.ts";
import { listenForSql } from "../setup/sql.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Port of the instance that answers itself, and of the one that passes everything to it. */
    local: number;
    proxy: number;
    /** Where the upstream of `broken.localhost` should be: a test may listen there. */
    fake: number;
    /** Where a test may write and read what no call of this product does yet: SQL for the instance that has the members. */
    sql: number;
    /** The store of that instance, which commands work on while it runs. */
    data: string;
  }
}

/** How long the proxy waits for the upstream of `broken.localhost`, in milliseconds. */
export const FAKE_TIMEOUT = 700;

/** One instance in local mode where credits can be bought, and one in proxy mode before it. */
export default async function setup(project: TestProject) {
  const files = readDomainFiles();
  const behind = await startInstance(files.map((file) => ({ ...file, hosts: hostsOf(file), preview: ["payments"] })));
  const fake = await freePort();
  const velvet = files.find(({ id }) => id === "velvet");
  const front = await startInstance([
    proxiedDomain(`http://127.0.0.1:${behind.port}`, velvet),
    proxiedDomain(`http://localhost:${behind.port}`),
    proxiedDomain(`http://127.0.0.1:${fake}/base/`, { id: "broken", pool: "broken", hosts: ["broken.localhost"] }, FAKE_TIMEOUT),
  ]);
  const sql = await listenForSql(behind.db);
  project.provide("local", behind.port);
  project.provide("proxy", front.port);
  project.provide("fake", fake);
  project.provide("sql", sql.port);
  project.provide("data", behind.data);
  return async () => {
    sql.server.close();
    await Promise.all([front.stop(), behind.stop()]);
  };
}

/** The invite-only domain answers at an address that needs no resolver: the proxy asks it there. */
function hostsOf({ id, hosts }: DomainFile): string[] {
  const others = hosts.filter((host) => host !== "127.0.0.1");
  return id === "velvet" ? [...others, "127.0.0.1"] : others;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
