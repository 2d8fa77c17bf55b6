import type { EndSessions } from "#worker/accounts/sessions/end-sessions.ts";
import { type ConfirmPassword, changedMeanwhile } from "#worker/accounts/sessions/password-confirmation.ts";
import { percentOf, refundableOf } from "#worker/billing/payments/payment-response.ts";
import type { Found } from "#worker/billing/payments/payments.sql.ts";
import type { MailContext, Mails } from "#worker/delivery/mail/mails.ts";
import { findsContact } from "#worker/people/identity/contact.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Member, Viewer } from "#worker/people/identity/viewer.ts";
import { Answer } from "#worker/platform/answer.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { DAY } from "#worker/platform/durations.ts";
import { invalid } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { cleanText, textLength } from "#worker/platform/text.ts";
import type { PaymentMethod } from "#worker/sites/domains/methods.vocabulary.ts";
import { type contract, LEAVING_TEXT, type LeavingReason } from "./leaving.contract.ts";
import type { LeavingStore, OfferRow } from "./leaving.store.ts";
import { REACTIVATION_DAYS, STAY } from "./leaving.vocabulary.ts";
import type { NewReactivation } from "./reactivation-mail.ts";

/** Until the code for staying ends. */
const OFFER_DAYS = 7;

type Closed = Pick<Member, "id" | "account" | "profile">;

interface Deps {
  leaving: Pick<LeavingStore, "losses" | "offer" | "close">;
  mails: Pick<Mails, "dispatch">;
  confirmPassword: ConfirmPassword;
  endSessions: EndSessions;
  newReactivation: NewReactivation;
  announceChange(id: string): Promise<void>;
  after(work: Promise<unknown>): void;
}

export function createLeaving({ leaving, mails, confirmPassword, endSessions, newReactivation, announceChange, after }: Deps) {
  async function close(ctx: MailContext, member: Closed, departure: { reason: LeavingReason; text: string | null }) {
    const { id, account } = member;
    const { token, mail } = await newReactivation(ctx, member, comesBackUntil(ctx.now));
    const row = {
      id: newId(),
      domainId: ctx.domain.id,
      ...departure,
      days: Math.floor((ctx.now - account.createdAt) / DAY),
      paidUser: account.paidUser,
      day: iso(ctx.now).slice(0, 10),
    };
    const rows = { accountId: id, passwordHash: account.passwordHash, token, mail, departure: row };
    const ended = await endSessions(id, ctx.now, () => leaving.close(rows, ctx.now));
    if (!ended) throw changedMeanwhile();
    await mails.dispatch(mail.id);
    after(announceChange(id));
  }

  return {
    /** Two persons of the staff do it for a member who asked elsewhere. @throws conflict */
    closeFor: (ctx: MailContext, member: Closed) => close(ctx, member, { reason: "something_else", text: null }),

    async departure(ctx: MemberContext): Promise<Output<typeof contract.departure>> {
      const { id, photos } = ctx.viewer;
      const { credits, matches, chats, payments, offer } = await leaving.losses(id);
      return {
        credits,
        refundable: ctx.domain.features.refunds ? payments.flatMap((payment) => shareOf(payment, ctx.now)) : [],
        matches,
        chats,
        photos: photos.length,
        until: iso(comesBackUntil(ctx.now)),
        offer: shownOffer(ctx, offer),
      };
    },

    /** Idempotent: an account is offered one code, ever. */
    async offerToStay(ctx: MemberContext): Promise<Output<typeof contract.offerToStay>> {
      const { settings, features, id: domainId } = ctx.domain;
      if (!features.payments || settings.delete_discount === 0) return { offer: null };
      const row = {
        domainId,
        code: `${STAY}${newId().slice(-10).toUpperCase()}`,
        percentage: settings.delete_discount * 10,
        accountId: ctx.viewer.id,
        expiresAt: ctx.now + OFFER_DAYS * DAY,
        validity: "once" as const,
        createdAt: ctx.now,
      };
      return { offer: shownOffer(ctx, await leaving.offer(row)) };
    },

    /** The reason is stored without the member. @throws invalid, login_blocked, conflict */
    async deleteAccount(
      ctx: MemberContext,
      input: Input<typeof contract.deleteAccount>,
    ): Promise<Answer<Output<typeof contract.deleteAccount>>> {
      const text = cleanText(input.text ?? "");
      if (textLength(text) > LEAVING_TEXT) throw invalid({ field: "text", code: "too_long", params: { max: LEAVING_TEXT } });
      const wrong = await confirmPassword(ctx, { field: "password", code: "password_wrong", password: input.password });
      if (wrong) throw invalid(wrong);

      await close(ctx, ctx.viewer, { reason: input.reason, text: namesNobody(text, ctx.viewer) ? text || null : null });
      // Null clears the device secret too.
      return new Answer({ deleted: true, until: iso(comesBackUntil(ctx.now)) }, { session: { ended: null } });
    },
  };
}

function shareOf(payment: Found, now: number) {
  const rest = refundableOf(payment, now);
  if (!rest) return [];
  const { id, currency, completedAt, refundDays } = payment;
  const until = iso((completedAt ?? 0) + refundDays * DAY);
  return [{ payment: id, ...rest, currency, method: payment.method as PaymentMethod, until }];
}

/** A code of another domain of the pool is not good here. */
function shownOffer({ domain, now }: MemberContext, row: OfferRow | null) {
  if (!row || row.domainId !== domain.id || row.expiresAt === null || row.expiresAt <= now) return null;
  return { code: row.code, value_percentage: percentOf(row.percentage), expires: iso(row.expiresAt) };
}

function namesNobody(text: string, { account, profile }: Viewer): boolean {
  const plain = text.toLowerCase();
  return !findsContact(text) && ![profile.name, account.email].some((name) => plain.includes(name.toLowerCase()));
}

function comesBackUntil(now: number): number {
  return now + REACTIVATION_DAYS * DAY;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
