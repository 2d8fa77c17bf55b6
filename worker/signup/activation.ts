import type { Context, MemberContext } from "../context.ts";
import type { Settings } from "../domains/settings.ts";
import type { AccountsDeps } from "../identity/accounts.ts";
import { addresseeOf, type Member } from "../identity/viewer.ts";
import { Answer } from "../lib/answer.ts";
import type { Input, Output } from "../lib/call.ts";
import { equalSecrets, sha256 } from "../lib/crypto.ts";
import { AppError, invalid } from "../lib/errors.ts";
import { newSecret } from "../lib/ids.ts";
import { HOUR, hitAll, type Rule, refuseOver } from "../lib/limits.ts";
import { limitOf } from "../lib/limits-table.ts";
import { announced } from "../live/live.ts";
import type { Addressee, MailContext } from "../mail/mails.ts";
import { logIn } from "../sessions/login.ts";
import type { contract } from "./activation.contract.ts";
import type { LinkRow, TokenRow } from "./activation.store.ts";

/** How long the link and the code of an activation mail are good for. */
const ACTIVATION_HOURS = 48;

/** The first letter of a one-time link says what it is for. */
const LINK = /^a[A-Za-z0-9_-]{43}$/;

export type Activation = ReturnType<typeof createActivation>;

/** Confirming an e-mail address, by the link or the code of the newest mail. */
export function createActivation(deps: AccountsDeps) {
  const { activations, limits, live, mails, keyedHash } = deps;

  return {
    /**
     * The same again for who is confirmed is no mistake.
     * @throws link_expired where link or code were replaced, ran out or never were; 422 `wrong_code` for another code.
     */
    async activate(
      ctx: Context,
      { token, code }: Input<typeof contract.activate>,
    ): Promise<Answer<Output<typeof contract.activate>>> {
      if (token !== undefined) return byLink(ctx, token);
      if (!ctx.viewer) throw new AppError("authentication_required");
      return byCode(ctx as MemberContext, code ?? "");
    },

    /** What a link that somebody opens is good for. Tells who has no link of ours nothing. */
    async activationLink(
      ctx: Context,
      { token: link }: Input<typeof contract.activationLink>,
    ): Promise<Output<typeof contract.activationLink>> {
      const found = await linkOf(ctx, link);
      const waits = found?.status === "not_confirmed";
      const open = waits && isUsable(found.token, ctx.now);
      return {
        state: open ? "open" : found?.status === "active" ? "confirmed" : "expired",
        mine: found !== null && ctx.viewer?.id === found.token.accountId,
        removable: waits && found.token.usedAt === null,
      };
    },

    /** @throws conflict where the address is confirmed already, or was corrected meanwhile; 429 after three mails an hour or five a day. */
    async activation(ctx: MemberContext): Promise<Output<typeof contract.activation>> {
      const { id, account } = ctx.viewer;
      if (account.status !== "not_confirmed") throw new AppError("conflict");
      refuseOver(await hitAll(limits, [accountMails(id), addressMails(ctx, account.email)], ctx.now));
      const rows = await newActivation(ctx, addresseeOf(ctx.viewer));
      if (!(await activations.replaceToken(rows.token, rows.mail))) throw new AppError("conflict");
      await mails.dispatch(rows.mail.id);
      return { sent: true };
    },

    newActivation,
  };

  /**
   * A fresh link and code and the mail that carries them, not stored yet: a reminder where `erased` says when the account goes.
   * Where nobody is logged in before the address is confirmed there is nowhere to enter a code, and none is made.
   */
  async function newActivation(ctx: MailContext, to: Addressee & { id: string }, erased?: number) {
    const link = `a${newSecret(32)}`;
    const code = takesCode(ctx.domain.settings) ? sixDigits() : null;
    const content = { ...to, link: `${ctx.origin}/${link}`, code, hours: ACTIVATION_HOURS };
    const mail = await (erased ? mails.activationReminder(ctx, { ...content, erased }) : mails.activation(ctx, content));
    const token = {
      hash: await sha256(link),
      kind: "activation" as const,
      accountId: to.id,
      codeHash: code && (await codeHash(to.id, code)),
      createdAt: ctx.now,
      expiresAt: ctx.now + ACTIVATION_HOURS * HOUR,
    };
    return { token, mail };
  }

  async function byLink(ctx: Context, link: string): Promise<Answer<Output<typeof contract.activate>>> {
    const found = await linkOf(ctx, link);
    // Pressed twice, or asked again because the first answer was lost: it is done, and nobody is logged in by that.
    if (found?.status === "active") return new Answer(confirmedAs(ctx, found), {});
    if (found?.status !== "not_confirmed" || !isUsable(found.token, ctx.now)) throw new AppError("link_expired");
    const member = await confirm(ctx, found.token);
    if (!member) return byLostRace(ctx, link);
    // Where signing up logs nobody in, the link does.
    const opens = !ctx.viewer && ctx.domain.settings.reveal_accounts === "no";
    return new Answer(confirmed(member), opens ? (await logIn(ctx, member, deps)).effects : {});
  }

  /** Of two at once the other was faster: what it has left behind. */
  async function byLostRace(ctx: Context, link: string): Promise<Answer<Output<typeof contract.activate>>> {
    const found = await linkOf(ctx, link);
    if (found?.status !== "active") throw new AppError("link_expired");
    return new Answer(confirmedAs(ctx, found), {});
  }

  /** The link, used or not, with its account, where it is one of this pool. */
  async function linkOf(ctx: Context, link: string): Promise<LinkRow | null> {
    const found = isActivationLink(link) ? await activations.findLink(await sha256(link)) : null;
    return found?.pool === ctx.domain.pool ? found : null;
  }

  async function byCode(ctx: MemberContext, typed: string): Promise<Answer<Output<typeof contract.activate>>> {
    const { id, account } = ctx.viewer;
    if (account.status === "active") return new Answer(confirmed(ctx.viewer), {});
    const found = await activations.findTokenOf(id, ctx.now);
    if (!found) throw new AppError("link_expired");
    refuseOver(await limits.hit(...limitOf("activationCode", { account: id, token: found.hash }), ctx.now));
    refuseOver(await limits.hit(...limitOf("activationCodes", { account: id }), ctx.now));
    const code = typed.normalize("NFKC").replace(/[\s-]/g, "");
    if (!equalSecrets(found.codeHash ?? "", await codeHash(id, code))) throw invalid({ field: "code", code: "wrong_code" });
    const member = await confirm(ctx, found);
    if (member) return new Answer(confirmed(member), {});
    // Of two presses at once the other was faster.
    const now = await activations.findLink(found.hash);
    if (now?.status !== "active") throw new AppError("link_expired");
    return new Answer(confirmedAs(ctx, now), {});
  }

  /** Null where the token was used, replaced or ran out in the meantime. */
  async function confirm(ctx: Context, token: TokenRow): Promise<Member | null> {
    const { accountId } = token;
    const member = await announced(live, [accountId], () =>
      activations.activate(token, ctx.domain.settings.signup_credits, ctx.now),
    );
    await live.tell(accountId, { events: [], changed: member ? ["user"] : [] });
    return member;
  }

  function codeHash(accountId: string, code: string): Promise<string> {
    return keyedHash(`activation code\n${accountId}\n${code}`);
  }
}

