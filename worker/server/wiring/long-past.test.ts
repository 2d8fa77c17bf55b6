import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { runSql } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { insertMembers } from "#tests/setup/bulk-members.ts";
import { knowDomain } from "#tests/setup/known-domain.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { createWorker } from "#worker/server/worker.ts";

const MEMBERS = 2000;
const NOW = Date.now();
/** Of a call with its session: two lists of 50 cards, each with its like and its photo. */
const MOST_ROWS = 320;

const d1 = countedD1(env.DB);
const bound = { ...env, DB: d1.db };
const worker = createWorker(async () => new Response(null, { status: 404 }));

const ALL = "FROM profiles WHERE name_key LIKE 'member%'";
const like = (liker: string, liked: string) =>
  `INSERT INTO likes (liker_id, liked_id, created_at) SELECT ${liker}, ${liked}, ${NOW} - rowid ${ALL}`;
const side = (own: string, other: string) => `INSERT INTO participants (conversation_id, member_id, other_id, last_at)
  SELECT 'talk-' || id, ${own}, ${other}, ${NOW} - rowid ${ALL}`;

const PASTS = {
  blocks: [`INSERT INTO blocks (blocker_id, blocked_id, created_at) SELECT ?1, id, ${NOW} - rowid ${ALL}`],
  "matches, chats, visits, passes, requests for photos and reports": [
    like("id", "?1"),
    like("?1", "id"),
    `INSERT INTO conversations (id, member_a, member_b, started_by, created_at)
      SELECT 'talk-' || id, min(id, ?1), max(id, ?1), ?1, ${NOW} ${ALL}`,
    side("?1", "id"),
    side("id", "?1"),
    `INSERT INTO visits (visited_id, visitor_id, at) SELECT ?1, id, ${NOW} - rowid ${ALL}`,
    `INSERT INTO swipes (member_id, profile_id, liked, at) SELECT ?1, id, 0, ${NOW} - rowid ${ALL}`,
    `INSERT INTO photo_grants (owner_id, member_id, status, at) SELECT ?1, id, 'requested', ${NOW} - rowid ${ALL}`,
    `INSERT INTO photo_grants (owner_id, member_id, status, at) SELECT id, ?1, 'granted', ${NOW} - rowid ${ALL}`,
    `INSERT INTO reports (id, reference, domain_id, pool, reporter_id, reported_id, kind, object_id, reason, created_at, due_at)
      SELECT id, id, 'liaison', 'liaison', ?1, id, 'profile', id, 'spam', ${NOW} - rowid, ${NOW} ${ALL}`,
  ],
};

const LISTS = [
  "user.php",
  "block.php",
  "likes.php",
  "likes.php?type=received",
  "likes.php?type=sent",
  "likes.php?type=matches",
  "likes.php?type=new_matches",
  "visitors.php",
  "photo-access.php",
  "chats.php",
  "report.php",
  "searches.php",
  "today.php",
];

beforeAll(async () => {
  await insertMembers(env.DB, "liaison", MEMBERS, NOW);
}, 120_000);

async function man(): Promise<string> {
  const id = await addMember();
  await runSql("UPDATE profiles SET gender = 'male', looking_for = 'female', region = 'R1' WHERE id = ?", id);
  return id;
}

async function read(token: string, path: string): Promise<{ rows: number; cursor: string | null }> {
  await knowDomain(bound);
  d1.take();
  const request = new Request(`http://localhost/api/${path}`, { headers: { cookie: `session=${token}; locale=en` } });
  const answer = await worker.fetch(request as never, bound, createExecutionContext());
  const { rows } = d1.take();
  expect(answer.status, path).toBe(200);
  const { cursor = null } = await answer.json<{ cursor?: string | null }>();
  return { rows, cursor };
}

/** Lists of which a next page is read too. */
const LONG: Record<keyof typeof PASTS, string[]> = {
  blocks: ["block.php"],
  "matches, chats, visits, passes, requests for photos and reports": [
    ...["likes.php?type=received", "likes.php?type=sent", "likes.php?type=matches", "visitors.php", "chats.php"],
  ],
};

test.each(Object.entries(PASTS))("lists of a member with thousands of %s read what they show", async (name, past) => {
  const id = await man();
  const token = await logIn(id);
  await env.DB.batch(past.map((sql) => env.DB.prepare(sql).bind(id)));
  const over: string[] = [];
  const long: string[] = [];
  for (const path of LISTS) {
    const first = await read(token, path);
    if (first.rows > MOST_ROWS) over.push(`${path}: ${first.rows}`);
    if (first.cursor === null) continue;
    long.push(path);
    const next = await read(token, `${path}${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(first.cursor)}`);
    if (next.rows > MOST_ROWS) over.push(`${path}, next page: ${next.rows}`);
  }
  expect(long).toEqual(expect.arrayContaining(LONG[name as keyof typeof PASTS]));
  expect(over).toEqual([]);
});

test("a day's passes are not read to count its likes", async () => {
  const id = await man();
  const token = await logIn(id);
  const before = await read(token, "swipe.php");
  const others = `${ALL} AND gender = 'male'`;
  await runSql(`INSERT INTO swipes (member_id, profile_id, liked, at) SELECT ?1, id, 0, ${NOW} - rowid ${others}`, id);
  const after = await read(token, "swipe.php");
  expect(after.rows).toBeLessThan(before.rows + 10);
});

test("similar members end with those that are found", async () => {
  const token = await logIn(await man());
  const shown = `${ALL} AND gender = 'female' AND country = 'NL' AND region = 'R1' AND status = 'active'
    AND birth_date BETWEEN '1975' AND '1985' LIMIT 1`;
  const id = await env.DB.prepare(`SELECT id ${shown}`).first<string>("id");
  await read(token, `member.php?id=${id}`);
  const alone = await read(token, `member.php?id=${id}`);
  const similar = await read(token, `member.php?id=${id}&similar=1`);
  expect(similar.rows - alone.rows).toBeGreaterThan(12);
  // 60 who fit by gender and age: whom the viewer does not suit, or does not wish for, is left out after them.
  expect(similar.rows - alone.rows).toBeLessThan(60 * 7);
});
