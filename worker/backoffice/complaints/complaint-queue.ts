import type { z } from "zod";
import { COMPLAINT_OUTCOMES } from "#db/schema/attributes.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import type { Queue } from "#worker/backoffice/work/work.ts";
import { AppError } from "#worker/platform/errors.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { contract } from "./complaint-queue.contract.ts";
import type { ComplaintsStore } from "./complaints.store.ts";
import { type createAnswers, stateOf } from "./complaints.ts";
import { COMPLAINT_ANSWER, COMPLAINT_CLOSINGS } from "./complaints.vocabulary.ts";
import type { NoticedPictures } from "./noticed-pictures.ts";

interface Deps {
  store: ComplaintsStore;
  answers: ReturnType<typeof createAnswers>;
  domainOf(id: string): Promise<Domain | null>;
  originOf(domain: Domain): string;
  pictures: NoticedPictures;
}

type Notice = NonNullable<Cases["cases"][number]["notice"]>;
type Cases = z.output<(typeof contract)["complaintCases"]["output"]>;

/** Complaints and notices as work: each outcome with an answer, or closed without one. */
export function createComplaintQueue({ store, answers, domainOf, originOf, pictures }: Deps) {
  const outcomeOf = (decision: string | null) => COMPLAINT_OUTCOMES.find((one) => one === decision);

  const queue: Queue = {
    async decisionsFor({ objectId }) {
      const complaint = await store.find(objectId);
      const decisions = { upheld: [], rejected: [], closed: COMPLAINT_CLOSINGS };
      return complaint?.kind === "intimate_picture" ? decisions : { ...decisions, answered: [] };
    },

    wordsFor: (decision) => (outcomeOf(decision) ? COMPLAINT_ANSWER : null),

    async choose({ id, objectId }, { decision, chosen }, { viewer, now }) {
      if (decision !== "upheld" || (await pictures.choose(objectId, id, chosen, viewer.id, now))) return null;
      return { field: "chosen", code: "picture_unchosen" };
    },

    async effect({ objectId, decision, words, decidedBy }, now) {
      const complaint = await store.find(objectId);
      if (!complaint) return;
      if (complaint.kind === "intimate_picture" && complaint.answeredAt === null && complaint.closedAt === null)
        await pictures.decided(complaint.id, { decision, decidedBy }, now);
      const { reference, country, domainId } = complaint;
      const outcome = outcomeOf(decision);
      try {
        if (!outcome) return await answers.close(reference, now);
        const domain = await domainOf(domainId);
        if (!domain) throw new Error(`no domain ${domainId}`);
        await answers.answer({ domain, origin: originOf(domain), country, now }, reference, words ?? "", outcome);
      } catch (error) {
        // Answered or closed by the command meanwhile, or by this effect before.
        if (!(error instanceof AppError && error.code === "conflict")) throw error;
      }
    },
  };

  /** What lies elsewhere is told where the words are; a copy of a notice knows only its own. */
  async function noticeOf(id: string): Promise<Notice> {
    const { hiding, unsearched, home } = await pictures.facts(id);
    return { hiding, unsearched: [...unsearched], home, elsewhere: home === null ? await pictures.copiesElsewhere(id) : [] };
  }

  return {
    queue,
    noticePicture: pictures.noticePicture,

    async complaintCases({ viewer, now }: StaffMemberContext): Promise<Cases> {
      const rows = await store.inHand(viewer.id, now);
      const cases = rows.map(async ({ item, id, earlier, ...row }) => ({
        notice: row.kind === "intimate_picture" ? await noticeOf(id) : null,
        pictures: row.kind === "intimate_picture" ? await pictures.shown(id) : [],
        objections: row.kind === "intimate_picture" ? await pictures.objections(id, row.reference) : [],
        ...{ item, reference: row.reference, kind: row.kind, country: row.country, language: row.language },
        site: (await domainOf(row.domainId))?.settings.name ?? row.domainId,
        ...{ name: row.name, reachable: row.reachable === 1, receipt: row.receipt === 1, member: row.accountId, face: row.face },
        ...{ link: row.link, text: row.text, created_at: new Date(row.createdAt).toISOString() },
        earlier: earlier.map((one) => ({
          ...{ reference: one.reference, kind: one.kind, state: stateOf(one), outcome: one.outcome },
          created_at: new Date(one.createdAt).toISOString(),
        })),
      }));
      return { cases: await Promise.all(cases) };
    },
  };
}
