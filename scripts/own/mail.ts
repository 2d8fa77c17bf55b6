import { createTransport } from "nodemailer";
import type { Message } from "#worker/delivery/mail/outbox.ts";

/** In ms; the outbox gives an attempt five minutes. */
const WAIT = 30_000;

interface Refusal {
  code?: string;
  command?: string;
  responseCode?: number;
  response?: string;
}

/** Hands a mail to one's own mail server, which signs and delivers it. */
export function createMailer(url: string): (message: Message) => Promise<string | null> {
  const transport = createTransport({
    url,
    pool: true,
    connectionTimeout: WAIT,
    greetingTimeout: WAIT,
    socketTimeout: 2 * WAIT,
    // No attachments and no templates: nothing in a mail may name a file or an address to read.
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0]);
  return async ({ from, to, subject, text, html, headers }) => {
    try {
      await transport.sendMail({ from: { name: from.name, address: from.email }, to, subject, text, html, headers });
      return null;
    } catch (error) {
      return codeOf(error as Refusal);
    }
  };
}

/** The codes that the outbox knows: an address that does not exist is not asked again (RFC 3463, 5.1.x). */
export function codeOf({ command = "", responseCode = 0, response = "" }: Refusal): string {
  const ofAddress = /^RCPT/i.test(command) && responseCode >= 500;
  if (ofAddress && /\b5\.1\.\d/.test(response)) return "E_RECIPIENT_SUPPRESSED";
  if (ofAddress) return "E_RECIPIENT_REFUSED";
  return responseCode >= 400 ? `E_SMTP_${responseCode}` : "E_SMTP_CONNECTION";
}
