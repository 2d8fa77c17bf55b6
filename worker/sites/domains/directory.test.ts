import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { MOVE_STEPS } from "#db/schema/index.ts";
import { createDirectoryStore } from "./directory.store.ts";

const store = createDirectoryStore(connect(env.DB));

test("a pool is closed from the close to the switch, and the cron waits wherever its rows are not alone", async () => {
  await env.DB.batch([
    env.DB.prepare("INSERT INTO pools (pool, database) VALUES ('far', 'DB_2')"),
    env.DB.prepare("INSERT INTO pool_hosts (host, pool) VALUES ('far.example', 'far')"),
  ]);
  const seen: Record<string, unknown> = {};
  for (const step of MOVE_STEPS) {
    await env.DB.prepare(
      "INSERT OR REPLACE INTO pool_moves (pool, source, target, step, begun_at) VALUES ('far', 'DB_2', 'DB', ?, 0)",
    )
      .bind(step)
      .run();
    const { database, closed } = await store.placeOf("far.example");
    expect(database).toBe("DB_2");
    seen[step] = [closed.length, [...(await store.resting())].sort().join(" ")];
  }
  expect(seen).toEqual({ copy: [0, ""], close: [1, "DB DB_2"], take: [1, "DB DB_2"], clear: [0, "DB_2"], undo: [1, "DB DB_2"] });
  await env.DB.prepare("DELETE FROM pool_moves").run();
  expect(await store.placeOf("near.example")).toEqual({ database: null, closed: [] });
  expect(await store.resting()).toEqual(new Set());
});
