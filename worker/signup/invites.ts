import type { Context, MemberContext } from "../context.ts";
import type { Input, Output } from "../lib/call.ts";
import { sha256 } from "../lib/crypto.ts";
import { AppError } from "../lib/errors.ts";
import { DAY, type Limits, refuseOver } from "../lib/limits.ts";
import { limitOf } from "../lib/limits-table.ts";
import type { contract } from "./invites.contract.ts";
import type { InviteRow, InvitesStore } from "./invites.store.ts";
import { isInviteLink } from "./source.ts";

/** How many may sign up by a member's link, for how long, and how many links a member makes in that time. */
const USES = 3;
const DAYS = 30;
const LINKS = 3;

/** Rows that ended are kept so long, so that the links of a member are counted rightly. */
export const INVITES_KEPT = DAYS * DAY;

interface Deps {
  invites: InvitesStore;
  limits: Limits;
  keyedHash(text: string): Promise<string>;
}

/**
 * Links that let others sign up on a domain by invitation. The store knows only their hashes. A member's own can be shown
 * again all the same: its code follows from the member and the moment by a key that is not in the store.
 */
export function createInvites({ invites, limits, keyedHash }: Deps) {
  return {
    /** @throws link_expired for one that was used up, revoked, ran out, belongs to another domain or never was. */
    async invite(ctx: Context, { code }: Input<typeof contract.invite>): Promise<Output<typeof contract.invite>> {
      refuseOver(await limits.hit(...limitOf("inviteLookups", { network: ctx.network }), ctx.now));
      const row = isInviteLink(code) ? await invites.find(await sha256(code), ctx.domain.id, ctx.now) : null;
      if (!row) throw new AppError("link_expired");
      return { by: row.accountId === null ? "site" : "member", expires_at: new Date(row.expiresAt).toISOString() };
    },

    /** @throws forbidden on a domain where everybody may sign up. */
    async invites(ctx: MemberContext): Promise<Output<typeof contract.invites>> {
      onlyByInvitation(ctx);
      return mine(ctx);
    },

    /** @throws forbidden on a domain where everybody may sign up; 429 after three links in 30 days. */
    async createInvite(ctx: MemberContext): Promise<Output<typeof contract.invites>> {
      onlyByInvitation(ctx);
      // The moment makes the code: a retry makes the same one.
      const at = ctx.write?.at ?? ctx.now;
      const row = {
        hash: await sha256(await codeOf(ctx.viewer.id, at)),
        domainId: ctx.domain.id,
        accountId: ctx.viewer.id,
        usesLeft: USES,
        createdAt: at,
        expiresAt: at + DAYS * DAY,
      };
      if (!(await invites.create(row, LINKS, ctx.now - DAYS * DAY))) {
        const [oldest] = (await invites.madeBy(ctx.viewer.id, ctx.now - DAYS * DAY)).toReversed();
        throw new AppError("too_many_requests", { retryAfter: waitAfter(oldest, ctx.now) });
      }
      return mine(ctx);
    },

    /** Also where it is over already. */
    async revokeInvite(
      ctx: MemberContext,
      { code }: Input<typeof contract.revokeInvite>,
    ): Promise<Output<typeof contract.invites>> {
      onlyByInvitation(ctx);
      if (isInviteLink(code)) await invites.revoke(await sha256(code), ctx.viewer.id);
      return mine(ctx);
    },
  };

  async function mine(ctx: MemberContext): Promise<Output<typeof contract.invites>> {
    const made = await invites.madeBy(ctx.viewer.id, ctx.now - DAYS * DAY);
    const good = made.filter((row) => row.usesLeft > 0 && row.expiresAt > ctx.now && row.domainId === ctx.domain.id);
    return {
      invites: await Promise.all(
        good.map(async (row) => ({
          code: await codeOf(ctx.viewer.id, row.createdAt),
          uses_left: row.usesLeft,
          created_at: new Date(row.createdAt).toISOString(),
          expires_at: new Date(row.expiresAt).toISOString(),
        })),
      ),
      links_left: Math.max(0, LINKS - made.length),
      uses: USES,
      days: DAYS,
    };
  }

  async function codeOf(memberId: string, createdAt: number): Promise<string> {
    return `i${await keyedHash(`invite\n${memberId}\n${createdAt}`)}`;
  }
}

function onlyByInvitation(ctx: Context): void {
  if (ctx.domain.settings.signups !== "with_trafficsource") throw new AppError("forbidden");
}

/** Seconds until the oldest link counts no more. */
function waitAfter(oldest: InviteRow | undefined, now: number): number {
  return oldest ? Math.ceil((oldest.createdAt + DAYS * DAY - now) / 1000) : 0;
}
