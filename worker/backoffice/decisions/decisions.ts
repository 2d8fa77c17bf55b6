import { Buffer } from "node:buffer";
import { timingSafeEqual } from "node:crypto";
import type { Context, MemberContext } from "#worker/people/identity/context.ts";
import { APPEAL_DUE, OBJECTION_TERM, OBJECTION_TEXT, originOf } from "#worker/people/reports/decisions.vocabulary.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { takePrefetched } from "#worker/platform/prefetch.ts";
import { cleanText, textLength } from "#worker/platform/text.ts";
import type { CasesStore, MessageRead, PhotoRead } from "./cases.store.ts";
import type { contract, Decision } from "./decisions.contract.ts";
import type { DecisionRow, DecisionsStore } from "./decisions.store.ts";
import { objectionKey, objectionPath } from "./objection-key.ts";

const MOST = 50;

interface Deps {
  store: DecisionsStore;
  keyedHash(text: string): Promise<string>;
  reads: Pick<CasesStore, "readsOf">;
}

type Opened = Input<typeof contract.decision>;

/** Decisions as their member sees them, and the objection. */
export function createDecisions({ store, keyedHash, reads }: Deps) {
  return {
    async decisions(ctx: MemberContext): Promise<Output<typeof contract.decisions>> {
      const { viewer, now } = ctx;
      const prefetched = takePrefetched(ctx, "decisions", {});
      const found = prefetched ?? (await store.list(viewer.id, MOST, reads.readsOf(viewer.id, MOST)));
      const [rows, ofMessages, ofPhotos] = found as [DecisionRow[], MessageRead[], PhotoRead[]];
      return {
        decisions: await Promise.all(rows.map((row) => shown(row, now))),
        reads: ofMessages.map(({ at, messages }) => ({ at: iso(at), messages })),
        photo_reads: ofPhotos.map(({ at, photos }) => ({ at: iso(at), photos })),
      };
    },

    /** The queries that `decisions` reads. */
    prefetchDecisions: (memberId: string): object[] => [store.listQuery(memberId, MOST), ...reads.readsOf(memberId, MOST)],

    /** @throws link_expired */
    async decision({ now }: Context, opened: Opened): Promise<Output<typeof contract.decision>> {
      return shown(await found(opened), now);
    },

    /** The same words again are the same objection. @throws link_expired conflict invalid */
    async object(
      { now }: Context,
      { text: typed, ...opened }: Input<typeof contract.object>,
    ): Promise<Output<typeof contract.object>> {
      const row = await found(opened);
      const text = cleanText(typed);
      const { min, max } = OBJECTION_TEXT;
      const length = textLength(text);
      if (length < min) throw invalid({ field: "text", code: length === 0 ? "required" : "too_short", params: { min } });
      if (length > max) throw invalid({ field: "text", code: "too_long", params: { max } });
      const { id, memberId, domainId, pool, decidedBy: notBy } = row;
      const item = {
        ...{ id: newId(), kind: "appeal" as const, objectId: id, memberId, domainId, pool, notBy },
        createdAt: now,
        dueAt: now + APPEAL_DUE,
      };
      const objected = row.objection === text || (await store.object({ id, text, now, since: now - OBJECTION_TERM, item }));
      if (!objected) throw new AppError("conflict");
      return { reference: row.reference };
    },
  };

  async function found({ decision, key }: Opened): Promise<DecisionRow> {
    const wanted = Buffer.from(await objectionKey(keyedHash, decision));
    const given = Buffer.from(key);
    if (wanted.length !== given.length || !timingSafeEqual(wanted, given)) throw new AppError("link_expired");
    const { decision: row } = await store.find(decision);
    if (!row) throw new AppError("link_expired");
    return row;
  }

  async function shown(row: DecisionRow, now: number): Promise<Decision> {
    const end = row.createdAt + OBJECTION_TERM;
    const waiting = row.objectedAt === null ? (now < end ? "possible" : "over") : "waiting";
    return {
      ...{ reference: row.reference, kind: row.kind, reason: row.reason, about: row.about },
      until: row.until === null ? null : iso(row.until),
      words: row.words,
      reported: row.reportId !== null,
      call_pictures: row.callPictures > 0,
      origin: originOf(row),
      created_at: iso(row.createdAt),
      lifted_at: row.liftedAt === null ? null : iso(row.liftedAt),
      object_until: iso(end),
      objection: row.outcome ?? waiting,
      path: await objectionPath(keyedHash, row.id),
    };
  }
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
