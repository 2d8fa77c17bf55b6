import { newId } from "#worker/platform/ids.ts";
import type { Campaign, Tools } from "./campaign.ts";
import { addMembers, inParallel, type Member } from "./members.ts";
import { type Answer, outcomeOf, repeated } from "./product.ts";
import { tallied } from "./spending.ts";

const PRICE = 3;
const MINUTE = 60_000;
const WIDTH = 6;

interface Pair {
  caller: Member;
  callee: Member;
  conversation: string;
  /** By id: minutes that were answered, and that were asked for. The answer to the last may be lost, and the call over before the next. */
  calls: Map<string, { said: number; asked: number }>;
}

/** Minutes of the calls of a pair; the credits of some end before. */
const PLAN = { calls: 4, minutes: 5 };

export const calls: Campaign = {
  name: "calls",
  what: "calls paid by the minute: each minute asked for three times, at once and with cut lines, while the process is killed",
  domains: (files) =>
    files.map((file) =>
      file.id === "liaison"
        ? { ...file, settings: { ...file.settings, calls: true, call_price: { per: "minute", credits: PRICE } } }
        : file,
    ),
  vars: { TURN_URLS: "turn:127.0.0.1:3478", TURN_SECRET: "a secret of the campaign", CALL_LIMITS: "off" },
  async run(tools) {
    const { product, small } = tools;
    const pairs = await addPairs(tools, small ? 3 : 60);
    const outcomes: string[] = [];
    let killed = 0;
    let isOver = false;
    const killing = (async () => {
      while (!isOver) {
        await new Promise((resolve) => setTimeout(resolve, small ? 500 : 15_000));
        if (isOver) return;
        await product.kill();
        await product.start(calls.vars as Record<string, string>);
        killed++;
      }
    })();
    try {
      await inParallel(pairs, WIDTH, async (pair) => {
        for (let round = 0; round < PLAN.calls; round++) outcomes.push(...(await talk(tools, pair)));
      });
    } finally {
      isOver = true;
      await killing;
    }
    await product.sweep(Date.now() + 10 * MINUTE);
    const minutes = pairs.reduce((sum, { calls: all }) => sum + [...all.values()].reduce((a, { said }) => a + said, 0), 0);
    return {
      counts: { calls: pairs.length * PLAN.calls, "paid minutes": minutes, kills: killed, outcomes: tallied(outcomes) },
      async problems() {
        const rows = await product.sql<{ id: string; paid: number; entries: number; sum: number; lines: number }>(
          `SELECT k.id, k.paid, (SELECT count(*) FROM ledger l WHERE l.kind = 'call' AND l.cause = k.id) AS entries,
            (SELECT coalesce(-sum(amount), 0) FROM ledger l WHERE l.kind = 'call' AND l.cause = k.id AND l.account_id = k.caller_id) AS sum,
            (SELECT count(*) FROM messages m WHERE m.id = k.id AND m.type = 'call') AS lines FROM calls k`,
        );
        const found = new Map(rows.map((row) => [row.id, row]));
        const [{ lines = -1, callees = -1 } = {}] = await product.sql<{ lines: number; callees: number }>(
          `SELECT (SELECT count(*) FROM call_lines) AS lines,
            (SELECT count(*) FROM ledger l JOIN calls k ON k.callee_id = l.account_id AND k.id = l.cause WHERE l.kind = 'call') AS callees`,
        );
        const wrong = pairs.flatMap(({ calls: all }) =>
          [...all].flatMap(([id, { said, asked }]) => {
            const row = found.get(id);
            const isPaid = row && row.entries === row.paid && row.sum === row.paid * PRICE;
            const isRight = isPaid && row.paid >= said && row.paid <= asked && row.lines === 1;
            return isRight ? [] : [`call ${id}: ${said} minutes answered, ${JSON.stringify(row)}`];
          }),
        );
        // A minute is begun when it is asked for, so one of which a kill took the answer is owed. No more of them than kills.
        const unheard = pairs.flatMap(({ calls: all }) => [...all].filter(([id, { said }]) => (found.get(id)?.paid ?? 0) > said));
        return [
          ...wrong,
          ...(unheard.length <= killed ? [] : [`${unheard.length} calls paid a minute that nobody was told of, ${killed} kills`]),
          ...(lines === 0 ? [] : [`${lines} lines are still held`]),
          ...(callees === 0 ? [] : [`${callees} entries of called members`]),
          ...(rows.length === pairs.length * PLAN.calls ? [] : [`${rows.length} calls for ${pairs.length * PLAN.calls} rings`]),
        ];
      },
      async plant() {
        await product.sql(
          `INSERT INTO ledger (account_id, amount, kind, cause, idempotency_key, created_at)
           SELECT account_id, -1, kind, cause, 'again:' || idempotency_key, 1 FROM ledger WHERE kind = 'call' AND amount < 0
             AND account_id IN (SELECT id FROM accounts WHERE credits > 0) LIMIT 1`,
        );
        return "one minute entered twice";
      },
    };
  },
};

