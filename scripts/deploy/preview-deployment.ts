import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { applyDomains } from "#scripts/data.ts";
import { StoreError, wranglerStore } from "#scripts/database.ts";
import { readyDomains } from "#tools/brand/store.ts";
import type { BuiltConfig } from "./config.ts";
import { makeDemo, previewDomain } from "./demo.ts";
import type { Deployment, Ran } from "./deploy.ts";
import { LEFT_OUT, previewConfig, previewName } from "./preview.ts";

interface Wanted {
  branch: string;
  subdomain: string;
  built: BuiltConfig;
  folder: string;
  wrangler(args: string[]): Ran;
}

const newSecret = () => randomBytes(32).toString("base64");

export function previewOf({ branch, subdomain, built, folder, wrangler }: Wanted) {
  const config = previewConfig(built, previewName(branch));
  const configPath = join(folder, "server/wrangler.preview.json");
  writeFileSync(configPath, JSON.stringify(config));
  const host = `${config.name}.${subdomain}.workers.dev`;
  const secrets = { MEDIA_SECRET: newSecret(), PASSWORD_PEPPER: newSecret() };
  const where = ["--remote", "-c", configPath];
  const store = () => wranglerStore(where).db;

  async function fill(): Promise<string | null> {
    const bucket = config.r2_buckets[0]?.bucket_name ?? "";
    const { dump, photos } = await makeDemo(join(folder, "demo"), previewDomain(host), secrets.PASSWORD_PEPPER);
    const steps = [
      ["d1", "execute", "DB", ...where, "-y", "--file", dump],
      ["r2", "bulk", "put", bucket, "--filename", photos, "--content-type", "image/svg+xml", "--remote"],
      ["r2", "bucket", "lifecycle", "add", bucket, "ends", "--expire-days", "14", "-y"],
    ];
    const failed = steps.map((args) => ({ args, ...wrangler(args) })).find(({ status }) => status !== 0);
    return failed ? `wrangler ${failed.args.slice(0, 3).join(" ")}: ${failed.stderr.trim() || failed.stdout.trim()}` : null;
  }

  const deployment = {
    config,
    configPath,
    hosts: [host],
    preview: {
      without: LEFT_OUT,
      secretsFile() {
        const file = join(folder, "preview-secrets.json");
        writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
        return file;
      },
      fill,
    },
    async applyDomains() {
      try {
        const db = store();
        await applyDomains(db, await readyDomains([previewDomain(host)], db), Date.now(), { by: `preview of ${branch}` });
        return null;
      } catch (error) {
        if (error instanceof StoreError) return error.message;
        throw error;
      }
    },
  } satisfies Partial<Deployment>;

  return {
    config,
    deployment,
    async photoKeys(): Promise<string[]> {
      try {
        const { results } = await store().prepare("SELECT DISTINCT key FROM photos").all<{ key: string }>();
        return results.map(({ key }) => key);
      } catch (error) {
        if (error instanceof StoreError) return [];
        throw error;
      }
    },
  };
}
