// `npm run dev`: Vite in front of workerd, changed modules replaced as they are saved.
import { join } from "node:path";
import { createServer } from "vite";
import { getPlatformProxy } from "wrangler";
import { applyDomains, migrate, readDomainFiles } from "./data.ts";
import { isSeeded, seed } from "./seed-data.ts";

const ROOT = join(import.meta.dirname, "..");
const STORE = join(ROOT, ".data/dev");

// The store is filled before the server opens it, through the same emulation with the same bindings.
const platform = await getPlatformProxy<{ DB: never; PHOTOS: never }>({
  configPath: join(ROOT, "wrangler.toml"),
  persist: { path: join(STORE, "v3") },
});
await migrate(platform.env.DB);
await applyDomains(platform.env.DB, readDomainFiles(), Date.now());
if (!(await isSeeded(platform.env.DB))) {
  console.log("▸ Seeding demo members");
  await seed({ db: platform.env.DB, photos: platform.env.PHOTOS, members: 600, now: Date.now() });
}
await platform.dispose();

const server = await createServer({ root: ROOT, server: { port: 8787, strictPort: true } });
await server.listen();
server.printUrls();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void server.close().then(() => process.exit(0)));
