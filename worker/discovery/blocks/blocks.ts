import { announced, type Live } from "#worker/delivery/live/live.ts";
import { mainImageOf } from "#worker/discovery/members/card.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import type { Cursors } from "#worker/platform/cursor.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import type { Blocked, contract } from "./blocks.contract.ts";
import type { BlockedRow, BlocksStore } from "./blocks.store.ts";

const PAGE_SIZE = 24;

interface Deps {
  store: BlocksStore;
  cursors: Cursors;
  live: Live;
}

export function createBlocks({ store, cursors, live }: Deps) {
  return {
    /** @throws invalid */
    async blocks(ctx: MemberContext, { cursor }: Input<typeof contract.blocks>): Promise<Output<typeof contract.blocks>> {
      const [at, id] = cursor ? cursors.decode(cursor, ["number", "string"], "blocks") : [];
      const after = at === undefined || id === undefined ? null : { at, id };
      const rows = await store.list(ctx.viewer.id, after, PAGE_SIZE + 1);
      const shown = rows.slice(0, PAGE_SIZE);
      const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined;
      return {
        blocked: shown.map((row) => blockedOf(row, ctx)),
        cursor: last ? cursors.encode([last.at, last.id], "blocks") : null,
      };
    },

    /** Hides the two members from each other. Idempotent. @throws invalid not_found */
    async block(ctx: MemberContext, { profile }: Input<typeof contract.block>): Promise<Output<typeof contract.block>> {
      const self = ctx.viewer.id;
      if (profile === self) throw invalid({ field: "profile", code: "to_oneself" });
      const ended = await announced(live, [self, profile], () => store.block(self, profile, ctx.domain.pool, ctx.now));
      const tell = (id: string, own: boolean) => {
        const { conversation } = ended ?? {};
        return live.tell(id, {
          events: conversation ? [{ type: "ended", conversation, own }] : [],
          changed: ended ? ["user", "chats", "likes"] : [],
          counters: own ? ended?.blocker : ended?.blocked,
        });
      };
      await Promise.all([tell(self, true), tell(profile, false)]);
      if (!ended) throw new AppError("not_found");
      return { blocked: true };
    },

    /** Idempotent. */
    async unblock(ctx: MemberContext, { profile }: Input<typeof contract.unblock>): Promise<Output<typeof contract.unblock>> {
      await store.unblock(ctx.viewer.id, profile);
      return { blocked: false };
    },
  };
}

function blockedOf({ id, name, mainPhoto, mainPreview, fictional, status, at }: BlockedRow, ctx: MemberContext): Blocked {
  const gone = status === "deleted";
  return {
    id,
    name: gone ? ctx.t("chat.deletedMember") : name,
    main_image: mainImageOf({ id, mainPhoto, mainPreview }, ctx),
    fictional: fictional === 1,
    blocked_at: new Date(at).toISOString(),
  };
}
