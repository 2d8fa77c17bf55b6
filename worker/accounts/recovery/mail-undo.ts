import type { EndSessions } from "#worker/accounts/sessions/end-sessions.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import type { AccountsStore } from "#worker/people/identity/accounts.store.ts";
import type { Context } from "#worker/people/identity/context.ts";
import type { Passwords } from "#worker/people/identity/passwords.ts";
import { findLink, newLink } from "#worker/people/links/one-time-link.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { newSecret } from "#worker/platform/ids.ts";
import { log } from "#worker/platform/log.ts";
import type { MailChangeStore } from "./mail-change.store.ts";
import type { contract } from "./recovery.contract.ts";

interface Deps {
  store: Pick<AccountsStore, "findOwner">;
  mailChanges: Pick<MailChangeStore, "findLink" | "undo">;
  mails: Pick<Mails, "mailUndone" | "dispatch">;
  passwords: Pick<Passwords, "hash">;
  endSessions: EndSessions;
  after(work: Promise<unknown>): void;
  bringBack(ctx: Context, email: string): Promise<void>;
}

export function createMailUndo({ store, mailChanges, mails, passwords, endSessions, after, bringBack }: Deps) {
  return {
    /** Voids a password that an intruder may know; `token` sets a new one. @throws link_expired, invalid (email_taken) */
    async undoMailChange(
      ctx: Context,
      { token }: Input<typeof contract.undoMailChange>,
    ): Promise<Output<typeof contract.undoMailChange>> {
      const found = await findLink("mail_undo", token, ctx.domain.pool, (hash) =>
        mailChanges.findLink(hash, "mail_undo", ctx.now),
      );
      if (!found) throw new AppError("link_expired");
      const { accountId } = found.token;
      const email = found.token.data as string;
      const owner = await store.findOwner(found.pool, { email });
      const taken = owner !== null && owner.id !== accountId && owner.account.activatedAt !== null;
      if (taken) throw invalid({ field: "email", code: "email_taken" });
      const unknowable = await passwords.hash(newSecret(32));
      const reset = await newLink("reset", accountId, ctx.now);
      const mail = await mails.mailUndone(ctx, { id: accountId, email, name: found.name, language: found.language });
      let outcome = "";
      await endSessions(accountId, ctx.now, async () => {
        const undone = await mailChanges.undo(found.token, { passwordHash: unknowable, reset: reset.token, mail }, ctx.now);
        outcome = undone.outcome;
        return undone.ended;
      });
      if (outcome === "taken") throw invalid({ field: "email", code: "email_taken" });
      if (outcome !== "done") throw new AppError("link_expired");
      await mails.dispatch(mail.id);
      if (found.status !== "deleted") return { email, profile: accountId, token: reset.link };
      after(bringBack(ctx, email).catch((error) => log("error", "reactivation mail not stored", { error })));
      return { email, profile: accountId, token: null };
    },
  };
}
