import { type ConfirmPassword, changedMeanwhile } from "#worker/accounts/sessions/password-confirmation.ts";
import { announced, type Live } from "#worker/delivery/live/live.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import { jobAbout } from "#worker/delivery/push/jobs.ts";
import type { Bans } from "#worker/people/bans/bans.ts";
import type { AccountsStore } from "#worker/people/identity/accounts.store.ts";
import type { Context, MemberContext } from "#worker/people/identity/context.ts";
import { limitDisclosure } from "#worker/people/identity/disclosure.ts";
import { noEmail, parseEmail } from "#worker/people/identity/email.ts";
import { addresseeOf } from "#worker/people/identity/viewer.ts";
import { findLink, newLink } from "#worker/people/links/one-time-link.ts";
import { isLink, LIFETIME } from "#worker/people/links/vocabulary.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { DAY, HOUR, MINUTE } from "#worker/platform/durations.ts";
import { AppError, type FieldError, invalid } from "#worker/platform/errors.ts";
import { hitAll, type Limits, type Rule, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import type { MailChangeStore } from "./mail-change.store.ts";
import type { contract } from "./recovery.contract.ts";

/** Ms in which a second request for the same address repeats the first. */
const REPEAT = MINUTE;

/** The member who asks, or for whom staff ask: then no session is theirs. */
export type Asking = Pick<MemberContext, "domain" | "origin" | "country" | "now" | "network"> & {
  viewer: Pick<MemberContext["viewer"], "id" | "account" | "profile" | "tokenHash">;
};

interface Deps {
  store: Pick<AccountsStore, "findOwner">;
  mailChanges: MailChangeStore;
  limits: Limits;
  live: Live;
  mails: Pick<Mails, "addressInUse" | "mailChange" | "mailChangeNotice" | "dispatch">;
  confirmPassword: ConfirmPassword;
  bans: Pick<Bans, "addressProblem">;
}

export function createMailChange({ store, mailChanges, limits, live, mails, confirmPassword, bans }: Deps) {
  return {
    /** Staff have typed it. The link of the new address proves it, and the old one gets an undo. */
    changeAddress: (ctx: Asking, email: string) => start(ctx, email),

    /** Mails a link to the new address and an undo to the old. @throws invalid, login_blocked, conflict, too_many_requests */
    async requestMailChange(
      ctx: MemberContext,
      input: Input<typeof contract.requestMailChange>,
    ): Promise<Output<typeof contract.requestMailChange>> {
      const { account } = ctx.viewer;
      const email = parseEmail(input.email);
      const typed = { field: "password", code: "password_wrong", password: input.password } as const;
      const wrongPassword = await confirmPassword(ctx, typed);
      const refused = await bans.addressProblem(ctx, email);
      const found = [refused, wrongPassword].filter((problem) => problem !== null);
      const problems = [...addressProblems(input.email, email, account.email), ...found];
      if (problems.length > 0 || email === null) throw invalid(...problems);

      return start(ctx, email);
    },

    async pendingMailChange({ viewer, now }: MemberContext): Promise<Output<typeof contract.pendingMailChange>> {
      const pending = await mailChanges.pending(viewer.id, now);
      return { email: pending?.email ?? null, expires_at: pending ? new Date(pending.expiresAt).toISOString() : null };
    },

    /** Needs no password: the pending request had one. @throws link_expired, and the codes of requestMailChange */
    async repeatMailChange(ctx: MemberContext): Promise<Output<typeof contract.repeatMailChange>> {
      const pending = await mailChanges.pending(ctx.viewer.id, ctx.now);
      if (!pending) throw new AppError("link_expired");
      const refused = await bans.addressProblem(ctx, pending.email);
      if (refused) throw invalid(refused);
      return start(ctx, pending.email);
    },

    /** Idempotent. The undo stays valid against an intruder who only requested the change. */
    async cancelMailChange({ viewer }: MemberContext): Promise<Output<typeof contract.cancelMailChange>> {
      await mailChanges.cancel(viewer.id);
      return { cancelled: true };
    },

    /** For the link of the change and of the undo. Discloses nothing without a valid link. */
    async mailChangeLink(
      ctx: Context,
      { token }: Input<typeof contract.mailChangeLink>,
    ): Promise<Output<typeof contract.mailChangeLink>> {
      const kind = isLink("mail_undo", token) ? "mail_undo" : "mail_change";
      const found = kind === "mail_undo" ? await find(ctx, kind, token) : await findChange(ctx, token);
      if (found) return { state: "open", email: found.token.data };
      const used = await findLink(kind, token, ctx.domain.pool, (hash) => mailChanges.findUsed(hash, kind, ctx.now));
      return { state: used ? "used" : "expired", email: null };
    },

    /** On any device; starts and ends no session. @throws link_expired, invalid (email_taken) */
    async confirmMailChange(
      ctx: Context,
      { token }: Input<typeof contract.confirmMailChange>,
    ): Promise<Output<typeof contract.confirmMailChange>> {
      const found = await findChange(ctx, token);
      if (!found) throw new AppError("link_expired");
      const { accountId, data } = found.token;
      const outcome = await announced(live, [accountId], () => mailChanges.confirm(found.token, ctx.now));
      await live.tell(accountId, { events: [], changed: outcome === "done" ? ["user"] : [] });
      if (outcome === "taken") throw invalid({ field: "email", code: "email_taken" });
      if (outcome === "used") throw new AppError("link_expired");
      return { email: data as string };
    },
  };

  async function start(ctx: Asking, email: string): Promise<{ sent: true }> {
    // A double submit keeps the link that was just mailed.
    if (await mailChanges.wasJustRequested(ctx.viewer.id, email, ctx.now - REPEAT)) return { sent: true };
    const rule = limitOf("mailChangeAsking", { account: ctx.viewer.id });
    return limitDisclosure(ctx, { limits, rule }, () => request(ctx, email));
  }

  async function request(ctx: Asking, email: string): Promise<{ sent: true }> {
    const { id, account } = ctx.viewer;
    const owner = await store.findOwner(ctx.domain.pool, { email });
    if (owner && ctx.domain.settings.reveal_accounts === "yes") throw invalid({ field: "email", code: "email_taken" });
    const counters: Rule[] = [
      limitOf("mailChanges", { account: id }),
      limitOf("mailChangesTo", { pool: ctx.domain.pool, email }),
    ];
    refuseOver(await hitAll(limits, counters, ctx.now));

    const me = addresseeOf(ctx.viewer);
    const change = await newLink("mail_change", id, ctx.now);
    const undo = await newLink("mail_undo", id, ctx.now);
    const letters = [
      owner
        ? await mails.addressInUse(ctx, addresseeOf(owner))
        : await mails.mailChange(ctx, {
            ...me,
            email,
            link: `${ctx.origin}/mail-change/do?token=${change.link}`,
            hours: LIFETIME.mail_change / HOUR,
          }),
      await mails.mailChangeNotice(ctx, {
        ...me,
        newEmail: email,
        link: `${ctx.origin}/${undo.link}`,
        days: LIFETIME.mail_undo / DAY,
      }),
    ];
    // On a secret domain no mail carries the link to a taken address.
    const rows = {
      change: { ...change.token, data: email },
      undo: { ...undo.token, data: me.email },
      mails: letters,
      passwordHash: account.passwordHash,
    };
    const outcome = await mailChanges.request(rows, ctx.now - REPEAT);
    if (outcome === "requested") {
      for (const letter of letters) await mails.dispatch(letter.id);
      const pushes = [jobAbout("security", id, "email", ctx.viewer.tokenHash)];
      await live.tell(id, { events: [], changed: [], pushes });
    }
    // No mail was stored: a parallel request was faster, or the account changed.
    else for (const [key] of counters) await limits.release(key, ctx.now);
    if (outcome === "changed") throw changedMeanwhile();
    return { sent: true };
  }

  async function find(ctx: Context, kind: "mail_change" | "mail_undo", token: string) {
    return findLink(kind, token, ctx.domain.pool, (hash) => mailChanges.findLink(hash, kind, ctx.now));
  }

  async function findChange(ctx: Context, token: string) {
    const found = await find(ctx, "mail_change", token);
    return found?.status === "active" ? found : null;
  }
}

function addressProblems(typed: string, email: string | null, current: string): FieldError[] {
  if (email === null) return [noEmail(typed, "new_email_invalid")];
  return email === current ? [{ field: "email", code: "email_same" }] : [];
}
