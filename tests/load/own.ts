// `npm run load`: what one machine carries under `npm run serve`. Senders write to one another for minutes.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { localStore } from "#scripts/database.ts";
import { ask } from "#tests/contract/http.ts";
import { OwnServer } from "#tests/setup/own-server.ts";
import { SmtpDouble } from "#tests/setup/smtp-double.ts";
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
    set: { type: "string", multiple: true, default: [] },
    from: { type: "string", default: "build-own" },
  },
});
const [minutes, senders, pause] = [Number(values.minutes), Number(values.senders), Number(values.pause)];

const counts = { sent: 0, refused: 0, unanswered: 0, logged: 0 };
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
const sending = people.map((_, index) => talk(index));
for (let minute = 1; minute <= minutes; minute++) {
  took.length = 0;
  await sleep(60_000);
  rows.push(row(minute, [...took]));
  console.log(rows.at(-1)?.join("\t"));
}
over = true;
await Promise.all(sending);
const audit = await server.command("audit");
await server.stop();
await smtp.close();
rmSync(folder, { recursive: true });
printTable(
  `${senders} senders, ${pause} ms between answer and next message`,
  ["minute", "messages a second", "median ms", "95th percentile", "slowest", "MB of runtime", "MB of Node", "load"],
  rows,
);
console.log(`\n${JSON.stringify(counts)}; books: ${audit.code === 0 ? "they add up" : audit.output}`);

/** Sends on the answer, to the neighbour. */
async function talk(index: number): Promise<void> {
  const [from, to] = [people[index], people[(index + 1) % people.length]] as [(typeof people)[0], (typeof people)[0]];
  const cookie = from.cookie.replace("session=", "__Host-session=");
  while (!over) {
    const body = JSON.stringify({ profile: to.id, text: `number ${counts.sent}`, client_id: crypto.randomUUID() });
    const begun = performance.now();
    const answer = await ask({
      port: server.port,
      path: "/api/chat.php",
      method: "POST",
      body,
      headers: {
        ...{ host: HOST, origin: `https://${HOST}`, cookie, "content-type": "application/json" },
        ...{ "x-forwarded-proto": "https", "x-forwarded-for": `198.51.100.${index}` },
      },
    }).catch(() => null);
    took.push(performance.now() - begun);
    if (answer === null) counts.unanswered++;
    else if (answer.status === 201) counts.sent++;
    else if (counts.refused++ < 3) console.log(answer.status, answer.text);
    await sleep(answer === null ? AGAIN : pause);
  }
}

function row(minute: number, times: number[]): (string | number)[] {
  const ms = (share: number) => (times.length > 0 ? percentile(times, share).toFixed(0) : "");
  const memory = [server.runtimes(), [server.process?.pid ?? 0]].map((pids) =>
    pids.reduce((sum, pid) => sum + megabytesOf(pid), 0),
  );
  return [minute, (times.length / 60).toFixed(1), ms(0.5), ms(0.95), ms(1), ...memory, loadavg()[0]?.toFixed(1) ?? ""];
}

/** Resident memory (proc(5)). */
function megabytesOf(pid: number): number {
  const [, kilobytes = "0"] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

function noteLine(line: string): void {
  counts.logged++;
  if (/"level":"(error|warn)"/.test(line) || /restart/.test(line)) console.log(line);
}
