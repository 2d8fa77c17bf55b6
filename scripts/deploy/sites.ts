import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";
import type { BuiltConfig } from "./config.ts";

/** In a folder of sites; no domain file has this name. */
export const DEPLOY_FILE = "deploy.json";

const route = z.strictObject({
  pattern: z.string(),
  custom_domain: z.boolean().optional(),
  zone_name: z.string().optional(),
  zone_id: z.string().optional(),
});
const settingsSchema = z.strictObject({
  /** As under `[vars]` of wrangler.toml, such as STAFF_HOST. */
  vars: z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), z.string()).default({}),
  /** Without them production serves each host of the domain files and of the staff as a custom domain. */
  routes: z.array(route).optional(),
});
const fileSchema = z.strictObject({
  production: settingsSchema.default({ vars: {} }),
  staging: settingsSchema.default({ vars: {} }),
});

export type SitesSettings = z.infer<typeof settingsSchema>;

/** Of one environment. @throws Error with what is wrong */
export function readDeployFile(folder: string, environment: string): SitesSettings {
  const path = join(folder, DEPLOY_FILE);
  if (!existsSync(path)) return { vars: {} };
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
  const { success, data, error } = fileSchema.safeParse(read);
  if (!success) throw new Error(error.issues.map((one) => `${path}: ${one.path.join(".")} ${one.message}`).join("\n"));
  return environment === "staging" ? data.staging : data.production;
}

/** Hosts of the staff pages among variables: one for each database. */
export function staffHostsIn(vars: Record<string, string>): { name: string; host: string }[] {
  return Object.entries(vars).flatMap(([name, host]) => (/^STAFF_HOST(_DB_|$)/.test(name) ? [{ name, host }] : []));
}

/** Whether production gets such a host, by the folder of sites and wrangler.toml: asked without a build. @throws Error with what is wrong */
export function hasStaffHost(folder: string, wrangler: string): boolean {
  if (staffHostsIn(readDeployFile(folder, "production").vars).length > 0) return true;
  if (!existsSync(wrangler)) return false;
  // No parser of TOML: what must not count is a comment, and what is of another environment (`[env.staging.vars]`).
  const tables = readFileSync(wrangler, "utf8").split(/^(?=[ \t]*\[)/m);
  const ofProduction = tables.filter((table) => !/^\s*\[+\s*env\b/.test(table));
  const staffHost = /^(?![ \t]*env\b)[^#\n]*\bSTAFF_HOST(?:_DB_\w+)?\s*=\s*["'][^"']/m;
  return ofProduction.some((table) => staffHost.test(table));
}

interface Sites {
  files: readonly DomainFile[];
  settings: SitesSettings;
  environment: string;
}

/** The build's configuration with what the folder of sites says. wrangler.toml counts where the folder says nothing. */
export function withSites(config: BuiltConfig, { files, settings, environment }: Sites): BuiltConfig {
  const vars = { ...config.vars, ...settings.vars };
  const staff = staffHostsIn(vars).map(({ host }) => host);
  const hosts = environment === "production" ? [...new Set([...files.flatMap((file) => file.hosts), ...staff])] : [];
  const ofFiles = hosts.map((pattern) => ({ pattern, custom_domain: true }));
  const routes = settings.routes ?? (config.routes?.length ? config.routes : ofFiles);
  return { ...config, vars, ...(routes.length > 0 && { routes, workers_dev: false }) };
}
