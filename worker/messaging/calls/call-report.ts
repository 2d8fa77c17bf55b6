import type { PhotoFiles } from "#worker/discovery/photos/photo-files.ts";
import type { PictureMaker } from "#worker/discovery/photos/picture-maker.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { About } from "#worker/people/reports/reports.contract.ts";
import type { Reports } from "#worker/people/reports/reports.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { HOUR } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import { newSecret } from "#worker/platform/ids.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { log } from "#worker/platform/log.ts";
import { sideOf } from "./call-view.ts";
import type { contract } from "./calls.contract.ts";
import type { CallRow, CallsStore } from "./calls.store.ts";

/** Pictures of calls that a report holds; no profile and no chat has them. */
const PREFIX = "call-";
/** In ms: pictures are of a call that runs or ended so long ago. A page of it that is still open sends them. */
const PICTURES_WITHIN = HOUR;

interface Deps {
  store: Pick<CallsStore, "find" | "countReport">;
  reports: Pick<Reports, "reportWith">;
  files: Pick<PhotoFiles, "keep" | "finish" | "erase">;
  makePicture: PictureMaker;
  limits: Limits;
  after(work: Promise<unknown>): void;
}

export function createCallReport({ store, reports, files, makePicture, limits, after }: Deps) {
  return {
    /** @throws rate_limited */
    async mayReportCall(ctx: MemberContext): Promise<void> {
      refuseOver(await limits.check(...limitOf("callPictures", { member: ctx.viewer.id }), ctx.now));
    },

    /** A report of the chat, whose proof also holds what the reporter saw. Idempotent while it waits: the first one stands. @throws not_found, call_over, invalid */
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
        const call = keys.length > 0 ? { kind: row.kind, pictures: keys } : null;
        const report = (about: Pick<About, "kind" | "object">) =>
          reports.reportWith(ctx, { ...about, reason, text, block }, call, () => {
            isHeld = true;
            after(store.countReport(row.domainId, ctx.now));
          });
        return await report({ kind: "chat", object: row.conversationId }).catch((error: unknown) => {
          // A block ends the call and deletes the chat: nobody escapes a report by it.
          if (!(error instanceof AppError) || error.code !== "not_found") throw error;
          return report({ kind: "profile", object: owner });
        });
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
