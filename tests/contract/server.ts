import type { TestProject } from "vitest/node";
import { readDomainFiles } from "#scripts/data.ts";
import { freePort } from "#scripts/ports.ts";
import { prepareDomains, prepareTemplate, proxiedDomain, startInstance } from "#tests/setup/instances.ts";
import type { SqlDoor } from "#tests/setup/sql.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Ports of the local instance and of the proxy in front of it. */
    local: number;
    proxy: number;
    /** Port configured as the upstream of `broken.localhost`; a test may listen there. */
    fake: number;
    /** Of the instance with the members. */
    sql: SqlDoor;
  }
}

/** In ms: upstream timeout of `broken.localhost`. */
export const FAKE_TIMEOUT = 700;

const PATIENT_TIMEOUT = 30_000;

/** A local instance with payments, and a proxy in front of it. */
export default async function setup(project: TestProject) {
  const files = readDomainFiles();
  const removeTemplate = await prepareTemplate();
  const removeDomains = await prepareDomains();
  const behind = await startInstance([
    ...files.map((file): DomainFile => ({ ...file, hosts: hostsOf(file), preview: ["payments"] })),
    { ...menDomain(""), api: { mode: "local" } },
  ]);
  const fake = await freePort();
  const velvet = files.find(({ id }) => id === "velvet");
  const front = await startInstance([
    proxiedDomain(`http://127.0.0.1:${behind.port}`, velvet),
    proxiedDomain(`http://localhost:${behind.port}`),
    unsoldDomain(`http://localhost:${behind.port}`),
    menDomain(`http://localhost:${behind.port}`),
    ...[FAKE_TIMEOUT, PATIENT_TIMEOUT].map((timeout) => {
      const id = timeout === FAKE_TIMEOUT ? "broken" : "patient";
      return proxiedDomain(
        `http://127.0.0.1:${fake}/base/`,
        { id, pool: id, hosts: [`${id}.localhost`] },
        { timeout_ms: timeout },
      );
    }),
  ]);
  project.provide("local", behind.port);
  project.provide("proxy", front.port);
  project.provide("fake", fake);
  project.provide("sql", behind.sql);
  return async () => {
    await Promise.all([front.stop(), behind.stop()]);
    removeTemplate();
    removeDomains();
  };
}

/** Sells nothing itself, although its upstream does. */
function unsoldDomain(upstream: string): DomainFile {
  const file = proxiedDomain(upstream, { id: "unsold", hosts: ["unsold.localhost"] });
  const nothing = { packages: {}, currencies: {}, payment_methods: {}, minimum_message_costs: {} };
  return { ...file, settings: { ...file.settings, ...nothing, domain: "unsold.localhost" } };
}

/** For men, of the default domain's pool; its upstream is for all. */
function menDomain(upstream: string): DomainFile {
  const file = proxiedDomain(upstream, { id: "men", hosts: ["men.localhost"] });
  return { ...file, settings: { ...file.settings, genders: ["male"], domain: "men.localhost" } };
}

/** 127.0.0.1 needs no resolver, so the proxy reaches the invite-only domain there. */
function hostsOf({ id, hosts }: DomainFile): string[] {
  const others = hosts.filter((host) => host !== "127.0.0.1");
  return id === "velvet" ? [...others, "127.0.0.1"] : others;
}
