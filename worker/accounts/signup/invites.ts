import type { Context, MemberContext } from "#worker/people/identity/context.ts";
import { linkWith } from "#worker/people/links/one-time-link.ts";
import { isLink, LIFETIME } from "#worker/people/links/vocabulary.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { typedCode } from "#worker/platform/typed.ts";
import type { contract } from "./invites.contract.ts";
import type { InviteRow, InvitesStore } from "./invites.store.ts";

/** Sign-ups per link; links per member within a link's lifetime. */
const USES = 3;
const LINKS = 3;

/** Ms. Ended rows count against the member's limit. */
export const INVITES_RETENTION = LIFETIME.invite;

interface Deps {
  invites: InvitesStore;
  limits: Limits;
  keyedHash(text: string): Promise<string>;
}

/** The store has only hashes: a keyed hash of member and time yields the code again. */
export function createInvites({ invites, limits, keyedHash }: Deps) {
  return {
    /** @throws link_expired, too_many_requests */
    async invite(ctx: Context, { code }: Input<typeof contract.invite>): Promise<Output<typeof contract.invite>> {
      if (!isLink("invite", typedCode(code))) throw new AppError("link_expired");
      refuseOver(await limits.hit(...limitOf("inviteLookups", { network: ctx.network }), ctx.now));
      const row = await invites.find(await sha256(typedCode(code)), ctx.domain.id, ctx.now);
      if (!row) throw new AppError("link_expired");
      return { by: row.accountId === null ? "site" : "member", expires_at: new Date(row.expiresAt).toISOString() };
    },

    /** @throws forbidden */
    async invites(ctx: MemberContext): Promise<Output<typeof contract.invites>> {
      onlyByInvitation(ctx);
      return mine(ctx);
    },

    /** @throws forbidden, too_many_requests */
    async createInvite(ctx: MemberContext): Promise<Output<typeof contract.invites>> {
      onlyByInvitation(ctx);
      // The code follows from the time, so a retry yields the same one.
      const at = ctx.write?.at ?? ctx.now;
      const row = {
        hash: await sha256(await codeOf(ctx.viewer.id, at)),
        domainId: ctx.domain.id,
        accountId: ctx.viewer.id,
        usesLeft: USES,
        createdAt: at,
        expiresAt: at + LIFETIME.invite,
      };
      if (!(await invites.create(row, LINKS, ctx.now - LIFETIME.invite))) {
        const [oldest] = (await invites.madeBy(ctx.viewer.id, ctx.now - LIFETIME.invite)).toReversed();
        throw new AppError("too_many_requests", { retryAfter: waitAfter(oldest, ctx.now) });
      }
      return mine(ctx);
    },

    async revokeInvite(
      ctx: MemberContext,
      { code }: Input<typeof contract.revokeInvite>,
    ): Promise<Output<typeof contract.invites>> {
      onlyByInvitation(ctx);
      if (isLink("invite", code)) await invites.revoke(await sha256(code), ctx.viewer.id);
      return mine(ctx);
    },
  };

  async function mine(ctx: MemberContext): Promise<Output<typeof contract.invites>> {
    const made = await invites.madeBy(ctx.viewer.id, ctx.now - LIFETIME.invite);
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
      days: LIFETIME.invite / DAY,
    };
  }

  async function codeOf(memberId: string, createdAt: number): Promise<string> {
    return linkWith("invite", await keyedHash(`invite\n${memberId}\n${createdAt}`));
  }
}

function onlyByInvitation(ctx: Context): void {
  if (ctx.domain.settings.signups !== "with_trafficsource") throw new AppError("forbidden");
}

/** Seconds. */
function waitAfter(oldest: InviteRow | undefined, now: number): number {
  return oldest ? Math.ceil((oldest.createdAt + LIFETIME.invite - now) / 1000) : 0;
}
