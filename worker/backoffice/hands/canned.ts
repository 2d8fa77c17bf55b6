import type { z } from "zod";
import { auditRow } from "#worker/backoffice/staff/audit.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { cleanText, lengthProblem } from "#worker/platform/text.ts";
import type { contract } from "./canned.contract.ts";
import type { CannedStore } from "./canned.store.ts";
import { CANNED_AT_MOST, CANNED_TEXT, CANNED_TITLE, hasKnownPlaceholders } from "./canned.vocabulary.ts";

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;

/** Answers that operators keep ready for all staff, by language. Decision 129. */
export function createCanned({ store, limits }: { store: CannedStore; limits: Limits }) {
  async function counted({ viewer, now }: StaffMemberContext): Promise<void> {
    refuseOver(await limits.hit(...limitOf("staffSites", { staff: viewer.id }), now));
  }

  return {
    async cannedAnswers(): Promise<Output<"cannedAnswers">> {
      const rows = await store.list();
      return {
        answers: rows.map(({ by, changedAt, changedBy: _, ...row }) => ({
          ...row,
          changed_by: by,
          changed_at: new Date(changedAt).toISOString(),
        })),
      };
    },

    /** @throws invalid not_found conflict too_many_requests */
    async saveCannedAnswer(ctx: StaffMemberContext, input: Input<"saveCannedAnswer">): Promise<Output<"saveCannedAnswer">> {
      await counted(ctx);
      const { place, language } = input;
      const before = input.id === "" ? null : (await store.list()).find(({ id }) => id === input.id);
      if (before === undefined) throw new AppError("not_found");
      const [title, text] = [cleanText(input.title), cleanText(input.text)];
      const { [language]: _, ...others } = before?.texts ?? {};
      // The last language goes with the answer.
      const isTaken = text === "" && Object.keys(others).length > 0;
      const texts = isTaken ? others : { ...others, [language]: text };
      const problems = [
        lengthProblem("title", title, CANNED_TITLE),
        isTaken ? null : lengthProblem("text", text, CANNED_TEXT[place]),
        Object.values<string>(texts).every((one) => hasKnownPlaceholders(place, one))
          ? null
          : ({ field: "text", code: "invalid_format" } as const),
      ].filter((problem) => problem !== null);
      if (problems.length > 0) throw invalid(...problems);
      const id = before?.id ?? newId();
      const row = { id, place, title, texts, version: input.version, changedBy: ctx.viewer.id, changedAt: ctx.now };
      const audit = auditRow(ctx, { action: "save answer", object: "deployment", id, reason: language });
      const isSaved = before ? await store.change(row, audit) : await store.add({ ...row, version: 1 }, CANNED_AT_MOST, audit);
      if (!isSaved) throw new AppError("conflict");
      return { id, language };
    },

    /** @throws not_found too_many_requests */
    async removeCannedAnswer(
      ctx: StaffMemberContext,
      { id }: Input<"removeCannedAnswer">,
    ): Promise<Output<"removeCannedAnswer">> {
      await counted(ctx);
      const audit = auditRow(ctx, { action: "remove answer", object: "deployment", id });
      if (!(await store.remove(id, audit))) throw new AppError("not_found");
      return {};
    },
  };
}
