import type { z } from "zod";
import { NOTICE_DECISION } from "#db/schema/decision-attributes.ts";
import type { DecisionsStore } from "#worker/backoffice/decisions/decisions.store.ts";
import type { WriteTo } from "#worker/backoffice/decisions/letters.ts";
import { decisionOf, type Statement } from "#worker/backoffice/decisions/new-decision.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import type { StaffMails } from "#worker/backoffice/staff/staff-mails.ts";
import type { WorkRow } from "#worker/backoffice/work/work.store.ts";
import { announced, type Live } from "#worker/delivery/live/live.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import { photoResponse } from "#worker/delivery/media/photo-object.ts";
import { STRIKES } from "#worker/people/reports/decisions.vocabulary.ts";
import { HOUR } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import type { contract } from "./complaint-queue.contract.ts";
import type { NoticedRow, PictureNoticesStore } from "./picture-notices.store.ts";
import type { PictureNotices } from "./picture-notices.ts";

/** In ms after the notice: the operators hear of the clock, which ends after 48 hours. */
const ALERTS = [24 * HOUR, 42 * HOUR];

interface Deps {
  store: PictureNoticesStore;
  decisions: Pick<DecisionsStore, "memberFacts" | "decide">;
  statement: Statement;
  writeTo: WriteTo;
  live: Live;
  mails: Pick<Mails, "dispatch">;
  staffMails: StaffMails;
  notices: Pick<PictureNotices, "searchAgain" | "copiesElsewhere">;
  open(key: string): Promise<R2ObjectBody | null>;
}

export type NoticedPictures = ReturnType<typeof createNoticedPictures>;

/** What becomes of pictures under a notice. */
export function createNoticedPictures(deps: Deps) {
  const { store, decisions, statement, writeTo, live, mails, staffMails, notices, open } = deps;

  /** Removed with a statement of reasons that names no complainant; the uploader may object. */
  async function remove(row: NoticedRow & { pool: string; domainId: string }, by: string, now: number): Promise<void> {
    const { account, member } = await decisions.memberFacts(row.memberId, now, now - STRIKES.window);
    if (account) {
      const of = { id: `${NOTICE_DECISION}${row.photoId}`, pool: row.pool, domainId: row.domainId };
      const chosen = { kind: "content_removed", reason: "illegal", words: null, by };
      const against = { report: null, memberId: row.memberId, about: "photo" as const };
      const decision = decisionOf(of, against, chosen, account.strikes, now);
      const letter = decision && member && (await writeTo(member, now, (ctx) => statement.decided(ctx, member, decision)));
      const mail = letter ? { ...letter, id: `${of.id}-member` } : null;
      const write = () => decisions.decide({ report: null, decision, prints: [], mails: [mail], now });
      await announced(live, [row.memberId], write);
      if (mail) await mails.dispatch(mail.id);
    }
    await announced(live, [row.memberId], () => store.remove(row, now));
  }

  return {
    /** Keeps the ticks. False where pictures are found, and agreeing would remove none. */
    async choose(notice: string, item: string, chosen: string[], staffId: string, now: number): Promise<boolean> {
      await store.choose(notice, item, chosen, staffId, now);
      const rows = (await store.noticed(notice)).filter(isOpen);
      return rows.length === 0 || rows.some((row) => isMeant(row) || chosen.includes(row.photoId));
    },

    /** Idempotent. Agreed: removes what the notice means, hidden or not, and what staff ticked. */
    async decided(notice: string, { decision, decidedBy }: Pick<WorkRow, "decision" | "decidedBy">, now: number): Promise<void> {
      const agreed = decision === "upheld";
      if (agreed) {
        await notices.searchAgain(notice, now);
        await store.block(notice, now);
      }
      const rows = await store.noticed(notice);
      for (const row of rows.filter(isOpen)) {
        const goes = agreed && (isMeant(row) || row.chosen);
        await (goes ? remove(row, decidedBy ?? "", now) : announced(live, [row.memberId], () => store.restore(row)));
        await live.tell(row.memberId, { events: [], changed: ["user", "chats"] });
      }
    },

    async objections(notice: string, reference: string) {
      const rows = await store.objections(notice, reference);
      return rows.map(({ createdAt, ...row }) => ({ ...row, created_at: new Date(createdAt).toISOString() }));
    },

    facts: store.facts,
    copiesElsewhere: notices.copiesElsewhere,

    async shown(notice: string) {
      const rows = await store.noticed(notice);
      return rows.map(({ photoId: photo, of, memberId: member, state, noticedAs: as, chosen }) => {
        const choice = isOpen({ state }) && !isMeant({ noticedAs: as });
        return { photo, of, member, state, as, choice, chosen };
      });
    },

    /** @throws not_found unless one holds the notice */
    async noticePicture(
      { viewer, now }: StaffMemberContext,
      { item, photo }: z.output<(typeof contract)["noticePicture"]["input"]>,
    ): Promise<Response> {
      const key = await store.keyOf(item, photo, viewer.id, now);
      const picture = key && (await open(key));
      if (!picture) throw new AppError("not_found");
      return photoResponse(picture);
    },

    /** Tells the operators of notices that nobody has decided. */
    async sweep(now: number): Promise<void> {
      for (const [alerts, age] of ALERTS.entries())
        for (const { id, reference, createdAt } of await store.late(now - age, alerts)) {
          const left = Math.max(0, Math.round((createdAt + 48 * HOUR - now) / HOUR));
          const subject = `Notice ${reference} of an intimate picture: ${left} hours left`;
          const paragraphs = ["The law gives 48 hours from the notice to remove the picture. Nobody has decided about it yet."];
          const rows = await staffMails.toOperators({ subject, paragraphs, link: null }, now);
          const letters = rows.map((row, n) => ({ ...row, id: `${id}-alert-${alerts}-${n}` }));
          if (await store.alerted(id, alerts, letters)) for (const row of letters) await mails.dispatch(row.id);
        }
    },
  };
}

const isOpen = ({ state }: Pick<NoticedRow, "state">) => state === "hidden" || state === "shown";
const isMeant = ({ noticedAs }: Pick<NoticedRow, "noticedAs">) => noticedAs === "named" || noticedAs === "exact";
