import type { Context } from "../context.ts";
import type { Region } from "../domains/domains.contract.ts";
import { Answer } from "../lib/answer.ts";
import type { Input, Output } from "../lib/call.ts";
import { sha256 } from "../lib/crypto.ts";
import { invalid } from "../lib/errors.ts";
import { newSecret } from "../lib/ids.ts";
import { DAY, type Limits, refuseOver } from "../lib/limits.ts";
import { limitOf } from "../lib/limits-table.ts";
import { cleanText } from "../lib/text.ts";
import { isUnderAge, personProblems } from "./applicant.ts";
import type { contract, Draft, DraftStep, DraftValues } from "./draft.contract.ts";
import type { DraftRow, DraftStore } from "./draft.store.ts";

/** How long a sign-up that was begun is kept after its last change, in seconds and in milliseconds. */
export const DRAFT_MAX_AGE = 7 * 24 * 3600;
export const DRAFT_KEPT = 7 * DAY;

interface Deps {
  drafts: DraftStore;
  limits: Limits;
  regionsOf(country: string): Region[];
}

/**
 * What somebody has typed into the sign-up and not sent yet. It belongs to whoever has the secret of the cookie: there is
 * no account that it could belong to.
 */
export function createDrafts({ drafts, limits, regionsOf }: Deps) {
  return {
    /** Null where none was begun, or so long ago that it is forgotten. */
    async signupDraft(ctx: Context): Promise<Output<typeof contract.signupDraft>> {
      if (!ctx.draft) return null;
      const row = await drafts.find(await sha256(ctx.draft), ctx.domain.id, ctx.now - DRAFT_KEPT);
      return row && shown(row);
    },

    /**
     * Keeps what was typed, in place of what was kept before.
     * @throws invalid for step `account` while something of the first step is wrong, and nothing is kept then; invalid
     * under_age for who is too young, of whom what was kept before is erased too.
     */
    async saveSignupDraft(ctx: Context, input: Input<typeof contract.saveSignupDraft>): Promise<Answer<Draft>> {
      const values = cleaned(input.values);
      const person = personOf(values);
      const hash = ctx.draft ? await sha256(ctx.draft) : null;
      if (isUnderAge(ctx, person.date_of_birth)) {
        if (hash) await drafts.remove(hash);
        throw invalid({ field: "date_of_birth", code: "under_age" });
      }
      if (input.step === "account") {
        const problems = personProblems(ctx, person, regionsOf);
        if (problems.length > 0) throw invalid(...problems);
      }
      const row = { step: input.step, values, updatedAt: ctx.now };
      if (ctx.draft && hash && (await drafts.update(hash, ctx.domain.id, row)))
        return new Answer(shown(row), { draft: ctx.draft });
      refuseOver(await limits.hit(...limitOf("signupDrafts", { network: ctx.network }), ctx.now));
      // A secret that opened nothing is not given a meaning: it could be one that somebody else knows.
      const secret = newSecret();
      await drafts.insert({ hash: await sha256(secret), domainId: ctx.domain.id, createdAt: ctx.now, ...row });
      return new Answer(shown(row), { draft: secret });
    },

    /** Also where there is nothing to forget. */
    async dropSignupDraft(ctx: Context): Promise<Answer<Output<typeof contract.dropSignupDraft>>> {
      if (ctx.draft) await drafts.remove(await sha256(ctx.draft));
      return new Answer({ dropped: true }, { draft: null });
    },
  };
}

function shown({ step, values, updatedAt }: Pick<DraftRow, "step" | "values" | "updatedAt">): Draft {
  return { step: step as DraftStep, values, updated_at: new Date(updatedAt).toISOString() };
}

/** What was typed, without what cannot be typed and without what was left empty. */
function cleaned(values: DraftValues): Record<string, string> {
  const entries = Object.entries(values).map(([name, value]) => [name, cleanText(value ?? "")] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ""));
}

/** The first step's answers as the sign-up takes them. */
export function personOf(values: DraftValues) {
  const [region = "", ...city] = (values.place ?? "").split("/");
  return {
    gender: values.gender ?? "",
    looking_for: values.looking_for ?? "",
    date_of_birth: dateOf(values.date_of_birth_year, values.date_of_birth_month, values.date_of_birth_day),
    country: values.country ?? "",
    region,
    city: city.join("/"),
  };
}

/** Three fields as an ISO 8601 date, as far as they were filled in. */
function dateOf(year = "", month = "", day = ""): string {
  const [y, m, d] = [year.trim(), month.trim(), day.trim()];
  return y + m + d === "" ? "" : `${y}-${m.padStart(2, "0")}-${d.padStart(2, "0")}`;
}
