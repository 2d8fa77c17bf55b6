import type { outbox } from "#db/schema/index.ts";
import { isolating, translator } from "#locales/index.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { type Reader, readerOf } from "#worker/platform/dates.ts";
import { newId } from "#worker/platform/ids.ts";
import { mailZone } from "#worker/platform/zones.ts";
import { companyFor } from "#worker/sites/domains/companies.vocabulary.ts";
import { fictionalName } from "#worker/sites/domains/fictional.vocabulary.ts";
import { themeOf } from "#worker/sites/domains/niches.vocabulary.ts";
import { headerLine, headersOf, languageOf } from "./headers.ts";
import { because } from "./kinds.ts";
import { logoOf } from "./logo.ts";
import { senderAddress } from "./sender.vocabulary.ts";
import type { Frame, Letter } from "./templates/letter.ts";

export type MailRow = typeof outbox.$inferInsert;

export interface Addressee {
  /** Null for a visitor without an account. */
  id: string | null;
  email: string;
  name: string;
  language: string;
  /** True if the address typed into a form is the one of the account. */
  own?: boolean;
  /** The account's country decides the company; without one the request's country does. */
  country?: string;
}

/** The part of a context that mails need; the cron builds it from a member row. */
export type MailContext = Pick<Context, "domain" | "country" | "origin" | "now">;

async function frameOf(ctx: MailContext, to: Addressee, template: string): Promise<Frame> {
  const { settings } = ctx.domain;
  const t = isolating(await translator(languageOf(to, settings)));
  return {
    t,
    site: settings.mail_name,
    logo: logoOf(ctx),
    company: companyFor(settings, to.country ?? ctx.country),
    support: settings.support_email,
    colour: themeOf(settings).primary,
    fictional: fictionalName(settings, t),
    name: to.name,
    because: to.own ? "account" : because(template),
    choices: `${ctx.origin}/settings/notifications`,
  };
}

/** Times use the zone of the domain's country: the reader's zone is unknown. */
export function readerFor({ domain: { settings } }: MailContext, { t }: Frame): Reader {
  return readerOf(t.language, settings.geoip_country, mailZone(settings));
}

export async function composeMail(
  ctx: MailContext,
  to: Addressee,
  template: string,
  write: (frame: Frame) => Letter,
  unsubscribe: string | null = null,
): Promise<MailRow> {
  const { settings } = ctx.domain;
  const letter = write(await frameOf(ctx, to, template));
  return {
    id: newId(),
    accountId: to.id,
    domainId: ctx.domain.id,
    template,
    recipient: to.email,
    sender: `${headerLine(settings.mail_name).replace(/[<>"]/g, "")} <${senderAddress(settings)}>`,
    subject: headerLine(letter.subject),
    text: letter.text,
    html: letter.html,
    headers: headersOf(languageOf(to, settings), unsubscribe),
    status: "queued",
    nextAttemptAt: ctx.now,
    createdAt: ctx.now,
  };
}
