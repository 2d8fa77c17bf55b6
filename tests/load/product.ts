import { createHash, randomBytes } from "node:crypto";
import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { D1Database, R2Bucket } from "@cloudflare/workers-types";
import { seed } from "#demo/seed-data.ts";
import { migrate, readDomainFiles } from "#scripts/data.ts";
import { localStore } from "#scripts/database.ts";
import { applyDomains } from "#scripts/domains.ts";
import { createLocal } from "#scripts/miniflare.ts";
import { intoFiles } from "#scripts/picture-store.ts";
import { freePort } from "#scripts/ports.ts";
import { readyDomains } from "#tools/brand/store.ts";
import { runtimes } from "./processor.ts";

const ROOT = join(import.meta.dirname, "../..");
export interface Product {
  /** Address as a browser uses it; the product knows the host. */
  url: string;
  db: D1Database;
  /** Process id of its runtime, or null. */
  runtime: number | null;
  dispose(): Promise<void>;
}

interface Options {
  /** Without the emulated assets and the proxy in front of the Worker. */
  direct?: boolean;
  /** A module before it, which counts: limits apply then. */
  front?: string;
  /** Folder of another build, over a copy of the same store. */
  build?: string;
}

/** The built Worker over a store with this many members, reused from run to run. */
export async function startProduct(members: number, { direct = false, front, build }: Options = {}): Promise<Product> {
  const data = join(ROOT, `.data/bench/${members}${build ? "-beside" : ""}`);
  if (build) {
    rmSync(data, { recursive: true, force: true });
    cpSync(join(ROOT, `.data/bench/${members}`), data, { recursive: true });
  }
  const complete = join(data, "complete");
  const fresh = !existsSync(complete);
  if (fresh) rmSync(data, { recursive: true, force: true });
  const others = runtimes();
  const port = direct ? await freePort() : 0;
  const local = createLocal({
    port: 0,
    data,
    vars: front ? {} : { CALL_LIMITS: "off" },
    front,
    build,
    ...(direct ? { direct: port } : {}),
  });
  const ready = await local.ready;
  const runtime = [...runtimes()].find((pid) => !others.has(pid)) ?? null;
  const db = (await local.getD1Database("DB")) as unknown as D1Database;
  await migrate(db);
  await applyDomains(db, await readyDomains(readDomainFiles(), db), Date.now());
  if (fresh) {
    console.log(`▸ Seeding ${members.toLocaleString("en")} members, once`);
    const putPictures = intoFiles((await local.getR2Bucket("PHOTOS")) as unknown as R2Bucket, data);
    await seed({ db, direct: () => localStore(data).db, putPictures, members, now: Date.now() });
    writeFileSync(complete, "");
  }
  return { url: `http://localhost:${direct ? port : ready.port}`, db, runtime, dispose: () => local.dispose() };
}

/** Cookie of a session of this member, made in D1: a log-in would spend its time on the password. */
export async function sessionOf(db: D1Database, memberId: string): Promise<string> {
  const token = `${memberId}.${randomBytes(32).toString("base64url")}`;
  const now = Date.now();
  await db
    .prepare(
      "INSERT INTO sessions (token_hash, account_id, domain_id, user_agent, created_at, expires_at) VALUES (?, ?, 'liaison', 'bench', ?, ?)",
    )
    .bind(sha256(token), memberId, now, now + 24 * 3600 * 1000)
    .run();
  return `session=${token}; locale=en`;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