/** A ring, its answer, its minutes and its end. Each request may be cut by a kill and is sent again. */
async function talk({ product, random }: Tools, { caller, callee, conversation, calls: all }: Pair): Promise<string[]> {
  const write = (path: string, who: Member, body: object) => () =>
    product.ask(`/api/${path}.php`, { session: who.session, body });
  const asked = { conversation, kind: "voice", client_id: random.id(), per: "minute", price: PRICE };
  const rung = await repeated(write("call", caller, asked));
  const id: string | undefined = rung.json?.call?.id;
  if (!id) return [`ring ${outcomeOf(rung)}`];
  const minutes = { said: 0, asked: 0 };
  all.set(id, minutes);
  const taken = await repeated(write("call-answer", callee, { id, device: "campaign-device" }));
  const outcomes = [`answer ${outcomeOf(taken)}`];
  // The answer pays the first.
  if (taken.status === 200) minutes.said = 1;
  for (let minute = 1; minute <= PLAN.minutes && taken.status === 200; minute++) {
    if (minute > 1) await repeated(() => beginAt(product, id, Date.now() - (minute - 1) * MINUTE));
    // Three at once, and one whose line is cut before its answer.
    const pay = write("call-relay", caller, { id, minute });
    void pay().catch(() => {});
    const answers: Answer[] = await Promise.all([repeated(pay), repeated(pay), repeated(pay)]);
    const [first] = answers as [Answer];
    outcomes.push(`minute ${outcomeOf(first)}`);
    minutes.asked = outcomeOf(first) === "call_over" ? minute : minutes.said;
    if (first.status !== 200) break;
    minutes.said = minute;
    minutes.asked = minute;
    const theirs = await repeated(write("call-relay", callee, { id }));
    outcomes.push(`callee ${outcomeOf(theirs)}`);
  }
  const ended = await repeated(write("call-end", random.below(2) === 0 ? caller : callee, { id, ending: "hung_up" }));
  return [...outcomes, `end ${outcomeOf(ended)}`];
}

/** The call began earlier: nobody waits for a minute to pass. Repeated, it changes nothing. */
async function beginAt(product: Tools["product"], id: string, at: number): Promise<Answer> {
  await product.sql("UPDATE calls SET answered_at = ? WHERE id = ? AND ended_at IS NULL", at, id);
  return { status: 200, text: "", json: null };
}

async function addPairs({ product }: Tools, count: number): Promise<Pair[]> {
  const callers = await addMembers(product, count, { credits: PRICE * PLAN.calls * PLAN.minutes - 7 });
  const callees = await addMembers(product, count, { gender: "male" });
  return Promise.all(
    callers.map(async (caller, index) => {
      const callee = callees[index] as Member;
      return { caller, callee, conversation: await mayCall(product, caller.id, callee.id), calls: new Map() };
    }),
  );
}

/** A conversation in which both have written and allow calls; returns its id. */
export async function mayCall(product: Tools["product"], one: string, other: string): Promise<string> {
  const [a, b] = [one, other].toSorted() as [string, string];
  const conversation = newId();
  await product.sqlBatch([
    {
      sql: "INSERT INTO conversations (id, member_a, member_b, started_by, created_at) VALUES (?1, ?2, ?3, ?2, 1)",
      values: [conversation, a, b],
    },
    ...[
      [a, b],
      [b, a],
    ].map((pair) => ({
      sql: `INSERT INTO participants (conversation_id, member_id, other_id, last_at, wrote, may_call) VALUES (?1, ?2, ?3, 1, 1, 1)`,
      values: [conversation, ...pair],
    })),
  ]);
  return conversation;
}
