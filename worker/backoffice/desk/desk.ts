import type { z } from "zod";
import type { CasesStore } from "#worker/backoffice/decisions/cases.store.ts";
import { auditRow } from "#worker/backoffice/staff/audit.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import type { WorkRow } from "#worker/backoffice/work/work.store.ts";
import type { Queue } from "#worker/backoffice/work/work.ts";
import { leaseOf } from "#worker/backoffice/work/work.vocabulary.ts";
import type { DeskAnswers } from "#worker/messaging/chat/desk-answers.ts";
import { ageOn } from "#worker/platform/dates.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { cleanText, lengthProblem, textLength } from "#worker/platform/text.ts";
import { domainLanguage } from "#worker/sites/domains/defaults.vocabulary.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import { answerProblem } from "./answer-text.ts";
import type { contract } from "./desk.contract.ts";
import type { DeskStore } from "./desk.store.ts";
import { DESK_DAYS, DESK_NOTE, LATE_WRITE, SHOWN_MESSAGES } from "./desk.vocabulary.ts";

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;

/** Characters of an answer at most, whatever the site allows. */
const LONGEST = 10_000;

interface Deps {
  store: DeskStore;
  reads: Pick<CasesStore, "read">;
  answers: DeskAnswers;
  limits: Limits;
  domainOf(id: string): Promise<Domain | null>;
}

