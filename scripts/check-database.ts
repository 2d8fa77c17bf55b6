// `npm run build -- --remote`: compares the deployed database with this build before its deployment.
import { parseArgs } from "node:util";
import { NewerDatabase, pendingMigrations } from "./data.ts";
import { StoreError, wranglerStore } from "./database.ts";
import { domainsWithoutIcons } from "./domains.ts";
import { fail, refusing } from "./terminal.ts";

const { values } = parseArgs({
  options: { env: { type: "string", default: "" }, config: { type: "string" }, local: { type: "string" } },
});
const where = values.local ? ["--local", "--persist-to", values.local] : ["--remote"];
const of = values.config ? ["-c", values.config] : values.env ? ["--env", values.env] : [];
const { db } = wranglerStore([...where, ...of]);

await refusing(
  async () => {
    const pending = await pendingMigrations(db);
    if (pending.length > 0)
      fail(`The database lacks ${pending.join(", ")}. Run first: npx wrangler d1 migrations apply DB --remote`);
    const bare = await domainsWithoutIcons(db);
    if (bare.length > 0)
      fail(`No icons are stored for ${bare.join(", ")}. Run first:
  npm run domain -- apply --remote`);
  },
  (error) => (error instanceof NewerDatabase || error instanceof StoreError ? error.message : null),
);
console.log("✓ The database fits this build");
