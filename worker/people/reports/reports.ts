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
import type { ReportRow, ReportsStore, Same } from "./reports.store.ts";
import { dueAfter, REPORT_TEXT } from "./reports.vocabulary.ts";
import type { Asker, Subject, SubjectsStore } from "./subjects.store.ts";

const PAGE_SIZE = 24;
/** Characters of the reported words. */
const EXCERPT = 200;

type Said = Pick<Input<typeof contract.report>, "reason"> & { text: string };
type ReportedCall = Omit<Input<typeof contract.report>, "kind" | "object"> & Record<"call" | "conversation" | "member", string>;
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
      const { kind, object } = input;
      const text = checkText(input);
      const subject = await found(ctx, kind, object);
      const { reference } = await add(ctx, { ...input, text }, { kind, objectId: object }, subject);
      return { reference, blocked: await blocked(ctx, input, subject.id) };
    },

    /**
     * Of a call, apart from reports of its chat or profile. Its proof is the chat or, after a block, the profile.
     * `onAdded`: what becomes of the pictures, whatever fails later. Idempotent while it waits. @throws not_found invalid
     */
    async reportCall(
      ctx: MemberContext,
      input: ReportedCall,
      seen: Proof["call"] | null,
      onAdded: (added: { isNew: boolean; isHeld: boolean }) => void,
    ): Promise<Output<typeof contract.report>> {
      const { call, conversation, member } = input;
      const text = checkText(input);
      const chat = { kind: "chat", objectId: `${conversation}/${call}` } as const;
      const profile = { kind: "profile", objectId: `${member}/${call}` } as const;
      const both = [chat, profile];
      const asker = askerOf(ctx);
      const talked = await subjects.find("chat", asker, conversation);
      const subject = talked ?? (await subjects.find("profile", asker, member));
      const added = subject && (await add(ctx, { ...input, text }, talked ? chat : profile, withCall(subject, seen), both));
      if (added) onAdded(added);
      // The block of the same report may have taken what it is about.
      const reference = added ? added.reference : await store.waiting(ctx.viewer.id, both);
      if (reference === null) throw new AppError("not_found");
      return { reference, blocked: await blocked(ctx, input, member) };
    },
  };

  /** After the report, so that its case keeps the chat that the block removes. */
  async function blocked(ctx: MemberContext, input: { block: boolean }, profile: string): Promise<boolean> {
    if (input.block) await block(ctx, { profile });
    return input.block;
  }

  function add(ctx: MemberContext, said: Said, about: Same, { id: reportedId, proof }: Subject, same?: readonly Same[]) {
    const { reason, text } = said;
    return store.add(
      {
        id: newId(),
        reference: newReference(),
        domainId: ctx.domain.id,
        pool: ctx.domain.pool,
        reporterId: ctx.viewer.id,
        reportedId,
        ...about,
        reason,
        text,
        createdAt: ctx.now,
        dueAt: ctx.now + dueAfter(reason),
      },
      proof,
      same,
    );
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

function withCall(subject: Subject, call: Proof["call"] | null): Subject {
  return call ? { ...subject, proof: { ...subject.proof, call } } : subject;
}

function askerOf({ viewer, domain }: MemberContext): Asker {
  return { id: viewer.id, pool: domain.pool, fictional: domain.settings.fictional_profiles };
}

/** @throws invalid */
function checkText({ reason, text: typed = "" }: Pick<Input<typeof contract.report>, "reason" | "text">): string {
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
