import type { CallInput, CallOutput } from "../calls.ts";
import type { Context, MemberContext } from "../context.ts";
import { Answer } from "../lib/answer.ts";
import { equalSecrets, sha256 } from "../lib/crypto.ts";
import { AppError, invalid } from "../lib/errors.ts";
import { newSecret } from "../lib/ids.ts";
import { DAY, HOUR, MINUTE, refuseOver } from "../lib/limits.ts";
import type { Language } from "#locales/languages.ts";
import { announced } from "../live/live.ts";
import type { AccountsDeps } from "./accounts.ts";
import type { TokenRow } from "./activation.store.ts";
import { logIn } from "./login.ts";
import type { Member } from "./viewer.ts";

/** How long the link and the code of an activation mail are good for. */
export const ACTIVATION_HOURS = 48;
const CODE_TRIES = [{ limit: 5, windowMs: 15 * MINUTE }];
const RESENDS = [
  { limit: 3, windowMs: HOUR },
  { limit: 5, windowMs: DAY },
];

/** The first letter of a one-time link says what it is for. */
const LINK = /^a[A-Za-z0-9_-]{43}$/;

interface Addressee {
  id: string;
  email: string;
  name: string;
  language: Language;
}

/** Confirming an e-mail address, by the link or the code of the newest mail. */
export function createActivation(deps: AccountsDeps) {
  const { activations, limits, live, mails, keyedHash } = deps;

  return {
    /** @throws link_expired where link or code were used, replaced, ran out or never were; 422 `wrong_code` for another code. */
    async activate(ctx: Context, { token, code }: CallInput<"activate">): Promise<Answer<CallOutput<"activate">>> {
      if (token !== undefined) return byLink(ctx, token);
      if (!ctx.viewer) throw new AppError("authentication_required");
      return byCode(ctx as MemberContext, code ?? "");
    },

    /** @throws conflict where the address is confirmed already; 429 after three mails an hour or five a day. */
    async activation(ctx: MemberContext): Promise<CallOutput<"activation">> {
      const { id, account, profile } = ctx.viewer;
      if (account.status !== "not_confirmed") throw new AppError("conflict");
      refuseOver(await limits.hit(`activation mail ${id}`, RESENDS, ctx.now));
      const rows = await newActivation(ctx, {
        id,
        email: account.email,
        name: profile.name,
        language: account.language as Language,
      });
      await activations.replaceToken(rows.token, rows.mail);
      await mails.dispatch(rows.mail.id);
      return { sent: true };
    },

    newActivation,
  };

  /** A fresh link and code and the mail that carries them, not stored yet. */
  async function newActivation(ctx: Context, to: Addressee) {
    const link = `a${newSecret(32)}`;
    const code = sixDigits();
    const mail = await mails.activation(ctx, { ...to, link: `${ctx.origin}/${link}`, code, hours: ACTIVATION_HOURS });
    const token = {
      hash: await sha256(link),
      kind: "activation" as const,
      accountId: to.id,
      codeHash: await codeHash(to.id, code),
      createdAt: ctx.now,
      expiresAt: ctx.now + ACTIVATION_HOURS * HOUR,
    };
    return { token, mail };
  }

  async function byLink(ctx: Context, link: string): Promise<Answer<CallOutput<"activate">>> {
    const found = isActivationLink(link) ? await activations.findToken(await sha256(link), ctx.now) : undefined;
    if (found?.pool !== ctx.domain.pool) throw new AppError("link_expired");
    const member = await confirm(ctx, found.token);
    // Where signing up logs nobody in, the link does.
    const opens = !ctx.viewer && ctx.domain.settings.reveal_accounts === "no";
    return new Answer(confirmed(member), opens ? (await logIn(ctx, member, deps)).effects : {});
  }

  async function byCode(ctx: MemberContext, typed: string): Promise<Answer<CallOutput<"activate">>> {
    const { id, account } = ctx.viewer;
    if (account.status === "active") return new Answer(confirmed(ctx.viewer), {});
    refuseOver(await limits.hit(`activation code ${id}`, CODE_TRIES, ctx.now));
    const found = await activations.findTokenOf(id, ctx.now);
    if (!found) throw new AppError("link_expired");
    const code = typed.normalize("NFKC").replace(/[\s-]/g, "");
    if (!equalSecrets(found.token.codeHash ?? "", await codeHash(id, code))) throw invalid({ field: "code", code: "wrong_code" });
    return new Answer(confirmed(await confirm(ctx, found.token)), {});
  }

  async function confirm(ctx: Context, token: TokenRow): Promise<Member> {
    const { accountId } = token;
    const member = await announced(live, [accountId], () =>
      activations.activate(token, ctx.domain.settings.signup_credits, ctx.now),
    );
    await live.tell(accountId, { events: [], changed: member ? ["user"] : [] });
    if (!member) throw new AppError("link_expired");
    return member;
  }

  function codeHash(accountId: string, code: string): Promise<string> {
    return keyedHash(`activation code\n${accountId}\n${code}`);
  }
}

function confirmed({ account }: Member): CallOutput<"activate"> {
  return { status: "active", credits: account.credits };
}

/** Whether a path could be a link that an activation mail carries; whether it is good only the store knows. */
export function isActivationLink(text: string): boolean {
  return LINK.test(text);
}

function sixDigits(): string {
  // The numbers below 4,294,000,000 are spread evenly over a million codes.
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return number < 4_294_000_000 ? String(number % 1_000_000).padStart(6, "0") : sixDigits();
}
