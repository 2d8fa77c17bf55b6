import type { z } from "zod";
import { API_SCOPES } from "#db/schema/operator-codes.ts";
import { auditRow } from "#worker/backoffice/staff/audit.ts";
import type { Confirmation } from "#worker/backoffice/staff/confirmation.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { newId, newSecret } from "#worker/platform/ids.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { cleanLine, lengthProblem } from "#worker/platform/text.ts";
import { ENDED_SHOWN, MOST_TOKENS, NAME, shownToken } from "./programs.vocabulary.ts";
import type { contract } from "./tokens.contract.ts";
import type { TokensStore } from "./tokens.store.ts";

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;

interface Deps {
  store: TokensStore;
  confirmation: Pick<Confirmation, "bothFactors">;
  limits: Limits;
}

/** Characters that people see of a token. */
const PREFIX = 10;

export function createTokens({ store, confirmation, limits }: Deps) {
  const counted = async ({ viewer, now }: StaffMemberContext) =>
    refuseOver(await limits.hit(...limitOf("staffWebhooks", { staff: viewer.id }), now));

  return {
    async apiTokens({ now }: StaffMemberContext): Promise<Output<"apiTokens">> {
      const { found, sites } = await store.list(now - ENDED_SHOWN, now);
      return {
        sites,
        tokens: found.map(({ id, name, prefix, domainId, scopes, by, createdAt, expiresAt, lastUsedAt, valid }) => ({
          ...{ id, name, prefix, site: domainId, scopes: JSON.parse(scopes), by, made_at: iso(createdAt), until: iso(expiresAt) },
          ...{ last_used_at: lastUsedAt === null ? null : iso(lastUsedAt), stands: valid === 1 },
        })),
      };
    },

    /** @throws invalid conflict too_many_requests login_blocked passkey_failed */
    async addApiToken(ctx: StaffMemberContext, input: Input<"addApiToken">): Promise<Output<"addApiToken">> {
      await counted(ctx);
      const name = cleanLine(input.name);
      const problem = lengthProblem("name", name, NAME);
      if (problem) throw invalid(problem);
      const scopes = API_SCOPES.filter((scope) => input[scope] === "on");
      if (scopes.length === 0) throw invalid({ field: "scopes", code: "required" });
      const { sites } = await store.list(ctx.now, ctx.now);
      if (input.site !== "" && !sites.some(({ id }) => id === input.site))
        throw invalid({ field: "site", code: "unknown_option" });
      await confirmation.bothFactors(ctx, input);
      const [id, token] = [newId(), shownToken(newSecret())];
      const row = {
        ...{ id, hash: await sha256(token), prefix: token.slice(0, PREFIX), name, domainId: input.site || null, scopes },
        ...{ createdBy: ctx.viewer.id, createdAt: ctx.now, expiresAt: ctx.now + input.days * DAY },
        ...{ revokedAt: null, lastUsedAt: null, noted: {} },
      };
      const audit = auditRow(ctx, { action: "add token", object: "deployment", id, reason: scopes.join(" ") });
      if (!(await store.add(row, MOST_TOKENS, audit))) throw new AppError("conflict");
      return { id, token };
    },

    /** @throws not_found too_many_requests */
    async revokeApiToken(ctx: StaffMemberContext, { id }: Input<"revokeApiToken">): Promise<Output<"revokeApiToken">> {
      await counted(ctx);
      const audit = auditRow(ctx, { action: "revoke token", object: "deployment", id });
      if (!(await store.revoke(id, ctx.now, audit))) throw new AppError("not_found");
      return {};
    },
  };
}

const iso = (at: number) => new Date(at).toISOString();
