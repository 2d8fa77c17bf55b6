import type { LiveEvent } from "#worker/delivery/live/live.protocol.ts";
import { announced, type Live } from "#worker/delivery/live/live.ts";
import { privatePhotosJob } from "#worker/delivery/push/jobs.ts";
import { cardOf } from "#worker/discovery/members/card.ts";
import type { MembersStore } from "#worker/discovery/members/members.store.ts";
import { seenBy } from "#worker/discovery/members/members.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import type { Cursors } from "#worker/platform/cursor.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import type { contract } from "./grants.contract.ts";
import type { Access, GrantsStore } from "./grants.store.ts";

const PAGE_SIZE = 24;
/** In ms: wait after a refusal. */
const REFUSED_FOR = 30 * 24 * 3600 * 1000;

interface Deps {
  members: Pick<MembersStore, "findFor">;
  store: GrantsStore;
  cursors: Cursors;
  live: Live;
}

export function createGrants({ members, store, cursors, live }: Deps) {
  const tell = (memberId: string, profile: string, news?: "photo_request" | "photo_answer") => {
    const events: LiveEvent[] = [{ type: "photo_access", profile }, ...(news ? [{ type: "news" } as const] : [])];
    const pushes = news ? [privatePhotosJob(news, memberId, profile)] : [];
    return live.tell(memberId, { events, changed: ["user"], pushes });
  };

  return {
    /** @throws invalid */
    async photoAccess(
      ctx: MemberContext,
      { cursor }: Input<typeof contract.photoAccess>,
    ): Promise<Output<typeof contract.photoAccess>> {
      const [access, at, id] = cursor ? cursors.decode(cursor, ["string", "number", "string"], "photo-access") : [];
      const after = access === undefined || at === undefined || id === undefined ? null : { access, at, id };
      const rows = await store.list(ctx.viewer.id, ctx.domain.settings.fictional_profiles, after, PAGE_SIZE + 1);
      const shown = rows.slice(0, PAGE_SIZE);
      const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined;
      return {
        members: shown.map((row) => ({ ...cardOf(row, ctx), access: row.access, at: new Date(row.at).toISOString() })),
        cursor: last ? cursors.encode([last.access, last.at, last.id], "photo-access") : null,
      };
    },

    /** Idempotent. @throws invalid, and the codes of the contract */
    async requestPhotoAccess(
      ctx: MemberContext,
      { profile }: Input<typeof contract.requestPhotoAccess>,
    ): Promise<Output<typeof contract.requestPhotoAccess>> {
      const { id } = ctx.viewer;
      if (!ctx.domain.features.private_photos) throw new AppError("forbidden");
      if (profile === id) throw invalid({ field: "profile", code: "to_oneself" });
      const found = seenBy(ctx, await members.findFor(id, profile, ctx.domain.pool));
      const hasPrivate = found.photos.some(({ status, visibility }) => status === "active" && visibility === "private");
      if (!hasPrivate) throw new AppError("conflict");
      const outcome = await announced(live, [profile], () => store.request(profile, id, ctx.now, ctx.now - REFUSED_FOR));
      // An event would reveal an invisible member.
      if (outcome?.made && ctx.viewer.profile.status === "active") await tell(profile, id, "photo_request");
      else await live.tell(profile, { events: [], changed: ["user"] });
      // A block arrived between the check and the write.
      if (!outcome) throw new AppError("not_found");
      return { access: outcome.access };
    },

    /** Idempotent. @throws not_found */
    async decidePhotoAccess(
      ctx: MemberContext,
      { profile, granted }: Input<typeof contract.decidePhotoAccess>,
    ): Promise<Output<typeof contract.decidePhotoAccess>> {
      const { id } = ctx.viewer;
      const access: Access = granted ? "granted" : "refused";
      const { known, changed } = await announced(live, [id], () => store.decide(id, profile, access, ctx.now));
      await live.tell(id, { events: [], changed: ["user"] });
      if (!known) throw new AppError("not_found");
      // A refusal is told on the profile alone. Of an invisible owner, too, nothing else tells.
      const isNews = granted && ctx.viewer.profile.status === "active";
      if (changed) await tell(profile, id, isNews ? "photo_answer" : undefined);
      return { access };
    },

    /** Idempotent. */
    async revokePhotoAccess(
      ctx: MemberContext,
      { profile }: Input<typeof contract.revokePhotoAccess>,
    ): Promise<Output<typeof contract.revokePhotoAccess>> {
      const { id } = ctx.viewer;
      const ended = await announced(live, [id], () => store.revoke(id, profile));
      await live.tell(id, { events: [], changed: ["user"] });
      if (ended) await tell(profile, id);
      return { access: null };
    },
  };
}
