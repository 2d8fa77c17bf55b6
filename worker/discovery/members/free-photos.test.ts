import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { addAccount, contextAs, openSession } from "#tests/setup/accounts.ts";
import { runSql } from "#tests/setup/actions.ts";
import { addMember } from "#tests/setup/add-member.ts";
import { NOON } from "#tests/setup/context.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { members } = servicesOf(env);

test.each([
  [0, 0],
  [1, 1],
  [2, 2],
  [9, 4],
])("with free_view_photos %i a free member sees %i of four photos, and how many are locked", async (free_view_photos, seen) => {
  const owner = await addMember();
  for (const n of [1, 2, 3, 4])
    await runSql(
      `INSERT INTO photos (id, profile_id, key, position, status, visibility, created_at)
        VALUES (?1 || ?2, ?1, ?1 || ?2, ?2, 'active', 'public', 0)`,
      owner,
      n,
    );
  const ctx = await contextAs(await openSession(await addAccount()), { now: NOON, settings: { free_view_photos } });
  const { profile } = (await members.member(ctx, { id: owner })).value;
  expect([profile.photos.length, profile.locked_photos]).toEqual([seen, 4 - seen]);
});
