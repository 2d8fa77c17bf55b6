import dns from "node:dns";
import { type Call, refusalsOf, splitPath } from "#worker/platform/call.ts";
import { ERROR_STATUS, type ErrorCode } from "#worker/platform/errors.ts";
import { check } from "#worker/platform/parse.ts";
import { CALLS, type CallName } from "#worker/server/calls.ts";
import { send } from "#worker/server/upstream/client.ts";
import type { Cookies } from "#worker/server/upstream/cookies.ts";
import { failureOf, parseJson, readBytes, requireRefusal, Unusable } from "#worker/server/upstream/read-answer.ts";
import { createUpstream, type Upstream } from "#worker/server/upstream/upstream.ts";
import { type Known, PROBES, type Probe } from "./conform-plan.ts";
import { DomainError, type Options } from "./options.ts";

export interface ConformOptions {
  url: string;
  account?: { email: string; password: string };
  /** Makes calls that change something of the account, too. */
  write?: boolean;
  /** In ms. */
  timeout?: number;
}

interface Mistake {
  /** JSON path; missing for what concerns the whole answer. */
  at?: string;
  expected: string;
}

export interface Line {
  call: CallName;
  /** `refused` by a code of the contract: right, but its answer was not seen. `missing`: the API does not have the call. */
  outcome: "right" | "refused" | "wrong" | "missing" | "not made";
  answered: string;
  /** All of them. */
  mistakes?: Mistake[];
}

/** Calls an API as a domain in proxy mode does, and compares each answer with the contract. */
export async function conform({ url, account, write = false, timeout = 8000 }: ConformOptions): Promise<Line[]> {
  const cookies: Cookies = { session: null, locale: "en" };
  const upstream = upstreamAt(url, timeout, cookies);
  const known: Known = {};
  const lines: Line[] = [];
  const made = async (name: CallName, probe: Probe) => lines.push(await lineOf(upstream, name, probe, { known, write }));
  if (account) await made("login", { input: () => account });
  for (const [name, probe] of Object.entries(PROBES) as [CallName, Probe][]) await made(name, probe);
  const seen = new Set(lines.map(({ call }) => call));
  const others = (Object.keys(CALLS) as CallName[]).filter((name) => !seen.has(name));
  return [...lines, ...others.map((call): Line => ({ call, outcome: "not made", answered: "has consequences" }))];
}

function upstreamAt(url: string, timeout_ms: number, cookies: Cookies): Upstream {
  const page = new URL(url).origin;
  return createUpstream({
    api: { mode: "proxy", upstream: url, timeout_ms, local: [] },
    visitor: { country: "", network: "", origin: page, page },
    key: undefined,
    cookies,
    userAgent: "Liaison conformance",
    requestId: "conformance",
    now: Date.now(),
    pageOrigin: page,
    language: () => "en",
    setCookies: () => {},
  });
}

interface Run {
  known: Known;
  write: boolean;
}

async function lineOf(upstream: Upstream, name: CallName, probe: Probe, { known, write }: Run): Promise<Line> {
  const call: Call = CALLS[name];
  if (probe.writes && !write) return { call: name, outcome: "not made", answered: "changes something: --write" };
  const input = probe.input(known);
  if (!input) return { call: name, outcome: "not made", answered: "nothing known to ask for" };
  try {
    const answer = await send(upstream, call, input);
    const line = await compare(call, answer, (body) => probe.learn?.(body as never, known));
    upstream.takeCookies(answer);
    return { call: name, ...line };
  } catch (error) {
    const silent = failureOf(error).code === "upstream_timeout";
    const answered = silent ? "no answer in time" : reasonOf(error);
    return { call: name, outcome: "wrong", answered, mistakes: [{ expected: "JSON in UTF-8, status 200 or a refusal" }] };
  }
}

async function compare(call: Call, answer: Response, learn: (body: unknown) => void): Promise<Omit<Line, "call">> {
  const { status } = answer;
  if (status === 204 && call.mayBeNothing) return { outcome: "right", answered: "204" };
  if (status >= 300 && status < 400)
    return {
      outcome: "wrong",
      answered: `${status} to ${answer.headers.get("location")}`,
      mistakes: [{ expected: "no redirect" }],
    };
  const { body, mistakes } = status === 204 ? { body: undefined, mistakes: [] } : await bodyOf(answer);
  if (!answer.ok) return refusal(call, status, body, mistakes);
  const { success, error } = check(call.output, body);
  if (success) learn(body);
  const all = [...mistakes, ...(error?.issues ?? []).map(({ path, message }) => ({ at: jsonPath(path), expected: message }))];
  return all.length === 0
    ? { outcome: "right", answered: String(status) }
    : { outcome: "wrong", answered: String(status), mistakes: all };
}

