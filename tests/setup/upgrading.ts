// Child process of scripts/upgrade-of-money.test.ts: migrates the store in the given folder.
import type { D1Database } from "@cloudflare/workers-types";
import { migrate } from "#scripts/data.ts";
import { createStore } from "#scripts/miniflare.ts";

const store = createStore(process.argv[2] ?? "");
const db = (await store.getD1Database("DB")) as unknown as D1Database;
await db.prepare("SELECT 1").first();
console.log("begun");
await migrate(db);
await store.dispose();
