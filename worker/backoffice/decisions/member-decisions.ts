import type { z } from "zod";
import type { EndSessions } from "#worker/accounts/sessions/end-sessions.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import type { WorkRow } from "#worker/backoffice/work/work.store.ts";
import type { Begin, Queue } from "#worker/backoffice/work/work.ts";
import { announced, type Live } from "#worker/delivery/live/live.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import { identityHashesOf } from "#worker/people/exclusions/identity-hashes.ts";
import {
  type Content,
  contentOf,
  type DecisionReason,
  FACTS_TEXT,
  fraudSince,
  liftOf,
  type MemberDecision,
  STATEMENT_TEXT,
  STRIKES,
} from "#worker/people/reports/decisions.vocabulary.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { cleanText, lengthProblem } from "#worker/platform/text.ts";
import type { DecisionsStore, Reached } from "./decisions.store.ts";
import type { WriteTo } from "./letters.ts";
import type { contract } from "./member-decisions.contract.ts";
import { decisionOf, type Statement } from "./new-decision.ts";

interface Deps {
  store: DecisionsStore;
  mails: Mails;
  live: Live;
  keyedHash(text: string): Promise<string>;
  endSessions: EndSessions;
  writeTo: WriteTo;
  statement: Statement;
  /** Begins to give back; the cron goes on. */
  returnSpent(now: number): Promise<void>;
}

interface ByRule {
  id: string;
  memberId: string;
  /** A program, or the staff member whose decision the rule carries out. */
  by: string;
  reason: DecisionReason;
  /** What happened, in the member's language. */
  words(language: string): Promise<string>;
}

type Call = (typeof contract)["decideMember"];
type Removal = z.output<(typeof contract)["removeContent"]["input"]>;

