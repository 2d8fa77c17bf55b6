import type { Context } from "../context.ts";
import type { AccountsDeps } from "../identity/accounts.ts";
import type { Input, Output } from "../lib/call.ts";
import { sha256 } from "../lib/crypto.ts";
import { AppError, invalid } from "../lib/errors.ts";
import { newSecret } from "../lib/ids.ts";
import { DAY } from "../lib/limits.ts";
import { log } from "../lib/log.ts";
import { endingSessions } from "../sessions/ending.ts";
import type { contract } from "./recovery.contract.ts";
import { newResetToken } from "./reset.ts";

/** A week after the last moment in which the change can be confirmed. */
const UNDO_DAYS = 8;

/** The first letter of a one-time link says what it is for. */
const LINK = /^v[A-Za-z0-9_-]{43}$/;

/** The way back for whoever reads the mail of an account's old address. */
export function createMailUndo(deps: AccountsDeps) {
  const { store, mailChanges, mails, passwords, after, bringBack } = deps;
  return {
    /**
     * The address that the notice went to is the account's again, or stays it. Whoever asked for the change knew the
     * password, so that one opens nothing any more, every session and passkey ends, and the answer's token chooses a new one.
     * A mail to the address says so, for whoever leaves before that.
     * @throws link_expired where the link was used, ran out or never was; invalid `email_taken` where the address has become
     * another confirmed account's.
     */
    async undoMailChange(
      ctx: Context,
      { token }: Input<typeof contract.undoMailChange>,
    ): Promise<Output<typeof contract.undoMailChange>> {
      const found = await findUndo(ctx, token, deps);
      if (!found) throw new AppError("link_expired");
      const { accountId } = found.token;
      const email = found.token.data as string;
      const owner = await store.findOwner(found.pool, { email });
      const taken = owner !== null && owner.id !== accountId && owner.account.activatedAt !== null;
      if (taken) throw invalid({ field: "email", code: "email_taken" });
      const unknowable = await passwords.hash(newSecret(32));
      const reset = await newResetToken(accountId, ctx.now);
      const mail = await mails.mailUndone(ctx, { id: accountId, email, name: found.name, language: found.language });
      let outcome = "";
      await endingSessions(deps, accountId, ctx.now, async () => {
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

/** The undo, where it is good here and now. */
export async function findUndo(ctx: Context, token: string, { mailChanges }: Pick<AccountsDeps, "mailChanges">) {
  const found = LINK.test(token) ? await mailChanges.findLink(await sha256(token), "mail_undo", ctx.now) : null;
  return found?.pool === ctx.domain.pool ? found : null;
}

/** The undo of a change that is being asked for, not stored yet. */
export async function newUndo(ctx: Context, of: { id: string; email: string }) {
  const link = `v${newSecret(32)}`;
  const token = {
    hash: await sha256(link),
    kind: "mail_undo" as const,
    accountId: of.id,
    data: of.email,
    createdAt: ctx.now,
    expiresAt: ctx.now + UNDO_DAYS * DAY,
  };
  return { link, token, days: UNDO_DAYS };
}

/** Whether a path could be a link that such a notice carries; whether it is good only the store knows. */
export function isUndoLink(text: string): boolean {
  return LINK.test(text);
}
