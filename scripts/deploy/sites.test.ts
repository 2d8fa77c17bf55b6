import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readDomainFiles, readDomainsIn } from "#scripts/data.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import type { BuiltConfig } from "./config.ts";
import { DEPLOY_FILE, hasStaffHost, readDeployFile, withSites } from "./sites.ts";

const folder = mkdtempSync(join(tmpdir(), "liaison-sites-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = { ...readDomainFiles()[0], hosts: ["dating.example.com", "www.dating.example.com"] } as DomainFile;
const CONFIG = { name: "liaison", vars: {} } as unknown as BuiltConfig;
const written = (text: unknown) => writeFileSync(join(folder, DEPLOY_FILE), JSON.stringify(text));
const built = (environment: string, config = CONFIG) =>
  withSites(config, { files: [file], settings: readDeployFile(folder, environment), environment });

test("a folder of sites gives production a route for each host of its files and for the staff", () => {
  written({ production: { vars: { STAFF_HOST: "staff.example.com" } } });
  expect(built("production")).toMatchObject({
    vars: { STAFF_HOST: "staff.example.com" },
    workers_dev: false,
    routes: ["dating.example.com", "www.dating.example.com", "staff.example.com"].map((pattern) => ({
      pattern,
      custom_domain: true,
    })),
  });
  expect(built("staging")).toEqual(CONFIG);
  expect(readDomainsIn(folder)).toEqual({ files: [], problems: [] });
});

test("routes that the folder or wrangler.toml names are taken as they are", () => {
  const routes = [{ pattern: "*.example.com/*", zone_name: "example.com" }];
  written({ production: { routes }, staging: { routes } });
  expect([built("production").routes, built("staging").routes]).toEqual([routes, routes]);
  written({});
  const own = [{ pattern: "other.example.com", custom_domain: true }];
  expect(built("production", { ...CONFIG, routes: own }).routes).toEqual(own);
});

test("a mistake in the file is named with its place", () => {
  written({ production: { vars: { staff_host: "staff.example.com" } } });
  expect(() => readDeployFile(folder, "production")).toThrow(/deploy\.json: production\.vars/);
  written({ prod: {} });
  expect(() => readDeployFile(folder, "production")).toThrow(/prod/);
});

test("a host for staff is found in the folder of sites or in wrangler.toml, and not in a comment", () => {
  const toml = join(folder, "wrangler.toml");
  const has = (text: string) => {
    writeFileSync(toml, text);
    return hasStaffHost(folder, toml);
  };
  written({ staging: { vars: { STAFF_HOST: "staff.example.com" } } });
  expect(has('name = "liaison"\n# STAFF_HOST = "staff.example.com"\n[vars]\nSTAFF_HOST = ""\n')).toBe(false);
  // Production has no environment of its own in wrangler.toml.
  for (const line of [
    '[env.staging.vars]\nSTAFF_HOST = "staff.example.com"',
    'env.staging.vars.STAFF_HOST = "staff.example.com"',
  ])
    expect(has(`name = "liaison"\n${line}\n[vars]\nSTAFF_HOST = ""\n`), line).toBe(false);
  expect(has('[env.staging.vars]\nSTAFF_HOST = "a.example"\n[vars]\nSTAFF_HOST = "staff.example.com"\n')).toBe(true);
  for (const line of ['[vars]\nSTAFF_HOST = "staff.example.com"', "vars.STAFF_HOST_DB_2='staff2.example.com'"])
    expect(has(line)).toBe(true);
  written({ production: { vars: { STAFF_HOST: "staff.example.com" } } });
  expect(has("")).toBe(true);
});