/** What members write to fictional profiles: decision 134. */
export function createDesk({ store, reads, answers, limits, domainOf }: Deps) {
  const queue: Queue = {
    decisionsFor: async () => ({ answer: [], done: [] }),

    wordsFor: (decision) => (decision === "answer" ? { min: 1, max: LONGEST } : null),

    /** `chosen` is the seq of the newest message that was on the page. */
    async choose(item, { decision, chosen }) {
      const talk = await store.talk(item.objectId);
      if (decision !== "answer" || !talk) return null;
      return Number(chosen[0]) >= talk.newest ? null : { field: "words", code: "newer_message" };
    },

    async admit(item, decision, words) {
      if (decision !== "answer") return;
      const max = (await domainOf(item.domainId))?.settings.message_length ?? LONGEST;
      if (textLength(words) > max) throw invalid({ field: "words", code: "too_long", params: { max } });
      const code = answerProblem(words);
      if (code) throw invalid({ field: "words", code });
      if (!(await open(item))) throw new AppError("conflict");
    },

    async effect(item, now) {
      const talk = await open(item);
      if (talk && item.decision === "answer" && item.words && !answerProblem(item.words))
        await answers.sendAnswer({
          ...{ profile: talk.profile, member: talk.member, conversation: item.objectId, text: item.words, now },
          // The same for the same decision: it is sent once.
          clientId: `desk-${item.id}-${item.decidedAt}`,
        });
      if (talk) await answers.read(talk.profile, item.objectId, talk.lastSeq, now);
      await store.close(item, nextOf(item, now), (item.decidedAt ?? now) - LATE_WRITE);
    },
  };

  /** Null where nobody answers any more: the member left, blocked the profile or said goodbye, or the profile has ended. */
  async function open({ objectId }: WorkRow) {
    const talk = await store.talk(objectId);
    if (talk?.status !== "active" || talk.memberStatus === "deleted" || talk.goodbyeAt !== null) return null;
    // A fictional profile never writes first.
    return talk.wrote === 1 ? talk : null;
  }

  return {
    queue,

    async deskTalks({ viewer, now }: StaffMemberContext): Promise<Output<"deskTalks">> {
      const { talks, said, notes, colleagues } = await store.inHand(viewer.id, now, SHOWN_MESSAGES + 1);
      const shown = talks.map(async (row) => {
        const settings = (await domainOf(row.domainId))?.settings;
        const all = said.filter(({ conversation }) => conversation === row.conversation);
        const messages = all.slice(-SHOWN_MESSAGES);
        await reads.read({ item: row.item, members: [row.member], staffId: viewer.id, messages: messages.length, at: now });
        const said_ = Object.entries(row.attributes).flatMap(([name, code]) => (code ? [[name, code]] : []));
        return {
          ...{ item: row.item, conversation: row.conversation, language: row.language },
          site: settings?.name ?? row.domainId,
          site_language: settings ? domainLanguage(settings) : "en",
          member: { id: row.member, name: row.memberName },
          profile: {
            ...{ id: row.profile, name: row.name, gender: row.gender, city: row.city, about: row.about, face: row.face },
            ...{ age: ageOn(row.birthDate, now), prompts: row.prompts, interests: row.interests },
            attributes: Object.fromEntries(said_) as Record<string, string>,
          },
          messages: messages.map(({ seq, senderId, type, text, createdAt }) => {
            return { seq, own: senderId === row.profile, type, text, at: new Date(createdAt).toISOString() };
          }),
          older: all.length > messages.length || (messages[0]?.seq ?? 1) > 1,
          ...{ last_seq: row.lastSeq ?? 0, message_length: settings?.message_length ?? LONGEST },
          notes: notes
            .filter(({ profileId, memberId }) => profileId === row.profile && memberId === row.member)
            .map(({ id, text, by, staffId, createdAt }) => {
              return { id, text, by, own: staffId === viewer.id, at: new Date(createdAt).toISOString() };
            }),
        };
      });
      return { talks: await Promise.all(shown), colleagues };
    },

    /** @throws not_found invalid too_many_requests */
    async addDeskNote(ctx: StaffMemberContext, input: Input<"addDeskNote">): Promise<Output<"addDeskNote">> {
      const { viewer, now } = ctx;
      const text = cleanText(input.text);
      const problem = lengthProblem("text", text, DESK_NOTE);
      if (problem) throw invalid(problem);
      const pair = await store.pairOf(input.item, viewer.id, now);
      if (!pair) throw new AppError("not_found");
      refuseOver(await limits.hit(...limitOf("staffNotes", { staff: viewer.id }), now));
      const note = { id: newId(), profileId: pair.profile, memberId: pair.member, staffId: viewer.id, text, createdAt: now };
      await store.addNote(note, auditRow(ctx, { action: "add desk note", object: "fictional", id: pair.profile }));
      return { note: note.id };
    },

    /** @throws not_found forbidden */
    async removeDeskNote(ctx: StaffMemberContext, { note: id }: Input<"removeDeskNote">): Promise<Output<"removeDeskNote">> {
      const { viewer } = ctx;
      const note = await store.note(id);
      if (!note) throw new AppError("not_found");
      if (note.staffId !== viewer.id && viewer.role !== "operator") throw new AppError("forbidden");
      await store.removeNote(id, auditRow(ctx, { action: "remove desk note", object: "fictional", id: note.profileId }));
      return {};
    },

    /** @throws conflict */
    async handOver(ctx: StaffMemberContext, { item, staff }: Input<"handOver">): Promise<Output<"handOver">> {
      const { viewer, now } = ctx;
      const to = staff || null;
      const audit = auditRow(ctx, { action: to ? "hand over work" : "return work", object: "work_item", id: item, reason: to });
      const passed = await store.pass({ item, from: viewer.id, to, now, until: now + leaseOf("desk").ms }, audit);
      if (!passed) throw new AppError("conflict");
      return {};
    },

    async deskFigures({ now }: StaffMemberContext): Promise<Output<"deskFigures">> {
      const day = Math.floor(now / DAY) - DESK_DAYS;
      const [sites, counted, waits] = await store.figures(day, (day + 1) * DAY);
      const shown = sites.map(({ id, name, desk }) => {
        const own = waits.filter((one) => one.id === id).map(({ wait }) => wait);
        const messages = counted.find((one) => one.id === id)?.messages ?? 0;
        return { site: id, name: name ?? id, desk, messages, answered: own.length, wait: medianOf(own) };
      });
      return {
        days: DESK_DAYS,
        sites: shown
          .filter(({ desk, messages, answered }) => desk === 1 || messages + answered > 0)
          .map(({ desk: _, ...one }) => one),
      };
    },
  };
}

/** Of ascending numbers; null for none. */
function medianOf(sorted: readonly number[]): number | null {
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2);
}

function nextOf({ objectId, memberId, domainId, pool }: WorkRow, now: number) {
  return { id: newId(), kind: "desk" as const, objectId, memberId, domainId, pool, createdAt: now, dueAt: now + DAY };
}
