import type { z } from "zod";
import type { Proof, ProofMessage } from "#db/schema/attributes.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { photoResponse } from "#worker/delivery/media/photo-object.ts";
import { answersIn, linesOf } from "#worker/discovery/texts/held-texts.ts";
import { readCallLine } from "#worker/messaging/chat/call-lines.vocabulary.ts";
import { STRIKES } from "#worker/people/reports/decisions.vocabulary.ts";
import { callPicturesOf, filesOf, photosOf, recordingsOf } from "#worker/people/reports/proof-pictures.ts";
import { Answer } from "#worker/platform/answer.ts";
import { AppError } from "#worker/platform/errors.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { contract } from "./cases.contract.ts";
import type { CaseRow, CasesStore } from "./cases.store.ts";

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;

interface Deps {
  store: CasesStore;
  /** Messages of a chat that a block removed while the case waits; null without one. */
  heldChat(one: string, other: string): Promise<ProofMessage[] | null>;
  domainOf(id: string): Promise<Domain | null>;
  open(key: string): Promise<R2ObjectBody | null>;
}

/** Cases as shown to the staff member who has taken them. */
export function createCaseView({ store, heldChat, domainOf, open }: Deps) {
  const casesOf = ({ viewer, now }: StaffMemberContext) => store.reports(viewer.id, now, now - STRIKES.window);

  return {
    async reportCases(ctx: StaffMemberContext): Promise<Output<"reportCases">> {
      const rows = await casesOf(ctx);
      const cases = rows.map(async (row) => {
        const messages = await messagesOf(row);
        return {
          ...{ item: row.item, reference: row.reference, kind: row.kind, reason: row.reason, text: row.text },
          site: (await domainOf(row.domainId))?.settings.name ?? row.domainId,
          thing: `${row.kind} ${row.objectId}`,
          ...{ name: row.proof?.name ?? "", member: row.member, face: row.face },
          fictional: row.proof?.fictional ?? false,
          words: wordsOf(row.proof),
          pictures: row.proof ? photosOf(row.proof).length : 0,
          call_pictures: row.proof ? callPicturesOf(row.proof).length : 0,
          voices: row.proof ? recordingsOf(row.proof).map(({ duration }) => duration) : [],
          language: row.language,
          ...{ reports: row.reports, acted: row.acted, strikes: row.strikes },
          messages:
            row.read === 1 ? messages.map((one) => ({ ...withoutSender(one), own: one.sender === row.reportedId })) : null,
          message_count: messages.length,
          seq: row.proof?.seq ?? null,
        };
      });
      return { cases: await Promise.all(cases) };
    },

    /** @throws not_found unless one holds the case */
    async readMessages(ctx: StaffMemberContext, { item }: { item: string }): Promise<Answer<Output<"readMessages">>> {
      const row = (await casesOf(ctx)).find((one) => one.item === item);
      const messages = row ? (await messagesOf(row)).length : 0;
      if (!row || messages === 0) throw new AppError("not_found");
      const members = [row.reportedId, row.reporterId].filter((one) => one !== null);
      await store.read({ item, members, staffId: ctx.viewer.id, messages, at: ctx.now });
      return new Answer({ messages }, { seen: [{ id: `report ${row.reference}` }] });
    },

    /** @throws not_found unless one holds the case */
    async casePicture({ viewer, now }: StaffMemberContext, { item, picture }: Input<"casePicture">): Promise<Response> {
      const proof = await store.proofOf(item, viewer.id, now);
      const key = proof && filesOf(proof)[picture];
      const found = key && (await open(key));
      if (!found) throw new AppError("not_found");
      return photoResponse(found);
    },

    async objectionCases({ viewer, now }: StaffMemberContext): Promise<Output<"objectionCases">> {
      const rows = await store.objections(viewer.id, now);
      return {
        cases: rows.map(({ createdAt, proof, field, value, ...row }) => ({
          ...row,
          decided_at: new Date(createdAt).toISOString(),
          words: field && value !== null ? linesOf(field, value) : wordsOf(proof),
          pictures: proof ? photosOf(proof).length : 0,
          call_pictures: proof ? callPicturesOf(proof).length : 0,
          voices: recordingsOf(proof ?? { answers: answersIn(field, value) }).map(({ duration }) => duration),
        })),
      };
    },
  };

  /** For a reported message the messages around it; for a profile the chat that a block removed. */
  async function messagesOf({ proof, reportedId, reporterId }: CaseRow): Promise<ProofMessage[]> {
    if (proof?.messages) return proof.messages;
    return (reporterId && (await heldChat(reportedId, reporterId))) || [];
  }
}

function withoutSender({ seq, type, text, at }: ProofMessage) {
  return { seq, type, text: type === "call" ? callOf(text) : text, at };
}

/** For staff, in English. */
function callOf(text: string): string {
  const line = readCallLine(text);
  return line ? `${line.kind} call, ${line.outcome}${line.seconds === null ? "" : ` for ${line.seconds} s`}` : "";
}

function wordsOf(proof: Proof | null): { of: string; text: string }[] {
  if (!proof) return [];
  const { profile, prompt, gift } = proof;
  const prompts = prompt ? [prompt] : (profile?.prompts ?? []);
  return [
    ...(profile ? [{ of: "about", text: profile.about }] : []),
    ...prompts.map(({ question, answer }) => ({ of: question, text: answer })),
    ...(profile?.identity ? [{ of: "identity", text: profile.identity }] : []),
    ...(gift ? [{ of: gift.gift, text: gift.note }] : []),
  ].filter(({ text }) => text !== "");
}
