import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { runSql } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { knowDomain } from "#tests/setup/known-domain.ts";
import { newId } from "#worker/platform/ids.ts";
import { createWorker } from "#worker/server/worker.ts";

const worker = createWorker(async () => new Response(null, { status: 404 }));
const [MINUTE, DAY] = [60_000, 86_400_000];
afterEach(() => void vi.useRealTimers());

async function call(token: string, method: string, path: string, body: object) {
  const context = createExecutionContext();
  await knowDomain(env);
  const answer = await worker.fetch(
    new Request(`http://localhost/api/${path}`, {
      method,
      body: JSON.stringify(body),
      headers: { cookie: `session=${token}; locale=en`, "content-type": "application/json", "sec-fetch-site": "same-origin" },
    }) as Parameters<typeof worker.fetch>[0],
    env,
    context,
  );
  const json = (await answer.json()) as { message: { conversation: string; seq: number } };
  await waitOnExecutionContext(context);
  expect(answer.status, JSON.stringify(json)).toBeLessThan(300);
  return json;
}

const sides = async (member: string, order: "place_at" | "last_at") =>
  (
    await env.DB.prepare(
      `SELECT conversation_id, last_at, place_at FROM participants WHERE member_id = ? AND listed = 1 ORDER BY ${order} DESC, conversation_id DESC`,
    )
      .bind(member)
      .all<{ conversation_id: string; last_at: number; place_at: number }>()
  ).results;

async function expectSorted(members: string[], what: string) {
  for (const member of members) {
    const found = await sides(member, "place_at");
    expect(found, what).toEqual(await sides(member, "last_at"));
    for (const { last_at, place_at } of found) {
      expect(place_at, what).toBeLessThanOrEqual(last_at);
      expect(place_at, what).toBeGreaterThanOrEqual(last_at - 7 * DAY);
    }
  }
}

/** The same in each run. */
function draws(seed: number) {
  let state = seed;
  const below = (end: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * end);
  };
  return { below, of: <T>(list: readonly T[]) => list[below(list.length)] as T };
}

test("places sort the chats as their newest messages do, whatever is written, deleted, removed and listed again", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const draw = draws(7);
  const later = Date.now() + 400 * DAY;
  const anna = await addMember({ credits: 500 });
  const hers = await logIn(anna, later);
  const others = await Promise.all(
    [0, 1, 2, 3].map(async () => {
      const id = await addMember({ credits: 500 });
      return { id, token: await logIn(id, later), sent: [] as { conversation: string; seq: number }[] };
    }),
  );
  const all = [anna, ...others.map(({ id }) => id)];
  const done = { sent: 0, stayed: 0, hidden: 0, removed: 0 };
  for (let n = 0; n < 60; n++) {
    vi.setSystemTime(Date.now() + draw.of([MINUTE, MINUTE, 50 * MINUTE, 3 * DAY]));
    const other = draw.of(others);
    const last = other.sent.at(-1);
    const act = draw.below(8);
    if (last && act === 0) {
      await call(hers, "DELETE", "chat-message.php", last);
      other.sent.pop();
      done.hidden++;
    } else if (last && act === 1) {
      await call(hers, "DELETE", "chat.php", { conversation: last.conversation });
      other.sent.length = 0;
      done.removed++;
    } else {
      const [token, to] = draw.below(2) ? [hers, other.id] : [other.token, anna];
      const { message } = await call(token, "POST", "chat.php", { profile: to, text: `act ${n}`, client_id: newId() });
      other.sent.push({ conversation: message.conversation, seq: message.seq });
      done.sent++;
      const [top] = await sides(anna, "place_at");
      if (top && top.place_at < top.last_at) done.stayed++;
    }
    await expectSorted(all, `act ${n} of kind ${act}`);
  }
  for (const [what, count] of Object.entries(done)) expect(count, what).toBeGreaterThan(2);
});

test("places are right where a statement names no place, as those of the build before", async () => {
  const draw = draws(3);
  const [anna, chats] = [await addMember(), ["one", "two", "three"].map((name) => `${name}${newId()}`)];
  for (const id of chats) {
    const [a, b] = [anna, await addMember()].toSorted();
    await runSql(
      "INSERT INTO conversations (id, member_a, member_b, started_by, created_at) VALUES (?, ?, ?, ?, 1)",
      id,
      a,
      b,
      a,
    );
    for (const [member, other] of [
      [a, b],
      [b, a],
    ])
      await runSql(
        "INSERT INTO participants (conversation_id, member_id, other_id, last_at) VALUES (?, ?, ?, 5)",
        id,
        member,
        other,
      );
  }
  await expectSorted([anna], "new chats");
  for (let n = 10; n < 80; n++) {
    const chat = draw.of(chats);
    // At last in no order.
    const at = n < 50 ? n : draw.below(60);
    await runSql("UPDATE participants SET last_at = ? WHERE conversation_id = ?", at * MINUTE + n, chat);
    await expectSorted([anna], `minute ${at}`);
  }
});

test("a chat that is listed again is below those that got messages meanwhile", async () => {
  const anna = await addMember();
  const [first, second] = [newId(), newId()];
  for (const [id, at] of [
    [first, 1],
    [second, 2],
  ] as const) {
    const [a, b] = [anna, await addMember()].toSorted();
    await runSql(
      "INSERT INTO conversations (id, member_a, member_b, started_by, created_at) VALUES (?, ?, ?, ?, 1)",
      id,
      a,
      b,
      a,
    );
    await runSql(
      "INSERT INTO participants (conversation_id, member_id, other_id, last_at, listed) VALUES (?, ?, ?, ?, ?)",
      ...[id, anna, a === anna ? b : a, at, Number(id === first)],
    );
  }
  await runSql("UPDATE participants SET last_at = 3 WHERE conversation_id = ?", first);
  await runSql("UPDATE participants SET listed = 1 WHERE conversation_id = ?", second);
  expect((await sides(anna, "place_at")).map(({ conversation_id }) => conversation_id)).toEqual([first, second]);
});
