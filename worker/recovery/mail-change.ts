import type { Context, MemberContext } from "../context.ts";
import type { AccountsDeps } from "../identity/accounts.ts";
import { noEmail, parseEmail } from "../identity/email.ts";
import { addresseeOf } from "../identity/viewer.ts";
import type { Input, Output } from "../lib/call.ts";
import { sha256 } from "../lib/crypto.ts";
import { AppError, type FieldError, invalid } from "../lib/errors.ts";
import { newSecret } from "../lib/ids.ts";
import { HOUR, hitAll, MINUTE, type Rule, refuseOver } from "../lib/limits.ts";
import { limitOf } from "../lib/limits-table.ts";
import { announced } from "../live/live.ts";
import { changedMeanwhile, proofProblem } from "../sessions/proof.ts";
import { asking } from "../signup/asking.ts";
import { findUndo, isUndoLink, newUndo } from "./mail-undo.ts";
import type { contract } from "./recovery.contract.ts";

/** How long the link to the new address is good for. */
export const CHANGE_HOURS = 24;

/** Asking again for the same address within this time (ms) is the same request. */
const REPEAT = MINUTE;

const LINK = /^m[A-Za-z0-9_-]{43}$/;

/** Another e-mail address for a member whose present one is confirmed. */
export function createMailChange(deps: AccountsDeps) {
  const { store, mailChanges, limits, live, mails } = deps;

  return {
    /**
     * Sends a link to the new address and a notice with an undo to the old one; nothing else changes yet. A newer request
     * takes the place of an older; the same one again within a minute changes and sends nothing. On a domain that does not
     * reveal accounts the answer, the work behind it and the fate of the older link are the same for an address that is
     * somebody else's, whom a mail tells.
     * @throws invalid with every field that is wrong; login_blocked after five wrong passwords; conflict where
     * address or password changed meanwhile; 429 after too many mails.
     */
    async requestMailChange(
      ctx: MemberContext,
      input: Input<typeof contract.requestMailChange>,
    ): Promise<Output<typeof contract.requestMailChange>> {
      const { account } = ctx.viewer;
      const email = parseEmail(input.email);
      const typed = { field: "password", code: "password_wrong", password: input.password } as const;
      const proof = await proofProblem(ctx, typed, deps);
      const problems = [...addressProblems(input.email, email, account.email), ...(proof ? [proof] : [])];
      if (problems.length > 0 || email === null) throw invalid(...problems);

      return ask(ctx, email);
    },

    /** The change that waits for its link to be opened: of the one who asks and of nobody else. */
    async pendingMailChange({ viewer, now }: MemberContext): Promise<Output<typeof contract.pendingMailChange>> {
      const pending = await mailChanges.pending(viewer.id, now);
      return { email: pending?.email ?? null, expires_at: pending ? new Date(pending.expiresAt).toISOString() : null };
    },

    /**
     * The same as asking once more for the address that waits; who asked for it has given the password then.
     * @throws link_expired where nothing waits any more; otherwise as `requestMailChange`.
     */
    async repeatMailChange(ctx: MemberContext): Promise<Output<typeof contract.repeatMailChange>> {
      const pending = await mailChanges.pending(ctx.viewer.id, ctx.now);
      if (!pending) throw new AppError("link_expired");
      return ask(ctx, pending.email);
    },

    /**
     * The link to the new address opens nothing any more; where nothing waits, that is so already. The undo in the notice stays
     * good: it is how the owner throws somebody out who got as far as asking.
     */
    async cancelMailChange({ viewer }: MemberContext): Promise<Output<typeof contract.cancelMailChange>> {
      await mailChanges.cancel(viewer.id);
      return { cancelled: true };
    },

    /** What a link that somebody opens is good for, of the confirmation or of the undo. Tells who has no link of ours nothing. */
    async mailChangeLink(
      ctx: Context,
      { token }: Input<typeof contract.mailChangeLink>,
    ): Promise<Output<typeof contract.mailChangeLink>> {
      const found = isUndoLink(token) ? await findUndo(ctx, token, deps) : await findChange(ctx, token);
      return { state: found ? "open" : "expired", email: found?.token.data ?? null };
    },

    /**
     * The press on the link's page, on whatever device; nobody is logged in or out by it.
     * @throws link_expired where the link was used, replaced, ran out or never was; invalid `email_taken` where somebody
     * else has the address by now, which whoever reads its mail may know.
     */
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

  async function ask(ctx: MemberContext, email: string): Promise<{ sent: true }> {
    // Sent twice by one press too many: the link that is on its way stays the one.
    if (await mailChanges.justAsked(ctx.viewer.id, email, ctx.now - REPEAT)) return { sent: true };
    return asking(ctx, { limits, rule: limitOf("mailChangeAsking", { account: ctx.viewer.id }) }, () => request(ctx, email));
  }

  async function request(ctx: MemberContext, email: string): Promise<{ sent: true }> {
    const { id, account } = ctx.viewer;
    const owner = await store.findOwner(ctx.domain.pool, { email });
    if (owner && ctx.domain.settings.reveal_accounts === "yes") throw invalid({ field: "email", code: "email_taken" });
    const counters: Rule[] = [
      limitOf("mailChanges", { account: id }),
      limitOf("mailChangesTo", { pool: ctx.domain.pool, email }),
    ];
    refuseOver(await hitAll(limits, counters, ctx.now));

    const me = addresseeOf(ctx.viewer);
    const token = `m${newSecret(32)}`;
    const undo = await newUndo(ctx, me);
    const letters = [
      owner
        ? await mails.addressInUse(ctx, addresseeOf(owner))
        : await mails.mailChange(ctx, {
            ...me,
            email,
            link: `${ctx.origin}/mail-change/do?token=${token}`,
            hours: CHANGE_HOURS,
          }),
      await mails.mailChangeNotice(ctx, { ...me, newEmail: email, link: `${ctx.origin}/${undo.link}`, days: undo.days }),
    ];
    // For an address that is somebody's, the token is one that no mail carries.
    const change = {
      hash: await sha256(token),
      kind: "mail_change" as const,
      accountId: id,
      data: email,
      createdAt: ctx.now,
      expiresAt: ctx.now + CHANGE_HOURS * HOUR,
    };
    const rows = { change, undo: undo.token, mails: letters, passwordHash: account.passwordHash };
    const outcome = await mailChanges.request(rows, ctx.now - REPEAT);
    if (outcome === "asked") for (const letter of letters) await mails.dispatch(letter.id);
    // No mail came of it: of two at once the other was faster, or the account is not what it was.
    else for (const [key] of counters) await limits.release(key, ctx.now);
    if (outcome === "changed") throw changedMeanwhile();
    return { sent: true };
  }

  /** The link that makes an address the account's, where it is good here and now. */
  async function findChange(ctx: Context, token: string) {
    const found = LINK.test(token) ? await mailChanges.findLink(await sha256(token), "mail_change", ctx.now) : null;
    return found?.pool === ctx.domain.pool && found.status === "active" ? found : null;
  }
}

function addressProblems(typed: string, email: string | null, current: string): FieldError[] {
  if (email === null) return [noEmail(typed, "new_email_invalid")];
  return email === current ? [{ field: "email", code: "email_same" }] : [];
}
