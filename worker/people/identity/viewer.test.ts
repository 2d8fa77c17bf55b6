import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { connect } from "#db/client.ts";
import { sql } from "#db/sql.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { createAccountsStore } from "./accounts.store.ts";

const store = createAccountsStore(connect(env.DB));

test("a viewer, whose row we map ourselves, is the member that Drizzle maps, value for value", async () => {
  const id = await addMember();
  await env.DB.batch([
    env.DB.prepare("UPDATE accounts SET muted_until = 7, paid_user = 1 WHERE id = ?").bind(id),
    env.DB.prepare("UPDATE profiles SET about = 'lakes', fictional = 0, verified = 1 WHERE id = ?").bind(id),
    env.DB.prepare(
      "INSERT INTO photos (id, profile_id, key, position, status, created_at) VALUES ('viewersphoto', ?, 'k', 0, 'approved', 1)",
    ).bind(id),
  ]);
  const hash = await sha256(await logIn(id));
  const row = await env.DB.prepare("SELECT domain_id AS domain FROM sessions WHERE token_hash = ?").bind(hash).first("domain");
  const { viewer, rows } = await store.findViewerAnd(
    hash,
    String(row),
    Date.now(),
    new Map([["one", [sql`SELECT ${1} AS one`]]]),
  );
  const member = await store.findLogin("liaison", { id });
  expect(member).toMatchObject({ id, account: { paidUser: true, mutedUntil: 7 }, profile: { about: "lakes", verified: true } });
  expect(member?.photos).toHaveLength(1);
  const { push, expiresAt, seenAt, tokenHash, ...same } = viewer as NonNullable<typeof viewer>;
  expect(same).toStrictEqual(member);
  const session = await env.DB.prepare("SELECT expires_at, last_seen_at FROM sessions WHERE token_hash = ?").bind(hash).first();
  expect({ push, tokenHash, expires_at: expiresAt, last_seen_at: seenAt }).toEqual({
    ...{ push: { earned: false, subscribed: false }, tokenHash: hash },
    ...session,
  });
  expect(await store.findViewer(hash, String(row), Date.now())).toStrictEqual(viewer);
  expect(rows).toEqual(new Map([["one", [[{ one: 1 }]]]]));
  expect(await store.findViewer("x".repeat(43), String(row), Date.now())).toBe(null);
});
