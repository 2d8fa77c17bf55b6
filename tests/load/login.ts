import { Agent, request } from "node:http";
import { DEMO_PASSWORD } from "#demo/logins.ts";
import type { Product } from "./product.ts";
import { median, percentile, printTable } from "./table.ts";

const BURST = 1000;
/** Log-ins of other members that are timed, one after the other, while a burst lasts and before it. */
const IDLE = 60;
const OTHERS = 50;

interface Try {
  email: string;
  password: string;
  network: string;
  cookie?: string;
}

interface Outcome {
  status: number;
  code: string;
  ms: number;
  cookie: string;
}

/**
 * How long other members' log-ins take while 1,000 attempts come in at once from 1,000 addresses: all at one account, or
 * each at an account of its own. The figure that counts is the ratio to the same log-ins on an idle server.
 */
export async function measureLogin(product: Product, like: string): Promise<void> {
  const { db, url } = product;
  // Others each time: counters last longer than a run. Seeded members have no password of their own: these get the one of the demo log-in.
  const { results } = await db
    .prepare("SELECT id, email FROM accounts WHERE pool = 'liaison' AND status = 'active' AND id <> ? ORDER BY random() LIMIT ?")
    .bind(like, OTHERS + 1)
    .all<{ id: string; email: string }>();
  await db
    .prepare(
      `UPDATE accounts SET password_hash = (SELECT password_hash FROM accounts WHERE id = ?1)
       WHERE id IN (SELECT value FROM json_each(?2))`,
    )
    .bind(like, JSON.stringify(results.map(({ id }) => id)))
    .run();
  const [victim, ...others] = results.map(({ email }) => email);
  const rows: (string | number)[][] = [];
  const agent = new Agent({ keepAlive: true });
  // Kept connections of a burst would be closed by the server at the moment at which a member's log-in takes one.
  const crowd = new Agent({ maxSockets: 2 * BURST });
  let networks = 0;
  const network = () => `10.${(++networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`;
  const member = async (index: number, cookie?: string) =>
    tryLogin(url, agent, { email: others[index % OTHERS] ?? "", password: DEMO_PASSWORD, network: network(), cookie });

  // Everybody's own device, which also warms the server.
  const devices: string[] = [];
  for (let index = 0; index < OTHERS; index++) devices.push((await member(index)).cookie);

  for (const [name, cookieOf] of [
    ["devices nobody knows", () => undefined],
    ["their own devices", (index: number) => devices[index % OTHERS]],
  ] as const) {
    const idle: number[] = [];
    for (let index = 0; index < IDLE; index++) {
      const outcome = await member(index, cookieOf(index));
      if (outcome.cookie) devices[index % OTHERS] = outcome.cookie;
      idle.push(outcome.ms);
    }
    rows.push([`idle, ${name}`, idle.length, median(idle), percentile(idle, 0.95), 1, 0, ""]);
    for (const [attack, target] of [
      ["one account", () => victim ?? ""],
      ["1,000 accounts", (index: number) => `nobody.${networks}.${index}@example.org`],
    ] as const) {
      const { times, refused, codes, took } = await beside(
        Array.from({ length: BURST }, (_, index) => ({ email: target(index), password: `guess ${index}`, network: network() })),
        (item) => tryLogin(url, crowd, item),
        async (index) => {
          const outcome = await member(index, cookieOf(index));
          if (outcome.cookie) devices[index % OTHERS] = outcome.cookie;
          return outcome;
        },
      );
      const ratio = Math.round((median(times) / median(idle)) * 100) / 100;
      rows.push([`${attack}, ${name}`, times.length, median(times), percentile(times, 0.95), ratio, refused, took]);
      console.log(`  burst at ${attack}: ${[...codes].map(([code, count]) => `${count} ${code}`).join(", ")}`);
    }
  }
  for (const one of [agent, crowd]) one.destroy();
  printTable(
    `Log-ins of other members beside ${BURST} attempts at once from as many addresses (ms)`,
    ["", "log-ins", "median", "95th percentile", "× idle", "refused", "burst lasted"],
    rows,
  );
}

/** Log-ins one after the other from the beginning of a burst until it is answered. */
async function beside(burst: Try[], attack: (item: Try) => Promise<Outcome>, member: (index: number) => Promise<Outcome>) {
  const began = performance.now();
  let over = 0;
  const codes = new Map<string, number>();
  const done = Promise.all(
    burst.map(async (item) => {
      const { code } = await attack(item);
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }),
  ).then(() => (over = performance.now()));
  const times: number[] = [];
  let refused = 0;
  for (let index = 0; over === 0 || times.length + refused < 10; index++) {
    const { ms, status } = await member(index);
    if (status === 200) times.push(ms);
    else refused++;
  }
  await done;
  return { times, refused, codes, took: Math.round(over - began) };
}

function tryLogin(url: string, agent: Agent, { email, password, network, cookie }: Try): Promise<Outcome> {
  const body = JSON.stringify({ email, password });
  const headers = {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "sec-fetch-site": "same-origin",
    "cf-connecting-ip": network,
    ...(cookie ? { cookie } : {}),
  };
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api/user.php`, { method: "POST", headers, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        const ms = Math.round((performance.now() - began) * 10) / 10;
        const text = Buffer.concat(chunks).toString("utf8");
        const status = answer.statusCode ?? 0;
        const code = status === 200 ? "ok" : ((JSON.parse(text) as { error: { code: string } }).error.code ?? "");
        const [line = ""] = answer.headers["set-cookie"] ?? [];
        resolve({ status, code, ms, cookie: line.split(";")[0] ?? "" });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