/** Decisions from the file of a member. They are work that was never waiting: undo, audit and effect are those of a queue. */
export function createMemberDecisions(deps: Deps) {
  const { store, mails, live, keyedHash, endSessions, writeTo, statement, returnSpent } = deps;

  const queue: Queue = {
    decisionsFor: async () => ({}),

    async effect(item, now) {
      const { account, member } = await store.memberFacts(item.objectId, now, now - STRIKES.window);
      if (!account) return;
      const kind = liftOf(item.decision);
      const content = contentOf(item.decision?.replace(/^remove /, "") ?? "");
      if (content) await remove(item, content, account, member, now);
      else if (kind) await lift(item, kind, member, now);
      else await decide(item, account, member, now);
      await live.tell(item.objectId, { events: [], changed: ["user"] });
    },
  };

  return {
    queue,

    /** A rule of the product closes the account at once, as a ban does. `by` names the rule. Idempotent by `id`. */
    async closeByRule({ id, memberId, by, ...said }: ByRule, now: number): Promise<void> {
      const { account, member } = await store.memberFacts(memberId, now, now - STRIKES.window);
      if (!account || account.banned === 1) return;
      const words = member ? await said.words(member.language) : null;
      await decide({ id, objectId: memberId, decision: "ban", reason: said.reason, words, decidedBy: by }, account, member, now);
      await live.tell(memberId, { events: [], changed: ["user"] });
    },

    /** `begin` of the work: it decides for ten seconds. */
    withWork: (begin: Begin) => ({
      /** @throws not_found conflict invalid */
      async removeContent(ctx: StaffMemberContext, input: Removal): Promise<{ item: string; undo_until: string }> {
        const { id, reason } = input;
        const { account } = await store.memberFacts(id, ctx.now, 0);
        if (!account) throw new AppError("not_found");
        const content = contentOf(input.content);
        if (!content || !(await store.hasContent(id, content))) throw invalid({ field: "content", code: "unknown_option" });
        const words = cleanText(input.words);
        const problem = lengthProblem("words", words, FACTS_TEXT);
        if (problem) throw invalid(problem);
        const row = {
          ...{ id: newId(), kind: "member" as const, objectId: id, memberId: id },
          ...{ domainId: account.domainId, pool: account.pool, decision: `remove ${input.content}`, reason, words },
        };
        const { effectAt } = await begin(ctx, row, { action: `remove ${content.of}`, object: "member", id, reason });
        return { item: row.id, undo_until: new Date(effectAt).toISOString() };
      },

      /** @throws not_found conflict invalid */
      async decideMember(ctx: StaffMemberContext, input: z.output<Call["input"]>): Promise<z.output<Call["output"]>> {
        const { id, decision } = input;
        const { account } = await store.memberFacts(id, ctx.now, 0);
        if (!account) throw new AppError("not_found");
        const lifted = liftOf(decision);
        if (!isPossible(decision, account)) throw new AppError("conflict");
        const reason = lifted ? null : decision === "fraud" ? "scam" : input.reason || null;
        if (!lifted && reason === null) throw invalid({ field: "reason", code: "required" });
        const words = cleanText(input.words ?? "");
        const problem = lengthProblem("words", words, lifted ? STATEMENT_TEXT : FACTS_TEXT);
        if (problem) throw invalid(problem);
        const row = {
          ...{ id: newId(), kind: "member" as const, objectId: id, memberId: id },
          ...{ domainId: account.domainId, pool: account.pool, decision, reason, words: words || null },
        };
        const { effectAt } = await begin(ctx, row, { action: `${decision} member`, object: "member", id, reason });
        return { item: row.id, undo_until: new Date(effectAt).toISOString() };
      },
    }),
  };

  function isPossible(decision: MemberDecision, { muted, banned, fraud }: { muted: number; banned: number; fraud: number }) {
    if (decision === "fraud") return fraud === 0;
    if (decision === "lift_mute") return muted === 1;
    return decision === "lift_ban" ? banned === 1 : !(decision === "ban" && banned === 1);
  }

  async function decide(
    item: Pick<WorkRow, "id" | "objectId" | "decision" | "reason" | "words" | "decidedBy">,
    { pool, domainId, strikes, email }: { pool: string; domainId: string; strikes: number; email: string },
    member: Reached | undefined,
    now: number,
  ): Promise<void> {
    const chosen = { kind: item.decision ?? "", reason: item.reason, words: item.words, by: item.decidedBy ?? "" };
    const against = { report: null, memberId: item.objectId, about: "account" as const };
    const decision = decisionOf({ id: item.id, pool, domainId }, against, chosen, strikes, now);
    if (!decision) return;
    const letter = member && (await writeTo(member, now, (ctx) => statement.decided(ctx, member, decision)));
    const mail = letter ? { ...letter, id: `${item.id}-member` } : null;
    const prints = await identityHashesOf(keyedHash, { id: item.objectId, account: { email } });
    const since = item.decision === "fraud" ? fraudSince(now) : null;
    const work = () => store.decide({ report: null, decision, prints, fraudSince: since, mails: [mail], now });
    if (decision.kind === "ban") await endSessions(item.objectId, now, work);
    else await announced(live, [item.objectId], work);
    if (mail) await mails.dispatch(mail.id);
    if (since !== null) await returnSpent(now);
  }

  /** A decision as after a report: statement of reasons, objection, strike. */
  async function remove(
    item: WorkRow,
    { of, object }: Content,
    { pool, domainId, strikes }: { pool: string; domainId: string; strikes: number },
    member: Reached | undefined,
    now: number,
  ): Promise<void> {
    const memberId = item.objectId;
    const about = of === "photo" || of === "prompt" ? of : ("profile" as const);
    const chosen = { kind: "content_removed", reason: item.reason, words: item.words, by: item.decidedBy ?? "" };
    const decision = decisionOf({ id: item.id, pool, domainId }, { report: null, memberId, about }, chosen, strikes, now);
    if (!decision) return;
    const letter = member && (await writeTo(member, now, (ctx) => statement.decided(ctx, member, decision)));
    const mail = letter ? { ...letter, id: `${item.id}-member` } : null;
    const objectId = of === "prompt" ? `${memberId}/${object}` : of === "photo" ? object : memberId;
    const removed = of === "name" ? ("name" as const) : { kind: about, objectId, reportedId: memberId };
    await announced(live, [memberId], () => store.decide({ report: null, removed, decision, prints: [], mails: [mail], now }));
    if (mail) await mails.dispatch(mail.id);
  }

  async function lift(item: WorkRow, kind: "mute" | "ban", member: Reached | undefined, now: number): Promise<void> {
    const letter =
      member && (await writeTo(member, now, (ctx) => mails.decisionLifted(ctx, { ...member, kind, words: item.words })));
    const mail = letter ? { ...letter, id: `${item.id}-member` } : null;
    const lifted = { memberId: item.objectId, kind, by: item.decidedBy ?? "", mail, now };
    await announced(live, [item.objectId], () => store.lift(lifted));
    if (mail) await mails.dispatch(mail.id);
  }
}
