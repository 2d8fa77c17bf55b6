import type { PhotoFiles } from "#worker/discovery/photos/photo-files.ts";
import type { PictureMaker } from "#worker/discovery/photos/picture-maker.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Reports } from "#worker/people/reports/reports.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { HOUR } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import { newSecret } from "#worker/platform/ids.ts";
import type { Limits } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { log } from "#worker/platform/log.ts";
import type { CallEnds } from "./call-ends.ts";
import { endingOf, sideOf } from "./call-view.ts";
import type { contract } from "./calls.contract.ts";
import type { CallRow, CallsStore } from "./calls.store.ts";

/** Pictures of calls that a report holds; no profile and no chat has them. */
const PREFIX = "call-";
/** In ms: pictures are of a call that runs or ended so long ago. A page of it that is still open sends them. */
const PICTURES_WITHIN = HOUR;

interface Deps {
  store: Pick<CallsStore, "find" | "countReport">;
  ends: Pick<CallEnds, "end">;
  reports: Pick<Reports, "reportCall">;
  files: Pick<PhotoFiles, "keep" | "finish" | "erase">;
  makePicture: PictureMaker;
  limits: Limits;
  after(work: Promise<unknown>): void;
}

export function createCallReport({ store, ends, reports, files, makePicture, limits, after }: Deps) {
  return {
    /** A report whose proof also holds what the reporter saw; it ends the call. Idempotent while it waits: the first one stands. @throws not_found, call_over, invalid */
    async reportCall(ctx: MemberContext, input: Input<typeof contract.reportCall>): Promise<Output<typeof contract.reportCall>> {
      const { id, reason, text, block } = input;
      const row = await store.find(ctx.viewer.id, id);
      if (!row) throw new AppError("not_found");
      const sent = [input.picture_1, input.picture_2, input.picture_3].filter((file) => file !== undefined);
      if (sent.length > 0 && !wasSeen(row, ctx.now)) throw new AppError("call_over");
      // The picture is of the reported member: it goes with that account.
      const { other: owner } = sideOf(row, ctx.viewer.id);
      const keys: string[] = [];
      let isHeld = false;
      try {
        for (const file of sent) {
          const made = await makePicture(file, () => limits.hit(...limitOf("callPictures", { member: ctx.viewer.id }), ctx.now));
          const key = `${PREFIX}${newSecret(24)}`;
          keys.push(key);
          await files.keep(key, made, owner);
        }
        const seen = keys.length > 0 ? { kind: row.kind, pictures: keys } : null;
        const about = { call: id, conversation: row.conversationId, member: owner };
        const done = await reports.reportCall(ctx, { ...about, reason, text, block }, seen, (added) => {
          isHeld = added.isHeld;
          if (added.isNew) after(store.countReport(row.domainId, ctx.now));
        });
        if (row.endedAt === null) await ends.end(row, endingOf(row, ctx.viewer.id, "hung_up"), ctx.now);
        return done;
      } finally {
        after(settle(keys, owner, isHeld));
      }
    },
  };

  /** The pictures stay with the report that holds them. */
  async function settle(keys: readonly string[], owner: string, isHeld: boolean): Promise<void> {
    try {
      for (const key of keys) await (isHeld ? files.finish(key, owner) : files.erase(key, owner));
    } catch (error) {
      log("warn", "note of an upload stays", { error });
    }
  }
}

/** Somebody answered, and it has not been over for long. */
function wasSeen({ answeredAt, endedAt }: CallRow, now: number): boolean {
  return answeredAt !== null && (endedAt === null || endedAt > now - PICTURES_WITHIN);
}
