import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readDomainFiles } from "#scripts/data.ts";
import { prepareStore } from "#scripts/product.ts";
import type { Served } from "#tests/e2e/product-process.ts";
import type { Statement } from "#tests/setup/member-rows.ts";
import type { LocalSms } from "#worker/billing/directdebit/sms.ts";
import type { Account } from "#worker/billing/payments/providers/sandbox.ts";
import type { DomainFile } from "#worker/sites/domains/domain-file.ts";

const FRONT = readFileSync(join(import.meta.dirname, "front.js"), "utf8");
const PROCESS = join(import.meta.dirname, "../e2e/product-process.ts");
/** In ms; a request without an answer fails its campaign. */
const TIMEOUT = 120_000;

export interface Answer {
  status: number;
  text: string;
  /** Null where the body is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: campaigns read a few fields of many bodies.
  json: any;
}

export interface Ask {
  method?: string;
  /** Default localhost. */
  host?: string;
  /** A session's token. */
  session?: string;
  /** Sent as JSON unless it is text. */
  body?: unknown;
  headers?: Record<string, string>;
}

export type Product = Awaited<ReturnType<typeof createProduct>>;

/** An empty store of its own, removed at the end. `start` serves the built Worker on it, again after `kill`. */
export async function createProduct(domains: DomainFile[] = readDomainFiles()) {
  const data = mkdtempSync(join(tmpdir(), "liaison-campaign-"));
  await prepareStore({ data, domains, members: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  let child: ReturnType<typeof fork> | null = null;
  let port = 0;
  const slowest = { ms: 0, path: "" };

  async function start(vars: Record<string, string> = {}, build?: string): Promise<void> {
    // A group of its own: its runtime is killed with it.
    child = fork(PROCESS, { execArgv: [], detached: true });
    const ended = once(child, "exit");
    child.send({ data, domains, vars, front: FRONT, build } satisfies Served);
    const told = await Promise.race([once(child, "message") as Promise<[number]>, ended.then(([code]) => code as number)]);
    if (!Array.isArray(told)) throw new Error(`the product ended with code ${told}`);
    port = told[0];
  }

  /** As a crash: nothing is flushed or closed. */
  async function kill(): Promise<void> {
    if (!child?.pid) return;
    const ended = once(child, "exit");
    process.kill(-child.pid, "SIGKILL");
    await ended;
    child = null;
  }

  function ask(path: string, { method, host = "localhost", session, body, headers = {} }: Ask = {}): Promise<Answer> {
    const origin = `http://${host}:${port}`;
    const sent = body === undefined || typeof body === "string" ? (body as string | undefined) : JSON.stringify(body);
    const all = {
      host: `${host}:${port}`,
      origin,
      cookie: `locale=en${session ? `; session=${session}` : ""}`,
      ...(sent === undefined ? {} : { "content-type": "application/json", "content-length": String(Buffer.byteLength(sent)) }),
      ...headers,
    };
    return new Promise((resolve, reject) => {
      const options = { host: "127.0.0.1", port, path, method: method ?? (sent === undefined ? "GET" : "POST") };
      const since = performance.now();
      const outgoing = httpRequest({ ...options, headers: all, agent, timeout: TIMEOUT }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          const ms = Math.round(performance.now() - since);
          if (ms > slowest.ms) Object.assign(slowest, { ms, path: path.split("?")[0] });
          resolve({ status: answer.statusCode ?? 0, text, json: parsed(text) });
        });
      });
      outgoing.on("timeout", () => outgoing.destroy(new Error(`${path}: no answer`)));
      outgoing.on("error", reject);
      outgoing.end(sent);
    });
  }

  const control = async (name: string, query = "", body?: unknown) => {
    const { status, json, text } = await ask(`/campaign/${name}?${query}`, { body });
    if (status !== 200) throw new Error(`${name}: ${status} ${text.slice(0, 300)}`);
    return json;
  };
  const sqlBatch = <T>(statements: Statement[]) => control("sql", "", statements) as Promise<T[][]>;
  const sql = async <T>(text: string, ...values: unknown[]): Promise<T[]> =>
    (await sqlBatch<T>([{ sql: text, values }]))[0] as T[];

  return {
    start,
    kill,
    ask,
    sql,
    sqlBatch,
    /** The longest wait for an answer. */
    slowest,
    origin: (host = "localhost") => `http://${host}:${port}`,
    /** Of the process group that serves; another one after each start. */
    pid: () => child?.pid,
    /** Another one after each start. */
    port: () => port,
    /** Freezes the product's clock (ms); null lets it run. */
    clock: (at: number | null) => control("clock", `at=${at ?? ""}`),
    /** Writes JSON to the store of visitors and lists. */
    keep: (key: string, value: unknown) => control("keep", `key=${key}`, value),
    /** Stops the next work at this step; null only counts. */
    stopAt: (step: number | null) => control("stop", `at=${step ?? ""}`),
    steps: () => control("steps") as Promise<{ steps: number; stopped: string | null }>,
    sweep: (at: number) => control("sweep", `at=${at}`),
    /** Runs these inside the product's runtime, each alone and all at once: rows changed, or the error. */
    each: (statements: Statement[]) => control("each", "", statements) as Promise<(number | string)[]>,
    /** A call of the conversation's archive. */
    move: (conversation: string, before: number) =>
      control("archive", "", { method: "move", conversation, values: [conversation, before] }) as Promise<number>,
    archived: (conversation: string) => {
      const range = { after: 0, before: 1e9, limit: 10_000, order: "ascending" };
      return control("archive", "", { method: "page", conversation, values: [range] }) as Promise<{ seq: number }[]>;
    },
    /** Breaks a member's object off, as a deploy of new code does. */
    reset: (member: string) => control("reset", `member=${member}`),
    lose: (conversation: string, seq: number) => control("archive", "", { method: "lose", conversation, values: [seq] }),
    /** Off: all that counts in the limits' objects is allowed. */
    limits: (on: boolean) => control("limits", `on=${on}`),
    /** Lines of this process. */
    log: () => control("log") as Promise<string[]>,
    /** Messages that left, each with its number. */
    sms: () => control("sms") as Promise<LocalSms[]>,
    /** What the sandbox knows of a payment. */
    sandbox: (id: string) => control("sandbox", `id=${id}`) as Promise<Account>,
    async dispose() {
      await kill();
      agent.destroy();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** "done", or the code of the refusal or of its first field. */
export function outcomeOf({ status, json }: Answer): string {
  return status < 300 ? "done" : (json?.error?.fields?.[0]?.code ?? json?.error?.code ?? String(status));
}

/** Asks until there is an answer below 500, as a browser repeats what has its own key. @throws Error once it is over */
export async function repeated(send: () => Promise<Answer>, isOver: () => boolean = () => false): Promise<Answer> {
  while (!isOver()) {
    const answer = await send().catch(() => null); // the process was killed
    if (answer && answer.status < 500 && answer.json?.error?.code !== "conflict") return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("over");
}

function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
