import type { z } from "zod";
import { NAMED_FROM } from "#db/schema/source-limits.ts";
import { auditRow } from "#worker/backoffice/staff/audit.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { cleanTracking } from "#worker/people/identity/source.vocabulary.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { newId, newSecret } from "#worker/platform/ids.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import { type PartnerReader, partnerTemplate } from "./partner.template.ts";
import type { contract } from "./partner-links.contract.ts";
import type { PartnerLinkRow, PartnerLinksStore } from "./partner-links.store.ts";
import { lastSunday, type PartnerFigures, spansOf } from "./partner-spans.ts";

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;

interface Deps {
  store: PartnerLinksStore;
  limits: Limits;
  domainOf(id: string): Promise<Domain | null>;
  originOf(domain: Domain): string;
}

const MOST = 500;
const LISTED = 600;
/** In ms: ended links stay in the list, and in the table. */
export const PARTNER_LINKS_RETENTION = 180 * DAY;
/** In days: figures from before the link. */
const OLDEST = 366;
const USUAL = 30;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Links by which a partner sees what one source brought, and nothing else. */
export function createPartnerLinks({ store, limits, domainOf, originOf }: Deps) {
  const counted = async ({ viewer, now }: StaffMemberContext) =>
    refuseOver(await limits.hit(...limitOf("staffSites", { staff: viewer.id }), now));

  /** Null for a token that is wrong, ended or of another site. @throws too_many_requests */
  async function partnerFigures(token: string, { domain, network, now }: Asked): Promise<PartnerFigures | null> {
    refuseOver(await limits.hit(...limitOf("partnerPages", { network }), now));
    const link = TOKEN.test(token) ? await store.find(await sha256(token), domain, now) : null;
    if (!link) return null;
    const to = lastSunday(Math.floor(now / DAY));
    const spans = spansOf(await store.weeks(link, to), link.fromDay, to);
    return { network: link.network, ref: link.ref, until: link.until, spans, least: NAMED_FROM };
  }

  return {
    async partnerLinks({ now }: StaffMemberContext): Promise<Output<"partnerLinks">> {
      const { links, sites } = await store.list(now - PARTNER_LINKS_RETENTION, LISTED);
      const origins = new Map<string, string>();
      for (const id of new Set(links.map(({ domainId }) => domainId))) {
        const domain = await domainOf(id);
        if (domain) origins.set(id, originOf(domain));
      }
      return {
        links: links.map(({ id, domainId, network, ref, fromDay, by, createdAt, until }) => ({
          ...{ id, site: domainId, network, ref, by, from: isoDay(fromDay), made_at: iso(createdAt), until: iso(until) },
          ...{ stands: until > now, origin: origins.get(domainId) ?? "" },
        })),
        sites,
      };
    },

    /** @throws conflict invalid too_many_requests */
    async addPartnerLink(ctx: StaffMemberContext, input: Input<"addPartnerLink">): Promise<Output<"addPartnerLink">> {
      await counted(ctx);
      const [network, ref] = [cleanTracking(input.network), cleanTracking(input.ref)];
      if (network === "" && ref === "") throw invalid({ field: "network", code: "required" });
      const today = Math.floor(ctx.now / DAY);
      const fromDay = input.from === "" ? today - USUAL : Math.floor(Date.parse(input.from) / DAY);
      if (fromDay > today || fromDay < today - OLDEST) throw invalid({ field: "from", code: "out_of_range" });
      const { sites } = await store.list(ctx.now, 1);
      if (!sites.some(({ id }) => id === input.site)) throw invalid({ field: "site", code: "unknown_option" });
      const [id, token] = [newId(), newSecret()];
      const row: PartnerLinkRow = {
        ...{ id, domainId: input.site, network, ref, fromDay, hash: await sha256(token) },
        ...{ createdBy: ctx.viewer.id, createdAt: ctx.now, until: ctx.now + input.days * DAY },
      };
      const audit = auditRow(ctx, { action: "add partner link", object: "figures", id, reason: input.site });
      if (!(await store.add(row, MOST, audit))) throw new AppError("conflict");
      return { id, token };
    },

    /** @throws not_found too_many_requests */
    async endPartnerLink(ctx: StaffMemberContext, { id }: Input<"endPartnerLink">): Promise<Output<"endPartnerLink">> {
      await counted(ctx);
      const audit = auditRow(ctx, { action: "end partner link", object: "figures", id });
      if (!(await store.end(id, ctx.now, audit))) throw new AppError("not_found");
      return {};
    },

    partnerFigures,

    /** HTML. Null as above. @throws too_many_requests */
    async partnerPage(token: string, asked: Asked, reader: PartnerReader): Promise<string | null> {
      const found = await partnerFigures(token, asked);
      return found && String(await partnerTemplate(found, reader));
    },

    forget: store.forget,
  };
}

interface Asked {
  /** Id of the site at whose host the page was asked for. */
  domain: string;
  /** Of the reader. */
  network: string;
  now: number;
}

const iso = (at: number) => new Date(at).toISOString();
const isoDay = (day: number) => iso(day * DAY).slice(0, 10);
