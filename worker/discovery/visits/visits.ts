import { cardOf } from "#worker/discovery/members/card.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import type { Cursors } from "#worker/platform/cursor.ts";
import type { contract } from "./visits.contract.ts";
import type { VisitorRow, VisitsStore } from "./visits.store.ts";
import { VISITS_RETENTION } from "./visits.vocabulary.ts";

const PAGE_SIZE = 24;
const SCOPE = "visitors";

export function createVisits({ store, cursors }: { store: VisitsStore; cursors: Cursors }) {
  return {
    /** @throws invalid */
    async visitors(ctx: MemberContext, { cursor }: Input<typeof contract.visitors>): Promise<Output<typeof contract.visitors>> {
      const [at, id] = cursor ? cursors.decode(cursor, ["number", "string"], SCOPE) : [];
      const rows = await store.list(ctx.viewer.id, {
        after: at === undefined || id === undefined ? null : { at, id },
        since: ctx.now - VISITS_RETENTION,
        size: PAGE_SIZE + 1,
        fictional: ctx.domain.settings.fictional_profiles,
      });
      const shown = rows.slice(0, PAGE_SIZE);
      const last = shown.at(-1) as VisitorRow;
      return {
        visitors: shown.map((row) => ({ ...cardOf(row, ctx), visited_at: new Date(row.visitedAt).toISOString() })),
        cursor: rows.length > PAGE_SIZE ? cursors.encode([last.visitedAt, last.id], SCOPE) : null,
      };
    },
  };
}
