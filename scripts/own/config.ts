import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { isIP } from "node:net";
import { isAbsolute } from "node:path";
import { parseEnv } from "node:util";
import { z } from "zod";
import { StoreError } from "#scripts/sql-text.ts";

/** Names that reach the Worker (docs/configuration.md). Others of the file are for this machine. */
const OF_THE_WORKER =
  /^(PASSWORD_PEPPER|MEDIA_SECRET|CONTACTS_SECRET|UPSTREAM_KEY|PUSH_KEYS|PUSH_HOSTS|SMS_TWILIO|AGE_LIST_URL|AGE_LIST_SIGNERS|TURN_URLS|TURN_SECRET|TURN_ADDRESSES|REQUEST_LOG|COUNTRY_HEADER|PHOTOS_S3|STAFF_HOST(_DB_[A-Z0-9]+)?|(MAIL_REPORT|PAYMENT|AGE_OIDC)_[A-Z0-9_]+)$/;
const OF_THE_MACHINE = ["HOST", "PORT", "DATA", "SMTP_URL", "TLS_CERT", "TLS_KEY", "PRIVATE_NETWORKS", "MEMORY_LIMIT"];
/** `openssl rand -base64 32` has 44. */
const SECRET_LENGTH = 32;
/** A random text of that length has more different signs with near certainty. */
const DIFFERENT_SIGNS = 12;
/** In MB. The unit ends the whole service at 2 GB, in which the Node process has 260. */
const MEMORY_LIMIT = 1200;
/** What a runtime has after its start, and more: below it would start again and again. */
const MEMORY_LEAST = 300;

export interface OwnConfig {
  path: string;
  /** Variables of the Worker. */
  vars: Record<string, string>;
  host: string;
  port: number;
  data: string;
  smtp: string;
  tls: { cert: string; key: string } | null;
  /** Private addresses that the product may ask, in CIDR notation. */
  networks: string[];
  /** In MB, of the runtime; 0 is none. */
  memory: number;
}

/** @throws StoreError with every problem */
export function readOwnConfig(path: string): OwnConfig {
  const text = readOr(path);
  if (text === null) throw new StoreError(`There is no file ${path}. Make one: npm run serve -- --new-config ${path}`);
  const { config, problems } = configFrom(path, parseEnv(text) as Record<string, string>);
  if (isReadByOthers(path)) problems.push(`${path} can be read by everybody: chmod 600 ${path}, and let the service own it`);
  for (const file of config.tls ? [config.tls.cert, config.tls.key] : [])
    if (!isReadable(file)) problems.push(`${file} cannot be read`);
  if (problems.length > 0) throw new StoreError(`Not started. In ${path}:\n${problems.map((one) => `  ${one}`).join("\n")}`);
  return config;
}

/** Every problem is one line; with problems, the configuration is unusable. */
export function configFrom(path: string, all: Record<string, string>): { config: OwnConfig; problems: string[] } {
  const problems = Object.keys(all)
    .filter((name) => !OF_THE_WORKER.test(name) && !OF_THE_MACHINE.includes(name))
    .map((name) => `${name}: no such setting`);
  for (const name of ["PASSWORD_PEPPER", "MEDIA_SECRET", ...(all.CONTACTS_SECRET === undefined ? [] : ["CONTACTS_SECRET"])]) {
    const problem = weaknessOf(all[name] ?? "");
    if (problem) problems.push(`${name}: ${problem}`);
  }
  if (all.PASSWORD_PEPPER && all.PASSWORD_PEPPER === all.MEDIA_SECRET)
    problems.push("MEDIA_SECRET: is the same as PASSWORD_PEPPER; each needs its own");
  for (const [name, value] of Object.entries(all))
    if (/^(UPSTREAM_KEY|MAIL_REPORT_)/.test(name) && value.length < 16) problems.push(`${name}: has fewer than 16 characters`);
  const smtp = all.SMTP_URL ?? "";
  if (smtp === "") problems.push("SMTP_URL: is missing; without mail nobody can confirm an address");
  else if (!/^smtps?:$/.test(URL.parse(smtp)?.protocol ?? "")) problems.push("SMTP_URL: is like smtps://user:password@host:465");
  if (!all.STAFF_HOST) problems.push("STAFF_HOST: is missing; it names the host of the staff pages, which no site uses");
  if (/(^|\.)localhost$/.test(all.STAFF_HOST ?? "")) problems.push("STAFF_HOST: exists on this machine only");
  const port = Number(all.PORT ?? 8787);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) problems.push("PORT: takes 1 to 65535");
  const data = all.DATA ?? "";
  if (!isAbsolute(data)) problems.push("DATA: is missing, or no absolute path, like /var/lib/liaison");
  if (Boolean(all.TLS_CERT) !== Boolean(all.TLS_KEY)) problems.push("TLS_CERT, TLS_KEY: only both of them make https");
  if (all.PHOTOS_S3 !== undefined) problems.push(...s3Problems(all.PHOTOS_S3));
  const networks = (all.PRIVATE_NETWORKS ?? "").split(",").flatMap((one) => one.trim() || []);
  if (!networks.every(isNetwork)) problems.push("PRIVATE_NETWORKS: is like 10.0.0.5/32,192.168.7.0/24");
  const memory = Number(all.MEMORY_LIMIT ?? MEMORY_LIMIT);
  if (!Number.isInteger(memory) || (memory !== 0 && memory < MEMORY_LEAST))
    problems.push(`MEMORY_LIMIT: takes MB, ${MEMORY_LEAST} or more, or 0 for none`);
  const tls = all.TLS_CERT && all.TLS_KEY ? { cert: all.TLS_CERT, key: all.TLS_KEY } : null;
  const vars = Object.fromEntries(Object.entries(all).filter(([name]) => OF_THE_WORKER.test(name)));
  return { config: { path, vars, host: all.HOST ?? "127.0.0.1", port, data, smtp, tls, networks, memory }, problems };
}

/** CIDR notation. */
function isNetwork(text: string): boolean {
  const [address = "", prefix = "", ...more] = text.split("/");
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] as number;
  return more.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits;
}

function weaknessOf(secret: string): string | null {
  if (secret === "") return "is missing: openssl rand -base64 32";
  if (secret.length < SECRET_LENGTH) return `has fewer than ${SECRET_LENGTH} characters: openssl rand -base64 32`;
  if (new Set(secret).size < DIFFERENT_SIGNS) return "can be guessed: openssl rand -base64 32";
  return null;
}

const s3Schema = z.strictObject({ url: z.url(), key: z.string(), secret: z.string(), region: z.string().optional() });

function s3Problems(text: string): string[] {
  try {
    if (s3Schema.safeParse(JSON.parse(text)).success) return [];
  } catch {
    // no JSON
  }
  return ['PHOTOS_S3: is like {"url":"https://s3.example.com/photos","key":"…","secret":"…","region":"…"}'];
}

function readOr(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function isReadByOthers(path: string): boolean {
  return (statSync(path).mode & 0o004) !== 0;
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