/** JSON is read whatever its type says: PHP names everything text/html. Undefined for the page of a 404. */
async function bodyOf(answer: Response): Promise<{ body: unknown; mistakes: Mistake[] }> {
  const type = typeOf(answer);
  const bytes = await readBytes(answer, type);
  if (type === JSON_TYPE) return { body: parseJson(bytes), mistakes: [] };
  const said = `not ${JSON_TYPE} but ${type || "nothing said"}`;
  try {
    return { body: parseJson(bytes), mistakes: [{ expected: `content-type ${JSON_TYPE}, ${said.slice(said.indexOf("but"))}` }] };
  } catch (error) {
    if (MISSING.has(answer.status)) return { body: undefined, mistakes: [] };
    throw error instanceof Unusable ? new Unusable(said) : error;
  }
}

const JSON_TYPE = "application/json";
/** Of a server that has no such address, or not with this method. */
const MISSING = new Set([404, 405, 501]);

function typeOf({ headers }: Response): string {
  return (headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

function refusal(call: Call, status: number, body: unknown, before: Mistake[]): Omit<Line, "call"> {
  try {
    requireRefusal(status, body);
  } catch (error) {
    if (MISSING.has(status)) return { outcome: "missing", answered: String(status), mistakes: [{ expected: "the call" }] };
    throw error;
  }
  const { code } = (body as { error: { code: ErrorCode } }).error;
  const answered = `${status} ${code}`;
  const mistakes = [...before];
  if (!refusalsOf(call).includes(code)) mistakes.push({ at: "$.error.code", expected: `one of ${refusalsOf(call).join(", ")}` });
  else if (ERROR_STATUS[code] !== status) mistakes.push({ expected: `status ${ERROR_STATUS[code]}` });
  return mistakes.length === 0 ? { outcome: "refused", answered } : { outcome: "wrong", answered, mistakes };
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

/** RFC 9535. */
function jsonPath(path: readonly PropertyKey[]): string {
  return `$${path.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`)).join("")}`;
}

export function report(lines: Line[]): string {
  const cells = lines.flatMap(({ call, outcome, answered, mistakes = [] }) => {
    const { method } = CALLS[call];
    const { pathname, search } = splitPath(CALLS[call]);
    const [first = "", ...others] = mistakes.map(({ at, expected }) => [at, expected].filter(Boolean).join(": "));
    return [
      [call, `${method} ${pathname}${search}`, outcome, answered, first],
      ...others.map((other) => ["", "", "", "", other]),
    ];
  });
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const rows = cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const count = (outcome: Line["outcome"]) => lines.filter((line) => line.outcome === outcome).length;
  const sums = (["right", "refused", "wrong", "missing", "not made"] as const).map((outcome) => `${count(outcome)} ${outcome}`);
  return [...rows, "", sums.join(", ")].join("\n");
}

export async function conformUrl([url = ""]: string[], { email, write }: Pick<Options, "email" | "write">): Promise<void> {
  if (!/^https?:/.test(url) || !URL.canParse(url)) throw new DomainError(`${url} is no URL: https://api.example.com`);
  const password = process.env.CONFORM_PASSWORD;
  if (email && !password) throw new DomainError(`Set CONFORM_PASSWORD to the password of ${email}.`);
  resolveLocalhost();
  await mustAnswer(url);
  const lines = await conform({ url, write, ...(email && password ? { account: { email, password } } : {}) });
  console.log(report(lines));
  const login = lines.find(({ call, outcome }) => call === "login" && outcome === "refused");
  if (login) console.log(`The log-in of ${email} was refused (${login.answered}): the members' calls were made without it.`);
  if (login || lines.some(({ outcome }) => outcome === "wrong" || outcome === "missing")) process.exitCode = 1;
}

/** Many resolvers do not know names under localhost (RFC 6761 section 6.3). */
function resolveLocalhost(): void {
  const { lookup } = dns;
  dns.lookup = ((host: string, ...rest: unknown[]) =>
    (lookup as (...all: unknown[]) => void)(host.endsWith(".localhost") ? "127.0.0.1" : host, ...rest)) as typeof lookup;
}

async function mustAnswer(url: string): Promise<void> {
  try {
    await fetch(url, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(8000) });
  } catch (error) {
    throw new DomainError(`No answer from ${url} (${reasonOf(error)}).`);
  }
}
