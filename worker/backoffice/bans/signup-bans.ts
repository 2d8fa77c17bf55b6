import type { z } from "zod";
import { auditRow } from "#worker/backoffice/staff/audit.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { cidrOf } from "#worker/people/bans/networks.ts";
import { parseEmail } from "#worker/people/identity/email.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { cleanText } from "#worker/platform/text.ts";
import type { contract } from "./signup-bans.contract.ts";
import type { SignupBansStore } from "./signup-bans.store.ts";

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;

interface Deps {
  store: SignupBansStore;
  limits: Limits;
}

/** Each sign-up reads all that stand. */
const MOST = 500;
const LISTED = 600;
/** Days: an address changes hands sooner than a mail domain. */
const NETWORK_DAYS = 180;
const REASON = { min: 3, max: 300 };
/** Domains of large mail services: a ban would refuse half of all people. */
const COMMON =
  /(^|\.)(gmail|googlemail|outlook|hotmail|live|yahoo|icloud|gmx|web|t-online|orange|free|libero|wp|onet|seznam)\.[a-z.]+$/;

/** Networks and mail domains from which nobody signs up. */
export function createSignupBans({ store, limits }: Deps) {
  const counted = async ({ viewer, now }: StaffMemberContext) =>
    refuseOver(await limits.hit(...limitOf("staffSites", { staff: viewer.id }), now));

  return {
    async signupBans({ now }: StaffMemberContext): Promise<Output<"signupBans">> {
      const { bans, sites } = await store.list(LISTED);
      return {
        bans: bans.map(({ id, domainId, kind, value, reason, by, createdAt, until }) => ({
          ...{ id, site: domainId, kind, value, reason, by, made_at: iso(createdAt), until: iso(until) },
          stands: until > now,
        })),
        sites,
      };
    },

    /** @throws conflict invalid too_many_requests */
    async addSignupBan(ctx: StaffMemberContext, input: Input<"addSignupBan">): Promise<Output<"addSignupBan">> {
      await counted(ctx);
      const { kind, days } = input;
      const value = kind === "network" ? cidrOf(input.value) : domainOf(input.value);
      if (!value) throw invalid({ field: "value", code: "invalid_format" });
      if (kind === "network" && days > NETWORK_DAYS) throw invalid({ field: "days", code: "out_of_range" });
      const reason = cleanText(input.reason);
      if (reason.length < REASON.min) throw invalid({ field: "reason", code: "required" });
      if (reason.length > REASON.max) throw invalid({ field: "reason", code: "too_long" });
      const { sites } = await store.list(1);
      if (input.site !== "" && !sites.some(({ id }) => id === input.site))
        throw invalid({ field: "site", code: "unknown_option" });
      const row = {
        id: newId(),
        domainId: input.site || null,
        kind,
        value,
        reason,
        createdBy: ctx.viewer.id,
        createdAt: ctx.now,
      };
      const audit = auditRow(ctx, { action: "ban sign-ups", object: "deployment", id: row.id, reason: kind });
      if (!(await store.add({ ...row, until: ctx.now + days * DAY }, MOST, audit))) throw new AppError("conflict");
      return { id: row.id };
    },

    /** @throws not_found too_many_requests */
    async endSignupBan(ctx: StaffMemberContext, { id }: Input<"endSignupBan">): Promise<Output<"endSignupBan">> {
      await counted(ctx);
      const audit = auditRow(ctx, { action: "allow sign-ups", object: "deployment", id });
      if (!(await store.end(id, ctx.now, audit))) throw new AppError("not_found");
      return {};
    },
  };
}

/** Null for what is none, or is one of the large mail services. */
function domainOf(text: string): string | null {
  const host = text.trim().replace(/^.*@/, "");
  const domain = parseEmail(`a@${host}`)?.slice(2) ?? null;
  return domain && COMMON.test(domain) ? null : domain;
}

const iso = (at: number) => new Date(at).toISOString();
