import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { runSql } from "#tests/setup/actions.ts";
import { addMember, logIn } from "#tests/setup/add-member.ts";
import { addAttendance, addEvent } from "#tests/setup/events.ts";
import { knowDomain } from "#tests/setup/known-domain.ts";
import { countedD1 } from "#tests/setup/query-cost.ts";
import { newId } from "#worker/platform/ids.ts";
import { CALLS, type CallName } from "#worker/server/calls.ts";
import { createWorker } from "#worker/server/worker.ts";
import { LOOKS } from "./costs/usage.ts";

const worker = createWorker(async () => new Response(null, { status: 404 }));
const d1 = countedD1(env.DB);
const bound = { ...env, DB: d1.db };
/** Need a link of a mail, an order or a bank account, and write nothing but what these acts do, which are rare. */
const UNASKED: readonly CallName[] = [
  ...([
    "decision",
    "mandate",
    "discountcode",
    "quote",
    "payment",
    "unsubscription",
    "resetLink",
    "mailChangeLink",
    "loginLink",
  ] as const),
  ...(["activationLink", "reactivationLink", "invite", "invites", "logout", "geocode", "pendingMailChange"] as const),
];

async function ask(token: string, path: string, body?: object): Promise<number> {
  const context = createExecutionContext();
  await knowDomain(bound);
  const answer = await worker.fetch(
    new Request(`http://localhost/api/${path}`, {
      ...(body && { method: "POST", body: JSON.stringify(body) }),
      headers: { cookie: `session=${token}; locale=en`, "content-type": "application/json", "sec-fetch-site": "same-origin" },
    }) as Parameters<typeof worker.fetch>[0],
    bound,
    context,
  );
  await answer.text();
  await waitOnExecutionContext(context);
  return answer.status;
}

const visits = (visited: string) =>
  env.DB.prepare("SELECT count(*) AS n FROM visits WHERE visited_id = ?").bind(visited).first<number>("n");

/** Rows that a look at a profile and `before` write, the work after the answers included: D1 takes one write after the other. */
async function writtenUntilVisit(token: string, visited: string, before: () => Promise<void> = async () => {}): Promise<number> {
  d1.takeWritten();
  await before();
  expect(await ask(token, `member.php?id=${visited}`)).toBe(200);
  await expect.poll(() => visits(visited)).toBe(1);
  return d1.takeWritten();
}

test("each call that only reads writes no row, or is in a line of the day", async () => {
  const [anna, ben, cleo] = [await addMember({ credits: 40 }), await addMember(), await addMember()];
  const token = await logIn(anna);
  expect(await ask(token, "chat.php", { profile: ben, text: "hello", client_id: newId() })).toBe(201);
  const meeting = await addEvent(Date.now());
  await addAttendance(meeting, anna);
  await runSql("UPDATE profiles SET main_photo = 'photo' WHERE id = ?", anna);
  const event = `id=${meeting}`;
  const inputs: Partial<Record<CallName, string>> = { similar: `id=${ben}`, regions: "country=NL", event, eventPeople: event };
  const reads = (Object.keys(CALLS) as CallName[]).filter(
    (name) => CALLS[name].method === "GET" && !UNASKED.includes(name) && !(name in LOOKS),
  );
  expect(reads.length).toBeGreaterThan(30);
  const looked = await writtenUntilVisit(token, ben);
  expect(looked).toBeGreaterThan(0);
  const refused: string[] = [];
  const all = await writtenUntilVisit(token, cleo, async () => {
    for (const name of reads) {
      const status = await ask(token, `${CALLS[name].path.slice("/api/".length)}?${inputs[name] ?? ""}`);
      if (status >= 300) refused.push(`${name} ${status}`);
    }
  });
  expect([refused, all]).toEqual([[], looked]);
});
