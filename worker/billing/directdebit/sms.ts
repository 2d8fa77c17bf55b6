import { z } from "zod";
import { AppError } from "#worker/platform/errors.ts";

/** @throws upstream_failed */
export interface Sms {
  send(to: string, text: string): Promise<void>;
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** `from` is a number or a sender name of the account. */
const twilio = z.strictObject({ account: z.string().regex(/^AC/), token: z.string().min(1), from: z.string().min(1) });
type Twilio = z.output<typeof twilio>;

/** In ms. */
const TIMEOUT = 10_000;

/** https://www.twilio.com/docs/messaging/api/message-resource */
export function createTwilioSms({ account, token, from }: Twilio, fetch: Fetch): Sms {
  return {
    async send(to, text) {
      const answer = await fetch(`https://api.twilio.com/2010-04-01/Accounts/${account}/Messages.json`, {
        method: "POST",
        headers: { authorization: `Basic ${btoa(`${account}:${token}`)}` },
        body: new URLSearchParams({ To: to, From: from, Body: text }),
        signal: AbortSignal.timeout(TIMEOUT),
      }).catch(() => null);
      await answer?.body?.cancel();
      if (answer?.status !== 201) throw new AppError("upstream_failed");
    },
  };
}

export interface LocalSms {
  to: string;
  text: string;
  /** In ms. */
  at: number;
}

const PREFIX = "sms:";
/** In seconds. */
const RETENTION = 3600;

/** Local builds only: keeps the messages for `/dev/sms`. */
export function createLocalSms(kv: KVNamespace, now: () => number) {
  return {
    async send(to: string, text: string): Promise<void> {
      const sms: LocalSms = { to, text, at: now() };
      // KV lists by key: the newest first.
      const key = `${PREFIX}${String(Number.MAX_SAFE_INTEGER - sms.at).padStart(16, "0")}:${crypto.randomUUID()}`;
      await kv.put(key, "", { expirationTtl: RETENTION, metadata: sms });
    },

    async newest(most: number): Promise<LocalSms[]> {
      const { keys } = await kv.list<LocalSms>({ prefix: PREFIX, limit: most });
      return keys.flatMap(({ metadata }) => (metadata ? [metadata] : []));
    },
  } satisfies Sms & Record<string, unknown>;
}

/** Null without the secret `SMS_TWILIO`; direct debit is then not offered. */
export function smsOf(env: Pick<Env, "VISITORS" | "SMS_TWILIO">): Sms | null {
  if (env.SMS_TWILIO !== undefined) {
    const parsed = twilio.safeParse(readJson(env.SMS_TWILIO));
    // The cause would quote the secret.
    if (!parsed.success) throw new Error("SMS_TWILIO is not what docs/configuration.md asks for");
    return createTwilioSms(parsed.data, (url, init) => fetch(url, init));
  }
  return __LOCAL__ ? createLocalSms(env.VISITORS, Date.now) : null;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
