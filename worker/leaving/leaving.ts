import type { MemberContext } from "#worker/context.ts";
import type { Viewer } from "#worker/identity/viewer.ts";
import { Answer } from "#worker/lib/answer.ts";
import type { Input, Output } from "#worker/lib/call.ts";
import { findsContact } from "#worker/lib/contact.ts";
import { invalid } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import { DAY } from "#worker/lib/limits.ts";
import { cleanText, textLength } from "#worker/lib/text.ts";
import type { Mails } from "#worker/mail/mails.ts";
import type { EndSessions } from "#worker/sessions/end-sessions.ts";
import { type ConfirmPassword, changedMeanwhile } from "#worker/sessions/password-confirmation.ts";
import { type contract, LEAVING_TEXT } from "./leaving.contract.ts";
import type { LeavingStore } from "./leaving.store.ts";
import { REACTIVATION_DAYS } from "./leaving.vocabulary.ts";
import type { NewReactivation } from "./reactivation-mail.ts";

interface Deps {
  leaving: Pick<LeavingStore, "losses" | "close">;
  mails: Pick<Mails, "dispatch">;
  confirmPassword: ConfirmPassword;
  endSessions: EndSessions;
  newReactivation: NewReactivation;
  announceChange(id: string): Promise<void>;
  after(work: Promise<unknown>): void;
}

export function createLeaving({ leaving, mails, confirmPassword, endSessions, newReactivation, announceChange, after }: Deps) {
  return {
    async departure(ctx: MemberContext): Promise<Output<typeof contract.departure>> {
      const { id, account, photos } = ctx.viewer;
      const { matches, chats } = await leaving.losses(id);
      return { credits: account.credits, matches, chats, photos: photos.length, until: iso(comesBackUntil(ctx.now)) };
    },

    /** The reason is stored without the member. @throws invalid, login_blocked, conflict */
    async deleteAccount(
      ctx: MemberContext,
      input: Input<typeof contract.deleteAccount>,
    ): Promise<Answer<Output<typeof contract.deleteAccount>>> {
      const { id, account } = ctx.viewer;
      const text = cleanText(input.text ?? "");
      if (textLength(text) > LEAVING_TEXT) throw invalid({ field: "text", code: "too_long", params: { max: LEAVING_TEXT } });
      const wrong = await confirmPassword(ctx, { field: "password", code: "password_wrong", password: input.password });
      if (wrong) throw invalid(wrong);

      const { token, mail } = await newReactivation(ctx, ctx.viewer, comesBackUntil(ctx.now));
      const departure = {
        id: newId(),
        domainId: ctx.domain.id,
        reason: input.reason,
        text: namesNobody(text, ctx.viewer) ? text || null : null,
        days: Math.floor((ctx.now - account.createdAt) / DAY),
        paidUser: account.paidUser,
        day: iso(ctx.now).slice(0, 10),
      };
      const rows = { accountId: id, passwordHash: account.passwordHash, token, mail, departure };
      const ended = await endSessions(id, ctx.now, () => leaving.close(rows, ctx.now));
      if (!ended) throw changedMeanwhile();
      await mails.dispatch(mail.id);
      after(announceChange(id));
      // Null clears the device secret too.
      return new Answer({ deleted: true, until: iso(comesBackUntil(ctx.now)) }, { session: { ended: null } });
    },
  };
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
