// `npm run build -- --remote`: compares the deployed database with this build before its deployment.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ForeignDatabase, pendingMigrations } from "./data.ts";
import { StoreError, wranglerStore } from "./database.ts";
import { readBuiltConfig, readConfig } from "./deploy/config.ts";
import { domainsWithoutIcons } from "./domains.ts";
import { fail, refusing } from "./terminal.ts";

const ROOT = join(import.meta.dirname, "..");
const { values } = parseArgs({
  options: { env: { type: "string", default: "" }, config: { type: "string" }, local: { type: "string" } },
});
const where = values.local ? ["--local", "--persist-to", values.local] : ["--remote"];
const of = values.config ? ["-c", values.config] : values.env ? ["--env", values.env] : [];
await refusing(
  async () => {
    for (const binding of bindings()) {
      const { db } = wranglerStore([...where, ...of], binding);
      const pending = await pendingMigrations(db);
      if (pending.length > 0)
        fail(`${binding} lacks ${pending.join(", ")}. Run first: npx wrangler d1 migrations apply ${binding} --remote`);
      const bare = await domainsWithoutIcons(db);
      if (bare.length > 0)
        fail(`${binding} has no icons for ${bare.join(", ")}. Run first:
  npm run domain -- apply --remote`);
    }
  },
  (error) => (error instanceof ForeignDatabase || error instanceof StoreError ? error.message : null),
);
console.log("✓ The database fits this build");

/** Database bindings of the build that is about to be deployed. */
function bindings(): string[] {
  const { d1_databases } = values.config ? readConfig(values.config) : readBuiltConfig(join(ROOT, "build-deploy"));
  return d1_databases.map(({ binding }) => binding);
}
