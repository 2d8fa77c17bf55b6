// `npm run load`: what one machine carries under `npm run serve`. Senders write to one another for minutes, each with a socket.
// A message that is not answered is sent again, as a browser does: at the end each must be there once.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { localStore } from "#scripts/database.ts";
import { memoryOf } from "#scripts/own/restart.ts";
import { ask } from "#tests/contract/http.ts";
import { OwnServer } from "#tests/setup/own-server.ts";
import { SmtpDouble } from "#tests/setup/smtp-double.ts";
import { keyOfSend } from "#worker/platform/send-key.ts";
import { createListener } from "./own-sockets.ts";
import { percentile, printTable } from "./table.ts";
import { talkers } from "./talk.ts";

const HOST = "dating.example";
/** A refused connection while the server starts again is no answer. In ms. */
const AGAIN = 200;

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    senders: { type: "string", default: "40" },
    /** In ms, between an answer and the next message. */
    pause: { type: "string", default: "0" },
    /** Minutes after which the service is restarted, as by systemd: 20,40. */
    restarts: { type: "string", default: "" },
    set: { type: "string", multiple: true, default: [] },
    from: { type: "string", default: "build-own" },
  },
});
const [minutes, senders, pause] = [Number(values.minutes), Number(values.senders), Number(values.pause)];

const restarts = values.restarts.split(",").filter(Boolean).map(Number);

const counts = { sent: 0, refused: 0, unanswered: 0, longest: 0, received: 0, closed: {} as Record<number, number>, logged: 0 };
/** Client ids of answered messages. */
const answered = new Set<string>();
const folder = mkdtempSync(join(tmpdir(), "liaison-load-"));
const smtp = new SmtpDouble();
await smtp.listen();
const server = new OwnServer({ folder, smtp, build: values.from, onLog: noteLine });
await server.configure(Object.fromEntries(values.set.map((one) => one.split(/=(.*)/s))));
const site = ["new", "liaison", "--host", HOST, "--languages", "en", "--countries", "NL", "--email", `help@${HOST}`];
const made = await server.command("domain", ...site, "--company", "Load; Street 1; Town; NL");
if (made.code !== 0) throw new Error(made.output);
const file = join(server.sites, "liaison.json");
const domain = JSON.parse(readFileSync(file, "utf8"));
domain.settings.age_proof = { "*": { when: "off" }, EU: { when: "off" }, NL: { when: "off" } };
writeFileSync(file, JSON.stringify(domain));
await server.start();
const people = await talkers(localStore(server.data).db, senders);

let over = false;
const took: number[] = [];
const rows: (string | number)[][] = [row(0, [])];
const listening = people.map(({ cookie }) => createListener({ port: server.port, host: HOST, cookie: secure(cookie), counts }));
const sending = people.map((_, index) => talk(index));
for (let minute = 1; minute <= minutes; minute++) {
  took.length = 0;
  const next = sleep(60_000);
  if (restarts.includes(minute - 1)) await restart();
  await next;
  rows.push(row(minute, [...took]));
  console.log(rows.at(-1)?.join("\t"));
}
over = true;
await Promise.all(sending);
for (const one of listening) one.close();
const stored = await storedKeys();
const audit = await server.command("audit");
await server.stop();
await smtp.close();
rmSync(folder, { recursive: true });
printTable(
  `${senders} senders, ${pause} ms between answer and next message`,
  ["minute", "messages a second", "median ms", "95th percentile", "slowest", "MB of runtime", "MB of Node", "load"],
  rows,
);
const lost = [...answered].filter((id) => !stored.includes(keyOfSend(id))).length;
console.log(
  `\n${answered.size} messages were answered; ${lost} of them lost, ${stored.length - new Set(stored).size} doubled, ${stored.length} stored`,
);
console.log(`${JSON.stringify(counts)}; books: ${audit.code === 0 ? "they add up" : audit.output}`);

/** Sends on the answer, to the neighbour. */
async function talk(index: number): Promise<void> {
  const [from, to] = [people[index], people[(index + 1) % people.length]] as [(typeof people)[0], (typeof people)[0]];
  while (!over) {
    const id = crypto.randomUUID();
    const begun = performance.now();
    const answer = await sendUntilAnswered(index, secure(from.cookie), {
      profile: to.id,
      text: `Number ${counts.sent}`,
      client_id: id,
    });
    took.push(performance.now() - begun);
    counts.longest = Math.max(counts.longest, Math.round(took.at(-1) ?? 0));
    if (answer?.status === 201) {
      counts.sent++;
      answered.add(id);
    } else if (counts.refused++ < 3) console.log(answer?.status, answer?.text);
    await sleep(pause);
  }
}

async function sendUntilAnswered(index: number, cookie: string, message: object) {
  for (;;) {
    const answer = await ask({
      port: server.port,
      path: "/api/chat.php",
      method: "POST",
      body: JSON.stringify(message),
      headers: {
        ...{ host: HOST, origin: `https://${HOST}`, cookie, "content-type": "application/json" },
        ...{ "x-forwarded-proto": "https", "x-forwarded-for": `198.51.100.${index}` },
      },
    }).catch(() => null);
    if (answer !== null) return answer;
    counts.unanswered++;
    await sleep(AGAIN);
  }
}

function secure(cookie: string): string {
  return cookie.replace("session=", "__Host-session=");
}

async function restart(): Promise<void> {
  const begun = performance.now();
  await server.stop();
  const stopped = performance.now();
  await server.start();
  const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(1);
  console.log(`restarted in ${seconds(begun)} s, of which ${seconds(stopped)} s were the start`);
}

/** Keys of client ids; messages that left for the archive count by the note of them. */
async function storedKeys(): Promise<number[]> {
  const { db } = localStore(server.data);
  const { results: kept } = await db.prepare("SELECT client_id AS id FROM messages").all<{ id: string }>();
  const { results: left } = await db.prepare("SELECT key FROM archived_keys").all<{ key: number }>();
  return [...kept.map(({ id }) => keyOfSend(id)), ...left.map(({ key }) => key)];
}

function row(minute: number, times: number[]): (string | number)[] {
  const ms = (share: number) => (times.length > 0 ? percentile(times, share).toFixed(0) : "");
  const memory = [server.runtimes(), [server.process?.pid ?? 0]].map(memoryOf);
  return [minute, (times.length / 60).toFixed(1), ms(0.5), ms(0.95), ms(1), ...memory, loadavg()[0]?.toFixed(1) ?? ""];
}

function noteLine(line: string): void {
  counts.logged++;
  if (/"level":"(error|warn)"/.test(line) || /restarted|memory limit/.test(line)) console.log(line);
}
