import { identityConsent } from "#worker/discovery/members/profile-own.vocabulary.ts";
import { wishesFrom } from "#worker/discovery/wishes/wish-values.vocabulary.ts";
import { wishProblems } from "#worker/discovery/wishes/wishes.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { Answer } from "#worker/platform/answer.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { newSecret } from "#worker/platform/ids.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { cleanText } from "#worker/platform/text.ts";
import { MORE } from "#worker/sites/domains/genders.vocabulary.ts";
import type { contract, Draft, DraftValues } from "./draft.contract.ts";
import type { DraftStore, StoredDraft } from "./draft.store.ts";
import { DRAFT_STEPS, FIELDS_OF_STEP, IDENTITY_FIELDS, personOf } from "./draft.vocabulary.ts";
import { isUnderAge, personProblems } from "./validation.ts";

export const DRAFT_RETENTION = 7 * DAY;
/** Maximum JSON size in bytes. The form fields need less in every alphabet. */
export const DRAFT_BYTES = 24 * 1024;

interface Deps {
  drafts: DraftStore;
  limits: Limits;
}

/** The cookie holds `<secret>.<time of the last write>`. */
export function createDrafts({ drafts, limits }: Deps) {
  /** KV may serve a copy a minute old; such a copy reopens the first step. */
  async function find(ctx: Context): Promise<(StoredDraft & { secret: string }) | null> {
    const { secret, writtenAt } = readToken(ctx.draft);
    const stored = secret ? await drafts.find(secret) : null;
    if (!secret || stored?.domainId !== ctx.domain.id || stored.updatedAt <= ctx.now - DRAFT_RETENTION) return null;
    return { ...stored, secret, step: stored.updatedAt < writtenAt ? DRAFT_STEPS[0] : stored.step };
  }

  return {
    async signupDraft(ctx: Context): Promise<Output<typeof contract.signupDraft>> {
      const stored = await find(ctx);
      return stored && shown(stored);
    },

    /** Needs valid answers to the steps before; under_age erases the draft. @throws invalid, too_large, too_many_requests */
    async saveSignupDraft(ctx: Context, input: Input<typeof contract.saveSignupDraft>): Promise<Answer<Draft>> {
      const typed = cleaned(input.values);
      const values = agreedTo(typed, ctx.language);
      const person = personOf(typed, ctx.language);
      if (isUnderAge(ctx, person.date_of_birth)) {
        await removeDraft(drafts, ctx.draft);
        // KV may serve the erased copy for a minute: the browser forgets its secret at once.
        throw new AppError("invalid", { fields: [{ field: "date_of_birth", code: "under_age" }], effects: { draft: null } });
      }
      const before = DRAFT_STEPS.slice(0, DRAFT_STEPS.indexOf(input.step)).flatMap((step) => FIELDS_OF_STEP[step]);
      const wishes = wishProblems(wishesFrom(values) ?? {}, ctx.domain.settings, null);
      const problems = [...personProblems(ctx, person, () => []), ...wishes].filter(({ field }) => before.includes(field));
      if (problems.length > 0) throw invalid(...problems);
      if (new TextEncoder().encode(JSON.stringify(values)).length > DRAFT_BYTES) throw new AppError("too_large");
      let secret = (await find(ctx))?.secret;
      if (!secret) {
        refuseOver(await limits.hit(...limitOf("signupDrafts", { network: ctx.network }), ctx.now));
        // Never adopts an unknown secret: an attacker may have planted it.
        secret = newSecret();
      }
      const draft = { domainId: ctx.domain.id, step: input.step, values, updatedAt: ctx.now };
      await drafts.save(secret, draft);
      return new Answer(shown(draft), { draft: `${secret}.${ctx.now.toString(36)}` });
    },

    async dropSignupDraft(ctx: Context): Promise<Answer<Output<typeof contract.dropSignupDraft>>> {
      await removeDraft(drafts, ctx.draft);
      return new Answer({ dropped: true }, { draft: null });
    },
  };
}

export async function removeDraft(drafts: DraftStore, token: string | null): Promise<void> {
  const { secret } = readToken(token);
  if (secret) await drafts.remove(secret);
}

function readToken(token: string | null): { secret: string | null; writtenAt: number } {
  const [, secret = null, time = ""] = /^([\w-]{43})\.([0-9a-z]{1,9})$/.exec(token ?? "") ?? [];
  return { secret, writtenAt: Number.parseInt(time, 36) };
}

function shown({ step, values, updatedAt }: Pick<StoredDraft, "step" | "values" | "updatedAt">): Draft {
  return { step, values, updated_at: new Date(updatedAt).toISOString() };
}

function cleaned(values: DraftValues): Record<string, string> {
  const entries = Object.entries(values).map(([name, value]) => [name, cleanText(value ?? "")] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ""));
}

/** Special categories of data are kept with their consent only (GDPR, Article 9). */
function agreedTo(values: Record<string, string>, language: string): Record<string, string> {
  if (values.gender === MORE && values.identity_consent === identityConsent(language)) return values;
  const without: readonly string[] = [...IDENTITY_FIELDS, ...(values.gender === MORE ? ["gender"] : [])];
  return Object.fromEntries(Object.entries(values).filter(([name]) => !without.includes(name)));
}
