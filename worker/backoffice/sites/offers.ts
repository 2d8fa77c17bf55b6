import type { z } from "zod";
import { auditRow } from "#worker/backoffice/staff/audit.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { momentIn } from "#worker/backoffice/staff/typed-moment.ts";
import { percentOf } from "#worker/billing/discounts/built-in.ts";
import type { ListedCode } from "#worker/billing/discounts/codes.store.ts";
import { normalCode } from "#worker/billing/discounts/codes.ts";
import { newCode } from "#worker/billing/discounts/new-code.ts";
import { PREFIX } from "#worker/people/links/vocabulary.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { newSecret } from "#worker/platform/ids.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { minorUnits } from "#worker/platform/money.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { contract } from "./offers.contract.ts";
import type { OffersStore } from "./offers.store.ts";

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;

interface Deps {
  store: OffersStore;
  codesOf(domainId: string): Promise<ListedCode[]>;
  domainOf(id: string): Promise<Domain | null>;
  originOf(domain: Domain): string;
  limits: Limits;
}

/** Invitations in a list. */
const MOST = 100;

/** Discount codes and invitations of a site, which have commands too. */
export function createOffers({ store, codesOf, domainOf, originOf, limits }: Deps) {
  async function found(id: string): Promise<Domain> {
    const domain = await domainOf(id);
    if (!domain) throw new AppError("not_found");
    return domain;
  }

  async function changed({ viewer, now }: StaffMemberContext, site: string): Promise<Domain> {
    refuseOver(await limits.hit(...limitOf("staffSites", { staff: viewer.id }), now));
    return found(site);
  }

  return {
    /** @throws not_found */
    async siteOffers({ now }: StaffMemberContext, { site }: Input<"siteOffers">): Promise<Output<"siteOffers">> {
      const domain = await found(site);
      const { settings } = domain;
      const [codes, invitations] = await Promise.all([codesOf(site), store.invitations(site, now, MOST)]);
      return {
        name: settings.name,
        codes: codes.map((one) => shownCode(one, now)),
        currencies: [...new Set(Object.values(settings.currencies))],
        methods: [...new Set(Object.values(settings.payment_methods).flat())],
        alone: settings.prices_alone,
        invitations: invitations.map(({ hash, accountId, usesLeft, createdAt, expiresAt }) => ({
          ...{ id: hash, by_member: accountId !== null, uses_left: usesLeft },
          ...{ made_at: iso(createdAt), expires_at: iso(expiresAt) },
        })),
        open: settings.signups === "all",
        origin: originOf(domain),
      };
    },

    /** @throws not_found conflict invalid too_many_requests */
    async addSiteCode(
      ctx: StaffMemberContext,
      { site, discount, zone, ...wanted }: Input<"addSiteCode">,
    ): Promise<Output<"addSiteCode">> {
      const domain = await changed(ctx, site);
      const until = momentIn(wanted.until, zone, "until");
      const minimum = typedMinimum(wanted);
      const row = newCode({ ...wanted, code: discount, until: until === null ? "" : iso(until), minimum }, domain, ctx.now);
      if ("message" in row) throw invalid({ field: row.field === "code" ? "discount" : row.field, code: row.code });
      const { prices_alone: most, one_person: isAlone } = domain.settings;
      // A code is no way around the second operator for prices: decision 118.
      if (most !== null && !isAlone && row.percentage > most * 10) throw invalid({ field: "percent", code: "out_of_range" });
      if (row.accountId !== null && !(await store.isMember(row.accountId, site)))
        throw invalid({ field: "account", code: "unknown_option" });
      const audit = auditRow(ctx, { action: "add code", object: "deployment", id: site, reason: row.code });
      if (!(await store.addCode({ ...row, status: "active" }, audit))) throw new AppError("conflict");
      return { code: row.code };
    },

    /** @throws not_found too_many_requests */
    async endSiteCode(ctx: StaffMemberContext, { site, discount }: Input<"endSiteCode">): Promise<Output<"endSiteCode">> {
      await changed(ctx, site);
      const code = normalCode(discount);
      const audit = auditRow(ctx, { action: "end code", object: "deployment", id: site, reason: code });
      if (!(await store.endCode(site, code, audit))) throw new AppError("not_found");
      return { code };
    },

    /** @throws not_found conflict too_many_requests */
    async addInvitation(ctx: StaffMemberContext, { site, uses, days }: Input<"addInvitation">): Promise<Output<"addInvitation">> {
      const domain = await changed(ctx, site);
      if (domain.settings.signups === "all") throw new AppError("conflict");
      // Only the hash is stored: the link appears once.
      const code = `${PREFIX.invite}${newSecret(32)}`;
      const row = { hash: await sha256(code), domainId: site, accountId: null, usesLeft: uses };
      await store.addInvitation(
        { ...row, createdAt: ctx.now, expiresAt: ctx.now + days * DAY },
        auditRow(ctx, { action: "add invitation", object: "deployment", id: site, reason: `uses_${uses}` }),
      );
      return { site, link: `${originOf(domain)}/${code}` };
    },

    /** @throws not_found too_many_requests */
    async endInvitation(ctx: StaffMemberContext, { site, invitation }: Input<"endInvitation">): Promise<Output<"endInvitation">> {
      await changed(ctx, site);
      const audit = auditRow(ctx, { action: "end invitation", object: "deployment", id: site });
      if (!(await store.endInvitation(invitation, site, ctx.now, audit))) throw new AppError("not_found");
      return {};
    },
  };
}

/** In the smallest unit. A sum without a currency stays as it is: the check of the code asks for the currency. @throws invalid */
function typedMinimum({ minimum, currency }: Pick<Input<"addSiteCode">, "minimum" | "currency">): string | undefined {
  if (!minimum?.trim() || !currency) return minimum;
  const units = minorUnits(minimum, currency);
  if (Number.isNaN(units)) throw invalid({ field: "minimum", code: "invalid_format" });
  return String(units);
}

const iso = (at: number) => new Date(at).toISOString();

function shownCode({ code, percentage, status, expiresAt, ...rest }: ListedCode, now: number) {
  const { validity, country, currency, minimumOrder, methods, accountId, reserved, used } = rest;
  return {
    ...{ code, percent: percentOf(percentage), validity, country, currency, minimum: minimumOrder, methods },
    ...{ account: accountId, reserved, used },
    active: status === "active" && (expiresAt === null || expiresAt > now),
    until: expiresAt === null ? null : iso(expiresAt),
  };
}
