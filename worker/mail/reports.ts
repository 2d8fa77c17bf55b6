import { z } from "zod";
import { parseEmail } from "../identity/email.ts";
import { equalSecrets } from "../lib/crypto.ts";
import { AppError } from "../lib/errors.ts";
import type { Live } from "../live/live.ts";
import { announced } from "../live/live.ts";
import { OPTIONAL, REASONS } from "./kinds.ts";
import type { MailStore } from "./mail.store.ts";

/** A report signed longer ago, or further ahead, than this (ms) is not believed. */
const TOLERANCE = 5 * 60_000;

/** What a provider says of one mail. */
const reportSchema = z.object({
  /** The provider's own id of the report: the same again is the same report. */
  id: z.string().min(1).max(200),
  event: z.enum(REASONS),
  address: z.string().max(320),
  /** False for a bounce that may pass: nothing follows from it. */
  permanent: z.boolean().default(true),
  /** Which mails were unsubscribed from; all that one may do without where the provider does not know. */
  type: z.enum(OPTIONAL).optional(),
});

/** A report as it came. */
export interface SignedReport {
  provider: string;
  /** Seconds since 1970. */
  timestamp: string;
  /** `v1=` and the HMAC-SHA-256 of `<timestamp>.<body>`, hexadecimal. */
  signature: string;
  body: string;
}

interface Deps {
  store: MailStore;
  live: Live;
  /** A provider's secret; null for one that nobody has set up. */
  secretOf(provider: string): string | null;
}

/** What mail providers report of our mails: complaints, bounces, unsubscriptions. */
export function createReports({ store, live, secretOf }: Deps) {
  return {
    /**
     * Does what a report says, once. Whether the address is known is not told.
     * @throws forbidden for one that is not signed by the provider in the last minutes; malformed for what is no report.
     */
    async report(ctx: { domain: { id: string; pool: string }; now: number }, signed: SignedReport): Promise<void> {
      const secret = secretOf(signed.provider);
      const right = secret !== null && equalSecrets(signed.signature, `v1=${await signatureOf(secret, signed)}`);
      const age = Math.abs(ctx.now - Number(signed.timestamp) * 1000);
      if (!right || !/^\d{1,12}$/.test(signed.timestamp) || age > TOLERANCE) throw new AppError("forbidden");
      const report = readReport(signed.body);
      const email = parseEmail(report.address);
      if (!email || (report.event === "bounce" && !report.permanent)) return;
      const row = {
        id: `${signed.provider}:${report.id}`,
        domainId: ctx.domain.id,
        pool: ctx.domain.pool,
        email,
        kind: report.event,
        types: report.type ? [report.type] : OPTIONAL,
      };
      const accountId = await store.report(row, ctx.now);
      if (accountId !== null) await heard(accountId);
    },

    /** The provider refused a mail because of its address. */
    async returned({ accountId, recipient }: { accountId: string | null; recipient: string }): Promise<void> {
      if (accountId !== null && (await store.returned(accountId, recipient))) await heard(accountId);
    },
  };

  async function heard(accountId: string): Promise<void> {
    await announced(live, [accountId], async () => {});
    await live.tell(accountId, { events: [], changed: ["user"] });
  }
}

/** HMAC-SHA-256 of a report, hexadecimal: what a provider signs with. */
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
    // A signed body without a report is a wrong set-up: the provider must see the error.
    throw new AppError("malformed");
  }
}
