import type { z } from "zod";
import { LANGUAGES, type Language } from "#locales/languages.ts";
import { auditRow } from "#worker/backoffice/staff/audit.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import type { StaffMails } from "#worker/backoffice/staff/staff-mails.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import type { UnsubscribeLinks } from "#worker/delivery/mail/unsubscribe.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { log } from "#worker/platform/log.ts";
import { cleanLine, cleanText, textLength } from "#worker/platform/text.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { contract } from "./site-mails.contract.ts";
import type { NewsReader, SiteMailRow, SiteMailsStore } from "./site-mails.store.ts";
import { NEWS_SUBJECT_MAX, NEWS_TEXT_MAX } from "./site-mails.vocabulary.ts";

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;
type Texts = Partial<Record<Language, { subject: string; text: string }>>;

interface Deps {
  store: SiteMailsStore;
  mails: Pick<Mails, "siteNews" | "dispatch"> & Pick<StaffMails, "toOperators">;
  links: UnsubscribeLinks;
  limits: Limits;
  domainOf(id: string): Promise<Domain | null>;
  originOf(domain: Domain): string;
}

const LISTED = 50;
/** In ms: what was sent stays this long, to answer what was said. */
const SITE_MAILS_RETENTION = 366 * DAY;
/** Members of one run of the cron. */
const AT_ONCE = 50;

