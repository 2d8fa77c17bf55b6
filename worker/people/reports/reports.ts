import type { Proof } from "#db/schema/attributes.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import type { Cursors } from "#worker/platform/cursor.ts";
import { AppError, type FieldError, invalid } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { takePrefetched } from "#worker/platform/prefetch.ts";
import { newReference } from "#worker/platform/reference.ts";
import { cleanText, textLength } from "#worker/platform/text.ts";
import type { About, contract, Report } from "./reports.contract.ts";
import type { ReportRow, ReportsStore } from "./reports.store.ts";
import { dueAfter, REPORT_TEXT } from "./reports.vocabulary.ts";
import type { Asker, Subject, SubjectsStore } from "./subjects.store.ts";

const PAGE_SIZE = 24;
/** Characters of the reported words. */
const EXCERPT = 200;

type ReportsInput = Input<typeof contract.reports>;

interface Deps {
  store: ReportsStore;
  subjects: SubjectsStore;
  cursors: Cursors;
  block(ctx: MemberContext, input: { profile: string }): Promise<unknown>;
}

export type Reports = ReturnType<typeof createReports>;

export function createReports({ store, subjects, cursors, block }: Deps) {
  return {
    /** @throws not_found invalid */
    async reports(ctx: MemberContext, input: ReportsInput): Promise<Output<typeof contract.reports>> {
      const { kind, object, cursor } = input;
      const prefetched = takePrefetched(ctx, "reports", input);
      const [about, rows] = await Promise.all([
        kind && object ? aboutOf(ctx, kind, object) : null,
        store.list(ctx.viewer.id, positionOf(cursor), PAGE_SIZE + 1, prefetched),
      ]);
      const shown = rows.slice(0, PAGE_SIZE);
      const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined;
      return {
        reports: shown.map((row) => reportOf(row)),
        cursor: last ? cursors.encode([last.createdAt, last.id], "reports") : null,
        about,
      };
    },

    /** The query that `reports` reads. @throws invalid */
    prefetchReports: (memberId: string, { cursor }: ReportsInput): object[] => [
      store.listQuery(memberId, positionOf(cursor), PAGE_SIZE + 1),
    ],

    /** Idempotent while the report waits: the first words stand. @throws not_found invalid */
    async report(ctx: MemberContext, input: Input<typeof contract.report>): Promise<Output<typeof contract.report>> {
      return add(ctx, input, null);
    },

    /** With pictures of a call. `onHeld`: the report that waits is this one, and its proof holds them, whatever fails later. @throws not_found invalid */
    reportWith: add,
  };

  async function add(ctx: MemberContext, input: Input<typeof contract.report>, call: Proof["call"] | null, onHeld = () => {}) {
    const { kind, object, reason } = input;
    const text = checkText(input);
    const { id: reportedId, proof } = await found(ctx, kind, object);
    const own = newReference();
    const reference = await store.add(
      {
        id: newId(),
        reference: own,
        domainId: ctx.domain.id,
        pool: ctx.domain.pool,
        reporterId: ctx.viewer.id,
        reportedId,
        kind,
        objectId: object,
        reason,
        text,
        createdAt: ctx.now,
        dueAt: ctx.now + dueAfter(reason),
      },
      call ? { ...proof, call } : proof,
    );
    if (reference === own) onHeld();
    // After the report, so that its case keeps the chat that the block removes.
    if (input.block) await block(ctx, { profile: reportedId });
    return { reference, blocked: input.block };
  }

  function positionOf(cursor: string | undefined) {
    const [at, id] = cursor ? cursors.decode(cursor, ["number", "string"], "reports") : [];
    return at === undefined || id === undefined ? null : { at, id };
  }

  async function aboutOf(ctx: MemberContext, kind: About["kind"], object: string): Promise<About> {
    const { id, name, excerpt, proof } = await found(ctx, kind, object);
    const standing = await subjects.standing(askerOf(ctx), id, kind, object);
    const profile = { id, name, fictional: proof.fictional };
    return { kind, object, profile, excerpt: excerpt && [...excerpt].slice(0, EXCERPT).join(""), ...standing };
  }

  /** @throws not_found invalid */
  async function found(ctx: MemberContext, kind: About["kind"], object: string): Promise<Subject> {
    if (kind === "profile" && object === ctx.viewer.id) throw invalid({ field: "object", code: "to_oneself" });
    const subject = await subjects.find(kind, askerOf(ctx), object);
    if (!subject) throw new AppError("not_found");
    return subject;
  }
}

function askerOf({ viewer, domain }: MemberContext): Asker {
  return { id: viewer.id, pool: domain.pool, fictional: domain.settings.fictional_profiles };
}

/** @throws invalid */
function checkText({ reason, text: typed = "" }: Input<typeof contract.report>): string {
  const text = cleanText(typed);
  const problems: FieldError[] = [];
  if (reason === "unlisted" && text === "") problems.push({ field: "text", code: "required" });
  if (textLength(text) > REPORT_TEXT) problems.push({ field: "text", code: "too_long", params: { max: REPORT_TEXT } });
  if (problems.length > 0) throw invalid(...problems);
  return text;
}

function reportOf({ reference, kind, reason, text, outcome, ...row }: ReportRow): Report {
  const gone = row.status === "deleted";
  return {
    reference,
    kind,
    profile: gone ? null : { id: row.reportedId, name: row.name, fictional: row.fictional === 1 },
    reason,
    text,
    created_at: new Date(row.createdAt).toISOString(),
    outcome,
    decided_at: row.decidedAt === null ? null : new Date(row.decidedAt).toISOString(),
  };
}
