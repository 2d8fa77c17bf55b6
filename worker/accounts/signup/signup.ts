import type { Language } from "#locales/languages.ts";
import type { Admission } from "#worker/accounts/exclusions/exclusions.ts";
import type { Bans } from "#worker/people/bans/bans.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { limitDisclosure } from "#worker/people/identity/disclosure.ts";
import type { Passwords } from "#worker/people/identity/passwords.ts";
import { opensDomain } from "#worker/people/identity/source.ts";
import { isLink } from "#worker/people/links/vocabulary.ts";
import { Answer } from "#worker/platform/answer.ts";
import type { Input } from "#worker/platform/call.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { log } from "#worker/platform/log.ts";
import type { Region } from "#worker/sites/domains/domains.contract.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import type { DraftStore } from "./draft.store.ts";
import { removeDraft } from "./draft.ts";
import type { InvitesStore } from "./invites.store.ts";
import type { contract } from "./signup.contract.ts";
import type { Outcome, SignupPolicy } from "./signup-policy.ts";
import { validate } from "./validation.ts";

interface Deps {
  policies: { revealed: SignupPolicy; secret: SignupPolicy };
  drafts: DraftStore;
  invites: Pick<InvitesStore, "find">;
  limits: Limits;
  bans: Bans;
  passwords: Pick<Passwords, "hash">;
  admission: Pick<Admission, "exclusionEnd">;
  keyedHash(text: string): Promise<string>;
  addressPrint(email: string): Promise<string>;
  regionsOf(country: string): Region[];
  languagesOf(settings: Settings, country: string): Language[];
}

export function createSignup(deps: Deps) {
  const { policies, drafts, invites, limits, bans, passwords, admission, keyedHash } = deps;

  return {
    /** @throws signup_closed, signup_refused, invitation_over, excluded, idempotency_conflict, conflict, invalid, too_many_requests */
    async signup(ctx: Context, input: Input<typeof contract.signup>): Promise<Outcome> {
      const invitation = await invitationOf(ctx, input);
      refuseOver(await limits.hit(...limitOf("signups", { network: ctx.network }), ctx.now));
      await bans.mustNotBeBanned(ctx);
      const outcome = await limitDisclosure(ctx, { limits }, () => admit(ctx, input, invitation));
      if (!ctx.draft) return outcome;
      // The account is stored: a store that is down must not take its session. KV expires the draft.
      await removeDraft(drafts, ctx.draft).catch((error) => log("warn", "draft not removed", { error }));
      return new Answer(outcome.value, { ...outcome.effects, draft: null });
    },
  };

  async function admit(ctx: Context, input: Input<typeof contract.signup>, invitation: string | null): Promise<Outcome> {
    const policy = policyOf(ctx);
    const validation = validate(ctx, input, deps);
    const { data } = validation;
    const refused = await bans.addressProblem(ctx, validation.email);
    // One answer lists invalid, refused and taken fields.
    if (!data || refused)
      throw invalid(...validation.problems, ...(refused ? [refused] : []), ...(await policy.takenProblems(ctx, validation)));
    const print = await deps.addressPrint(data.email);
    const admitted = { ...data, invitation, print, passwordHash: await passwords.hash(input.password) };
    const until = await admission.exclusionEnd(ctx, { id: "", account: admitted });
    // The second round finds what a parallel sign-up wrote.
    for (let round = 0; round < 2; round++) {
      const outcome = await policy.attempt(ctx, input, admitted, until);
      if (outcome) return outcome;
    }
    throw new AppError("conflict");
  }

  /** Hash of the used invitation; null if none is needed. @throws signup_closed, invitation_over */
  async function invitationOf(ctx: Context, input: Input<typeof contract.signup>): Promise<string | null> {
    const { settings, id } = ctx.domain;
    const source = input.tracking?.network === undefined ? ctx.source : input.tracking;
    const open = settings.signups === "all" || (await opensDomain(source, ctx.domain, ctx.now, keyedHash));
    const code = input.invite ?? ctx.source.invite ?? "";
    const hash = isLink("invite", code) ? await sha256(code) : null;
    if (hash && (await invites.find(hash, id, ctx.now))) return hash;
    // A repeated form finds its account after it used the invitation up.
    if (open || (hash && input.signup_key && (await policyOf(ctx).wasSent(ctx, input.signup_key)))) return null;
    throw new AppError(hash ? "invitation_over" : "signup_closed");
  }

  function policyOf({ domain }: Context): SignupPolicy {
    return domain.settings.reveal_accounts === "yes" ? policies.revealed : policies.secret;
  }
}