/** By which the mails with a link to one account are counted. */
export function accountMails(accountId: string): Rule {
  return limitOf("activationMails", { account: accountId });
}

/**
 * By which those to one address are, whichever accounts name it: nobody's mailbox is filled by who signs up and corrects the
 * address again and again.
 */
export function addressMails({ domain }: Context, email: string): Rule {
  return limitOf("activationMailsTo", { pool: domain.pool, email });
}

function confirmed({ account }: Member): Output<typeof contract.activate> {
  return { status: "active", credits: account.credits };
}

function confirmedAs({ viewer }: Context, { token }: LinkRow): Output<typeof contract.activate> {
  return { status: "active", credits: viewer?.id === token.accountId ? viewer.account.credits : null };
}

function isUsable({ usedAt, expiresAt }: TokenRow, now: number): boolean {
  return usedAt === null && expiresAt > now;
}

/** Whether a member can be logged in whose address is not confirmed, and enter a code. */
export function takesCode({ reveal_accounts }: Pick<Settings, "reveal_accounts">): boolean {
  return reveal_accounts === "yes";
}

/** Whether a path could be a link that an activation mail carries; whether it is good only the store knows. */
export function isActivationLink(text: string): boolean {
  return LINK.test(text);
}

/** Whether a path is what a mail program may make of such a link: cut off, or with what stood behind it. */
export function isBrokenActivationLink(text: string): boolean {
  const [body = ""] = /^a[A-Za-z0-9_-]{23,79}/.exec(text) ?? [];
  return !LINK.test(text) && /[A-Z]/.test(body) && /[0-9]/.test(body);
}

function sixDigits(): string {
  // The numbers below 4,294,000,000 are spread evenly over a million codes.
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return number < 4_294_000_000 ? String(number % 1_000_000).padStart(6, "0") : sixDigits();
}
