import { createHmac } from "node:crypto";
import { smsOf } from "#worker/billing/directdebit/sms.ts";
import { credentialsUnreadable } from "#worker/billing/payments/providers/configured.ts";
import { pushHostsOf } from "#worker/delivery/notifications/push-services.vocabulary.ts";
import { pushKeysOf } from "#worker/delivery/push/vapid.ts";
import { relayOf } from "#worker/messaging/calls/relay.ts";
import { log } from "#worker/platform/log.ts";

export interface Problem {
  kind: "secret" | "binding";
  name: string;
  what: "missing" | "unreadable";
}

type Bound = Readonly<Record<string, unknown>>;

const REQUIRED_SECRETS = ["PASSWORD_PEPPER", "MEDIA_SECRET"];
const REQUIRED_BINDINGS = [
  ...["DB", "VISITORS", "INBOX", "LIMITS", "ARCHIVE", "PHOTOS", "IMAGES", "MAIL_QUEUE", "MAILER", "PUSH_QUEUE", "ASSETS"],
];
const READABLE: readonly [RegExp, (name: string, env: Bound) => boolean][] = [
  [/^PUSH_KEYS$/, (_, env) => !throws(() => pushKeysOf(env as unknown as Env))],
  [/^PUSH_HOSTS$/, (_, env) => !throws(() => pushHostsOf(env as unknown as Env))],
  [/^TURN_URLS$/, (_, env) => relayOf({ ...(env as unknown as Env), TURN_SECRET: "any" }) !== null],
  [/^TURN_SECRET$/, (name, env) => text(env[name]).length >= 16],
  [/^SMS_TWILIO$/, (_, env) => !throws(() => smsOf(env as unknown as Env))],
  [/^AGE_LIST_URL$/, (_, env) => text(env.AGE_LIST_URL).startsWith("https://")],
  [/^AGE_LIST_SIGNERS$/, (_, env) => /^[\da-f]{64}([\s,]+[\da-f]{64})*$/i.test(text(env.AGE_LIST_SIGNERS).replaceAll(":", ""))],
  [/^PAYMENT_/, (name, env) => !credentialsUnreadable(name, env[name])],
  [/^MAIL_REPORT_/, (name, env) => text(env[name]).length >= 16],
  [/^CONTACTS_SECRET$/, (name, env) => text(env[name]).length >= 32],
  [/^UPSTREAM_KEY$/, (name, env) => text(env[name]) !== ""],
  [/^STAFF_HOST(_DB_[A-Z0-9]+)?$/, (name, env) => /^[a-z0-9.-]+$/i.test(text(env[name]))],
];

/** By name, never by value. */
export function problemsOf(env: Bound): Problem[] {
  const missing = (kind: Problem["kind"]) => (name: string) => ({ kind, name, what: "missing" as const });
  const unreadable = Object.keys(env).filter((name) =>
    READABLE.some(([names, isReadable]) => names.test(name) && env[name] !== undefined && !isReadable(name, env)),
  );
  return [
    ...REQUIRED_SECRETS.filter((name) => text(env[name]) === "").map(missing("secret")),
    ...REQUIRED_BINDINGS.filter((name) => env[name] === undefined || env[name] === null).map(missing("binding")),
    ...unreadable.map((name) => ({ kind: "secret" as const, name, what: "unreadable" as const })),
  ];
}

const known = new WeakMap<object, { env: Env; problems: Problem[] }>();

/** The bindings without what cannot be read, so that its feature is off and nothing else. Names the problems in the log once. */
export function configured(bound: Env): { env: Env; problems: Problem[] } {
  const found = known.get(bound);
  if (found) return found;
  const all = bound as unknown as Record<string, unknown>;
  const problems = problemsOf(all);
  for (const { kind, name, what } of problems) log("error", `${kind} ${what}`, { name });
  const made = { env: problems.length === 0 ? bound : mended(all, problems), problems };
  known.set(bound, made);
  known.set(made.env, made);
  return made;
}

export function mustBeConfigured(env: Env): void {
  const [first] = configured(env).problems;
  if (first) throw Object.assign(new Error(`${first.kind} ${first.what}`), { code: `${first.name}_${first.what}`.slice(0, 60) });
}

/** Nothing is hashed or signed with an empty key. */
export function isClosed(env: Env): boolean {
  return text(env.PASSWORD_PEPPER) === "";
}

function mended(all: Readonly<Record<string, unknown>>, problems: readonly Problem[]): Env {
  const unreadable = problems.filter(({ what }) => what === "unreadable").map(({ name }) => name);
  const readable = Object.fromEntries(Object.entries(all).filter(([name]) => !unreadable.includes(name)));
  // Secret as well, and the same in every isolate. Links of photos change once when the secret is set.
  const media = () => createHmac("sha256", text(all.PASSWORD_PEPPER)).update("instead of MEDIA_SECRET").digest("base64url");
  return { ...readable, ...(text(all.MEDIA_SECRET) === "" && { MEDIA_SECRET: media() }) } as unknown as Env;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function throws(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch {
    return true;
  }
}
