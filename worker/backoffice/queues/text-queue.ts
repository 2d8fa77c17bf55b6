import type { z } from "zod";
import { DECISION_REASONS, type HeldField } from "#db/schema/attributes.ts";
import type { DecisionsStore } from "#worker/backoffice/decisions/decisions.store.ts";
import type { WriteTo } from "#worker/backoffice/decisions/letters.ts";
import { decisionOf, type Statement } from "#worker/backoffice/decisions/new-decision.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import type { WorkRow } from "#worker/backoffice/work/work.store.ts";
import type { Queue } from "#worker/backoffice/work/work.ts";
import { announced, type Live } from "#worker/delivery/live/live.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import { photoResponse } from "#worker/delivery/media/photo-object.ts";
import { answersIn, linesOf } from "#worker/discovery/texts/held-texts.ts";
import { OBJECTION_TERM, STATEMENT_TEXT, STRIKES } from "#worker/people/reports/decisions.vocabulary.ts";
import { recordingsOf } from "#worker/people/reports/proof-pictures.ts";
import { ageOn } from "#worker/platform/dates.ts";
import { AppError } from "#worker/platform/errors.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { contract } from "./text-queue.contract.ts";
import type { TextQueueStore } from "./text-queue.store.ts";

type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;
type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;

interface Deps {
  store: TextQueueStore;
  memberFacts: DecisionsStore["memberFacts"];
  writeTo: WriteTo;
  statement: Statement;
  mails: Pick<Mails, "dispatch">;
  live: Live;
  domainOf(id: string): Promise<Domain | null>;
  open(key: string, size: "full"): Promise<R2ObjectBody | null>;
}

export function createTextQueue({ store, memberFacts, writeTo, statement, mails, live, domainOf, open }: Deps) {
  const queue: Queue = {
    decisionsFor: async () => ({ approve: [], refuse: DECISION_REASONS }),

    wordsFor: (decision) => (decision === "refuse" ? STATEMENT_TEXT : null),

    async effect(item, now) {
      const text = await store.find(item.objectId);
      // Replaced by its member meanwhile: the new text has work of its own.
      if (!text) return;
      if (item.decision === "approve") await announced(live, [text.memberId], () => store.approve(item.objectId));
      else await refuse(item, text, now);
      await live.tell(text.memberId, { events: [], changed: ["user"] });
    },
  };

  async function refuse(
    item: WorkRow,
    { memberId, field }: NonNullable<Awaited<ReturnType<TextQueueStore["find"]>>>,
    now: number,
  ): Promise<void> {
    const { account, member } = await memberFacts(memberId, now, now - STRIKES.window);
    const of = { id: item.id, pool: item.pool, domainId: item.domainId };
    const against = { report: null, memberId, about: field === "prompts" ? ("prompt" as const) : ("profile" as const) };
    const chosen = { kind: "text_refused", reason: item.reason, words: item.words, by: item.decidedBy ?? "" };
    const decision = decisionOf(of, against, chosen, account?.strikes ?? 0, now);
    if (!decision) return;
    const letter = member && (await writeTo(member, now, (ctx) => statement.decided(ctx, member, decision)));
    const mail = letter ? { ...letter, id: `${item.id}-member` } : null;
    const refused = await announced(live, [memberId], () => store.refuse({ id: item.objectId, decision, mail, now }));
    if (refused && mail) await mails.dispatch(mail.id);
  }

  return {
    queue,

    /** For the cron: refused texts, once nobody can object any more. */
    sweep: (now: number) => store.forget(now - OBJECTION_TERM),

    async textLooks({ viewer, now }: StaffMemberContext): Promise<Output<"textLooks">> {
      const texts = (await store.inHand(viewer.id, now, now - STRIKES.window)).map(async (one) => {
        const { domainId, birthDate, value, before, ...look } = one;
        const site = (await domainOf(domainId))?.settings.name ?? domainId;
        const shown = linesOf(look.field, before).filter(({ text }) => text !== "");
        return {
          ...look,
          age: ageOn(birthDate, now),
          site,
          lines: linesOf(look.field, value),
          before: shown,
          voices: voicesIn(look.field, value).map(({ duration }) => duration),
        };
      });
      return { texts: await Promise.all(texts) };
    },

    /** @throws not_found unless one holds the text */
    async textVoice({ viewer, now }: StaffMemberContext, { item, number }: Input<"textVoice">): Promise<Response> {
      const held = (await store.inHand(viewer.id, now, now)).find((one) => one.item === item);
      const voice = held && voicesIn(held.field, held.value)[number];
      const found = voice && (await open(voice.key, "full"));
      if (!found) throw new AppError("not_found");
      return photoResponse(found);
    },
  };
}

function voicesIn(field: HeldField, value: string) {
  return recordingsOf({ answers: answersIn(field, value) });
}