/** News of a site by mail, to members who agreed: decision 126. */
export function createSiteMails({ store, mails, links, limits, domainOf, originOf }: Deps) {
  const counted = async ({ viewer, now }: StaffMemberContext) =>
    refuseOver(await limits.hit(...limitOf("staffSites", { staff: viewer.id }), now));

  async function composed(domain: Domain, row: SiteMailRow, to: Omit<NewsReader, "id"> & { id: string | null }, now: number) {
    const text = readTexts(row)[to.language as Language];
    if (!text) return null;
    const origin = originOf(domain);
    const unsubscribe = to.id === null ? `${origin}/` : `${origin}/${await links.token(domain.id, to.id, "site_news")}`;
    const mail = await mails.siteNews({ domain, country: to.country, origin, now }, { ...to, ...text, unsubscribe });
    return { ...mail, headers: { ...mail.headers, "X-News": row.id } };
  }

  async function previewsOf(row: SiteMailRow, name: string, now: number) {
    const domain = await domainOf(row.domainId);
    if (!domain) return [];
    const country = domain.settings.geoip_country;
    const found = languagesOf(readTexts(row)).map(async (language) => {
      const mail = await composed(domain, row, { id: null, email: "", name, language, country }, now);
      return mail ? [{ language, subject: mail.subject, text: mail.text }] : [];
    });
    return (await Promise.all(found)).flat();
  }

  async function sendStep(row: SiteMailRow, now: number): Promise<void> {
    const day = new Date(now).toISOString().slice(0, 10);
    const left = row.perDay - (row.day === day ? row.sentToday : 0);
    const domain = left > 0 ? await domainOf(row.domainId) : null;
    if (!domain) return;
    const readers = await store.readers(row, languagesOf(readTexts(row)), Math.min(left, AT_ONCE));
    const last = readers.at(-1);
    if (!last) return store.finish(row.id, now);
    const rows = (await Promise.all(readers.map((reader) => composed(domain, row, reader, now)))).filter((one) => one !== null);
    await store.step(row, rows, last.id, day);
    await Promise.all(rows.map(({ id }) => mails.dispatch(id)));
  }

  return {
    async siteMails({ viewer, now }: StaffMemberContext): Promise<Output<"siteMails">> {
      const { mails: rows, sites, counts, waiting, more } = await store.list(viewer.id, LISTED);
      const alone = new Set(sites.filter(({ onePerson }) => onePerson === 1).map(({ id }) => id));
      return {
        mails: await Promise.all(
          rows.map(async (row) => ({
            ...{ id: row.id, site: row.domainId, status: row.status, by: row.by, decided_by: row.decider },
            ...{ at: new Date(row.createdAt).toISOString(), per_day: row.perDay, sent: row.sent },
            waiting: waiting.find(({ id }) => id === row.id)?.n ?? 0,
            previews: await previewsOf(row, viewer.name, now),
            may: row.status === "proposed" && (row.second === 1 || alone.has(row.domainId)),
          })),
        ),
        more_waiting: more,
        sites: sites.map(({ id, name, languages }) => ({
          ...{ id, name, languages: JSON.parse(languages) as Language[] },
          receivers: Object.fromEntries(counts.filter(({ site }) => site === id).map(({ language, n }) => [language, n])),
        })),
      };
    },

    /** @throws invalid too_many_requests */
    async addSiteMail(ctx: StaffMemberContext, input: Input<"addSiteMail">): Promise<Output<"addSiteMail">> {
      await counted(ctx);
      const { viewer, now } = ctx;
      const domain = await domainOf(input.site);
      if (!domain) throw invalid({ field: "site", code: "unknown_option" });
      const texts = textsOf(input, domain.settings.languages);
      const row: SiteMailRow = {
        ...{ id: newId(), domainId: domain.id, texts: JSON.stringify(texts), perDay: input.per_day, status: "proposed" },
        ...{ proposedBy: viewer.id, createdAt: now, decidedBy: null, decidedAt: null, sentTo: null, sent: 0, day: "" },
        ...{ sentToday: 0, endedAt: null },
      };
      const rows = await mails.toOperators(
        {
          subject: `News of ${domain.settings.name} wait`,
          paragraphs: [`${viewer.name} wants to send news by mail to members who agreed to it.`, "It needs a second operator."],
          link: { label: "Read them", page: `${ctx.origin}/staff/news` },
        },
        now,
      );
      await store.add(row, auditRow(ctx, { action: "propose news", object: "deployment", id: domain.id, reason: row.id }), rows);
      await Promise.all(rows.map(({ id }) => mails.dispatch(id)));
      return { id: row.id };
    },

    /** Its author may refuse it, which withdraws it. @throws not_found forbidden conflict too_many_requests */
    async decideSiteMail(ctx: StaffMemberContext, { id, decision }: Input<"decideSiteMail">): Promise<Output<"decideSiteMail">> {
      await counted(ctx);
      const row = await store.find(ctx.viewer.id, id);
      if (!row) throw new AppError("not_found");
      const sends = decision === "send";
      const isAlone = sends && row.second !== 1;
      if (isAlone && !(await domainOf(row.domainId))?.settings.one_person) throw new AppError("forbidden");
      const action = sends ? (isAlone ? "send news, alone" : "send news") : "refuse news";
      const audit = auditRow(ctx, { action, object: "deployment", id: row.domainId, reason: id });
      if (!(await store.decide(id, ctx.viewer.id, ctx.now, sends, audit))) throw new AppError("conflict");
      return {};
    },

    /** @throws not_found too_many_requests */
    async stopSiteMail(ctx: StaffMemberContext, { id }: Input<"stopSiteMail">): Promise<Output<"stopSiteMail">> {
      await counted(ctx);
      const row = await store.find(ctx.viewer.id, id);
      const audit = auditRow(ctx, { action: "stop news", object: "deployment", id: row?.domainId ?? id, reason: id });
      if (!row || !(await store.stop(id, ctx.now, audit))) throw new AppError("not_found");
      return {};
    },

    /** Repeatable: each run takes the members after those of the last one. News that fail stop no others. */
    async sweep(now: number): Promise<void> {
      await store.forget(now - SITE_MAILS_RETENTION);
      for (const row of await store.sending())
        await sendStep(row, now).catch((error: unknown) => log("error", "news not sent", { entry: row.id, error }));
    },
  };
}

function readTexts({ texts }: Pick<SiteMailRow, "texts">): Texts {
  return JSON.parse(texts) as Texts;
}

function languagesOf(texts: Texts): Language[] {
  return LANGUAGES.filter((language) => texts[language] !== undefined);
}

/** @throws invalid */
function textsOf(input: Input<"addSiteMail">, offered: readonly string[]): Texts {
  const texts: Texts = {};
  for (const language of LANGUAGES) {
    const [subject, text] = [cleanLine(input[`subject_${language}`] ?? ""), cleanText(input[`text_${language}`] ?? "")];
    if (subject === "" && text === "") continue;
    const fields = [
      { field: `subject_${language}`, value: subject, max: NEWS_SUBJECT_MAX },
      { field: `text_${language}`, value: text, max: NEWS_TEXT_MAX },
    ];
    for (const { field, value, max } of fields) {
      if (value === "") throw invalid({ field, code: "required" });
      if (textLength(value) > max) throw invalid({ field, code: "too_long", params: { max } });
    }
    texts[language] = { subject, text };
  }
  const first = offered.includes("en") ? "en" : offered[0];
  if (languagesOf(texts).length === 0) throw invalid({ field: `subject_${first}`, code: "required" });
  return texts;
}
