import { fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { readDomainFiles } from "#scripts/data.ts";
import { prepareStore } from "#scripts/product.ts";
import { prepareTemplate } from "#tests/setup/instances.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import { FEATURES } from "#worker/sites/domains/features.vocabulary.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of the seeded store that each test file copies. */
    template: string;
    /** Port of the process that starts the products. */
    products: number;
  }
}

/** Seeds one store with 600 members; `product.ts` has the Worker started on a copy of it for each test file. */
export default async function setup(project: TestProject) {
  const removeMigrated = await prepareTemplate();
  const stores = mkdtempSync(join(tmpdir(), "liaison-e2e-"));
  const template = join(stores, "template");
  const domains = domainFiles();
  const child = fork(join(import.meta.dirname, "products-process.ts"), { execArgv: [] });
  const ended = once(child, "exit");
  child.send(domains);
  const told = Promise.race([once(child, "message") as Promise<[number]>, ended.then(([code]) => code as number)]);
  cpSync(process.env.STORE_TEMPLATE as string, template, { recursive: true });
  await prepareStore({ data: template, domains, members: 600 });
  const products = await told;
  if (!Array.isArray(products)) throw new Error(`the products' process ended with code ${products}`);
  project.provide("template", template);
  project.provide("products", products[0]);
  return async () => {
    child.disconnect();
    await ended;
    rmSync(stores, { recursive: true, force: true });
    removeMigrated();
  };
}

/** Every setting in two countries, and one with time for members who were there before. */
function ageRules(): DomainFile["settings"]["age_proof"] {
  const existing = { joined_before: "2099-01-01", prove_by: "2099-06-01" };
  return {
    "*": { when: "before_contact", methods: ["eu", "oidc"], existing: null },
    BE: { when: "off", methods: [], existing: null },
    US: { when: "off", methods: [], existing: null },
    GB: { when: "before_contact", methods: ["oidc"], existing: null },
    DE: { when: "before_members", methods: ["eu"], existing: null },
    IE: { when: "before_members", methods: ["eu"], existing: null },
    SE: { when: "before_contact", methods: ["person"], existing: null },
    AT: { when: "at_signup", methods: ["eu"], existing: null },
    FR: { when: "at_signup", methods: ["oidc"], existing: null },
    DK: { when: "before_members", methods: ["eu"], existing },
  };
}

/**
 * The demo domains, plus the default one at other hosts: with all settings and features on, and with nothing to buy. One host is an address, since
 * Node does not resolve names under `localhost`.
 */
function domainFiles() {
  const files = readDomainFiles();
  const file = files.find(({ hosts }) => hosts.includes("localhost"));
  if (!file) throw new Error("no default domain");
  const settings = {
    ...file.settings,
    domain: "full.localhost",
    push_public_key: "BElGCiB7YlRXOoAHkSGSR9hbyMTuLTLOGQpXq1GGvAr2p3GT0Sv0YVZmFNXxuAKYYNPE8TpdTUFuFZ5tjBk7z5s",
    member_resell: "https://cams.example.org/live",
  };
  const full = { ...file, id: "full", hosts: ["full.localhost", "127.0.0.1"], preview: [...FEATURES], settings };
  const nothing = { packages: {}, currencies: {}, payment_methods: {}, minimum_message_costs: {} };
  const unsold = {
    ...file,
    id: "unsold",
    hosts: ["unsold.localhost"],
    settings: { ...file.settings, ...nothing, domain: "unsold.localhost" },
  };
  const gated = {
    ...file,
    id: "gated",
    hosts: ["gated.localhost"],
    settings: {
      ...file.settings,
      domain: "gated.localhost",
      age_proof: ageRules(),
      age_oidc: {
        ...{
          issuer: "http://id.localhost",
          client_id: "gated",
          scopes: ["openid"],
          claim: "age_over_18",
          value: true,
          under: false,
        },
      },
    },
  };
  return [...files.map((one) => (one === file ? { ...file, hosts: ["localhost"] } : one)), full, unsold, gated];
}
