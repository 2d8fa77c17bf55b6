import type { z } from "zod";
import { LANGUAGES, type Language } from "#locales/languages.ts";
import { auditRow } from "#worker/backoffice/staff/audit.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import type { StaffMails } from "#worker/backoffice/staff/staff-mails.ts";
import { momentIn } from "#worker/backoffice/staff/typed-moment.ts";
import type { LiveObjects } from "#worker/delivery/live/objects.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { newNonce } from "#worker/platform/ids.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { log } from "#worker/platform/log.ts";
import { cleanText, textLength } from "#worker/platform/text.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import { isNow, NOTICE_TEXT_MAX } from "#worker/sites/notices/notices.vocabulary.ts";
import type { contract } from "./site-notices.contract.ts";
import type { NoticeRow, SiteNoticesStore } from "./site-notices.store.ts";

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;

interface Deps {
  store: SiteNoticesStore;
  mails: Pick<StaffMails, "toOperators"> & Pick<Mails, "dispatch">;
  live: Pick<LiveObjects, "disconnect">;
  limits: Limits;
  domainOf(id: string): Promise<Domain | null>;
  originOf(domain: Domain): string;
  after(work: Promise<unknown>): void;
}

const LISTED = 100;
/** In ms. */
const LONGEST_AHEAD = 366 * DAY;
/** In ms: an ended notice stays this long, to answer what was said. */
export const NOTICES_RETENTION = 366 * DAY;
/** In ms: an open page that can be seen asks more often than this. */
const SEEN_LATELY = HOUR;
/** Members whose sockets one run closes, and at the same time. */
const CLOSED_AT_ONCE = 500;
const TOGETHER = 25;
/** A path of the site, with a query at most. */
const PATH = /^\/(?!\/)[\w./-]*(\?[\w.&=%-]*)?(#[\w-]*)?$/;

/** What operators tell the people of the sites, and their maintenance: decision 125. */
export function createSiteNotices({ store, mails, live, limits, domainOf, originOf, after }: Deps) {
  const counted = async ({ viewer, now }: StaffMemberContext) =>
    refuseOver(await limits.hit(...limitOf("staffSites", { staff: viewer.id }), now));

  /** The next request of each browser is answered by the maintenance, which it tells its page. */
  async function closeSockets(now: number): Promise<void> {
    for (const { id, domainId, fromAt, toldTo } of await store.begun(now)) {
      const members = await store.seenSince(domainId, fromAt - SEEN_LATELY, toldTo ?? "", CLOSED_AT_ONCE);
      for (let at = 0; at < members.length; at += TOGETHER) {
        const closed = await Promise.allSettled(members.slice(at, at + TOGETHER).map((member) => live.disconnect(member)));
        const failed = closed.filter(({ status }) => status === "rejected").length;
        // Their pages ask within a minute anyway.
        if (failed > 0) log("warn", "sockets not closed", { count: failed });
      }
      await store.noteTold(id, members.length < CLOSED_AT_ONCE ? null : (members.at(-1) ?? null), now);
    }
  }

  return {
    async siteNotices({ now }: StaffMemberContext): Promise<Output<"siteNotices">> {
      const { notices, sites } = await store.list(LISTED);
      const known = sites.map(({ id, name, languages }) => ({ id, name, languages: JSON.parse(languages) as Language[] }));
      const isOver = ({ untilAt }: Pick<NoticeRow, "untilAt">) => untilAt !== null && untilAt <= now;
      const entered = notices.some((row) => row.entry !== null && !isOver(row)) ? await originsOf(sites.map(({ id }) => id)) : [];
      return {
        sites: known,
        notices: notices.map((row) => ({
          ...{ id: row.id, site: row.domainId, kind: row.kind, audience: row.audience, link: row.link, by: row.by },
          texts: JSON.parse(row.texts) as Partial<Record<Language, string>>,
          dismissible: row.dismissible === 1,
          ...{ from: iso(row.fromAt), until: row.untilAt === null ? null : iso(row.untilAt) },
          state: isOver(row) ? "over" : isNow({ from: row.fromAt, until: row.untilAt }, now) ? "now" : "planned",
          entries:
            row.entry === null || isOver(row)
              ? []
              : entered
                  .filter(({ site }) => row.domainId === null || row.domainId === site)
                  .map(({ site, origin }) => ({ site, link: `${origin}/?maintenance_entry=${row.entry}` })),
        })),
      };
    },

    /** @throws invalid too_many_requests */
    async addSiteNotice(ctx: StaffMemberContext, input: Input<"addSiteNotice">): Promise<Output<"addSiteNotice">> {
      await counted(ctx);
      const { now, viewer } = ctx;
      const { sites } = await store.list(1);
      if (input.site !== "" && !sites.some(({ id }) => id === input.site))
        throw invalid({ field: "site", code: "unknown_option" });
      const { from, until } = spanOf(input, now);
      const texts = textsOf(input);
      const isMaintenance = input.kind === "maintenance";
      const named = sites.filter(({ id }) => input.site === "" || id === input.site);
      const offered = LANGUAGES.filter((language) => named.some(({ languages }) => languages.includes(`"${language}"`)));
      const first = offered.includes("en") ? "en" : (offered[0] ?? "en");
      if (!isMaintenance && Object.keys(texts).length === 0) throw invalid({ field: `text_${first}`, code: "required" });
      if (input.link && !PATH.test(input.link)) throw invalid({ field: "link", code: "invalid_format" });
      const id = newLetters();
      const row: NoticeRow = {
        ...{ id, domainId: input.site || null, kind: input.kind, texts: JSON.stringify(texts), fromAt: from, untilAt: until },
        audience: isMaintenance ? "everybody" : (input.audience ?? "everybody"),
        link: isMaintenance ? null : input.link || null,
        dismissible: !isMaintenance && input.dismissible === "on",
        entry: isMaintenance ? newNonce() : null,
        ...{ createdBy: viewer.id, createdAt: now, toldTo: null, toldAt: null },
      };
      const rows = isMaintenance ? await told(ctx, row) : [];
      const action = isMaintenance ? "begin maintenance" : "add notice";
      await store.add(row, auditRow(ctx, { action, object: "deployment", id, reason: input.site || "all_sites" }), rows);
      await Promise.all(rows.map(({ id: mail }) => mails.dispatch(mail)));
      if (isMaintenance && from <= now) after(closeSockets(now));
      return { id };
    },

    /** @throws not_found too_many_requests */
    async endSiteNotice(ctx: StaffMemberContext, { id }: Input<"endSiteNotice">): Promise<Output<"endSiteNotice">> {
      await counted(ctx);
      const action = (kind: NoticeRow["kind"]) => (kind === "maintenance" ? "end maintenance" : "end notice");
      const isEnded = await store.end(id, ctx.now, (kind) => auditRow(ctx, { action: action(kind), object: "deployment", id }));
      if (!isEnded) throw new AppError("not_found");
      return {};
    },

    closeSockets,
    forget: store.forget,
  };

  async function originsOf(ids: readonly string[]) {
    const found = await Promise.all(ids.map(async (site) => ({ site, domain: await domainOf(site) })));
    return found.flatMap(({ site, domain }) => (domain ? [{ site, origin: originOf(domain) }] : []));
  }

  async function told({ viewer, now, origin }: StaffMemberContext, { domainId, fromAt, untilAt }: NoticeRow) {
    const times = `From ${iso(fromAt)} ${untilAt === null ? "until somebody ends it" : `until ${iso(untilAt)}`}.`;
    const sites = domainId ?? "all sites";
    return mails.toOperators(
      {
        subject: `Maintenance: ${sites}`,
        paragraphs: [`${viewer.name} put ${sites} into maintenance.`, times, "If that was not meant to happen, end it."],
        link: { label: "Open the notices", page: `${origin}/staff/notices` },
      },
      now,
    );
  }
}

const iso = (at: number) => new Date(at).toISOString();

/** The cookie of dismissed notices takes letters alone. */
function newLetters(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => String.fromCharCode(97 + (byte % 26))).join("");
}

/** @throws invalid */
function spanOf({ from, until, zone }: Input<"addSiteNotice">, now: number) {
  const begins = Math.max(now, momentIn(from, zone, "from") ?? now);
  const ends = momentIn(until, zone, "until");
  if (begins > now + LONGEST_AHEAD) throw invalid({ field: "from", code: "out_of_range" });
  if (ends !== null && (ends <= begins || ends > now + 2 * LONGEST_AHEAD))
    throw invalid({ field: "until", code: "out_of_range" });
  return { from: begins, until: ends };
}

/** @throws invalid */
function textsOf(input: Input<"addSiteNotice">): Partial<Record<Language, string>> {
  const texts: Partial<Record<Language, string>> = {};
  for (const language of LANGUAGES) {
    const text = cleanText(input[`text_${language}`] ?? "");
    if (textLength(text) > NOTICE_TEXT_MAX)
      throw invalid({ field: `text_${language}`, code: "too_long", params: { max: NOTICE_TEXT_MAX } });
    if (text !== "") texts[language] = text;
  }
  return texts;
}
