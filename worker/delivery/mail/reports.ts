import type { Live } from "#worker/delivery/live/live.ts";
import { announced } from "#worker/delivery/live/live.ts";
import { OPTIONAL, type OptionalKind } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import { mayWait } from "#worker/delivery/notifications/paces.ts";
import { parseEmail } from "#worker/people/identity/email.ts";
import { equalSecrets } from "#worker/platform/crypto.ts";
import { AppError } from "#worker/platform/errors.ts";
import { DIGEST } from "./kinds.vocabulary.ts";
import { reportSchema } from "./mail.contract.ts";
import type { MailStore } from "./mail.store.ts";

/** Maximum clock difference of a signed report in ms. */
const TOLERANCE = 5 * 60_000;

export interface SignedReport {
  provider: string;
  /** Unix time in seconds. */
  timestamp: string;
  /** `v1=` and the HMAC-SHA-256 of `<timestamp>.<body>` in hexadecimal. */
  signature: string;
  body: string;
}

interface Deps {
  store: MailStore;
  live: Live;
  secretOf(provider: string): string | null;
}

export function createReports({ store, live, secretOf }: Deps) {
  return {
    /** Idempotent. The response does not reveal whether the address is known. @throws forbidden malformed */
    async report(ctx: { domain: { id: string; pool: string }; now: number }, signed: SignedReport): Promise<void> {
      const secret = secretOf(signed.provider);
      const right = secret !== null && equalSecrets(signed.signature, `v1=${await signatureOf(secret, signed)}`);
      const age = Math.abs(ctx.now - Number(signed.timestamp) * 1000);
      if (!right || !/^\d{1,12}$/.test(signed.timestamp) || age > TOLERANCE) throw new AppError("forbidden");
      const report = readReport(signed.body);
      const email = parseEmail(report.address);
      if (!email || (report.event === "bounce" && !report.permanent)) return;
      const types = OPTIONAL.filter((type) => isMeant(type, report.type));
      if (report.event === "listunsubscribe" && types.length === 0) return;
      const row = {
        id: `${signed.provider}:${report.id}`,
        domainId: ctx.domain.id,
        pool: ctx.domain.pool,
        email,
        kind: report.event,
        types,
      };
      const accountId = await store.report(row, ctx.now);
      if (accountId !== null) await heard(accountId);
    },

    async returned({ accountId, recipient }: { accountId: string | null; recipient: string }): Promise<void> {
      if (accountId !== null && (await store.returned(accountId, recipient))) await heard(accountId);
    },
  };

  async function heard(accountId: string): Promise<void> {
    await announced(live, [accountId], async () => {});
    await live.tell(accountId, { events: [], changed: ["user"] });
  }
}

/** Paces may have changed since: a report of a digest means all kinds that may come in one. */
function isMeant(kind: OptionalKind, type: string | undefined): boolean {
  return type === DIGEST ? mayWait(kind, "mail") : type === undefined || type === kind;
}

export async function signatureOf(
  secret: string,
  { timestamp, body }: Pick<SignedReport, "timestamp" | "body">,
): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const key = await crypto.subtle.importKey("raw", bytes(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(`${timestamp}.${body}`)));
  return [...mac].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function readReport(body: string) {
  try {
    return reportSchema.parse(JSON.parse(body));
  } catch {
    // A signed body without a report means wrong set-up: the provider must see the error.
    throw new AppError("malformed");
  }
}
