import { GENDERS, type Identity } from "#db/schema/attributes.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Input } from "#worker/platform/call.ts";
import type { FieldError } from "#worker/platform/errors.ts";
import { genderChoices, moreGenders } from "#worker/sites/domains/genders.vocabulary.ts";
import { genderOf, type ProfileRow } from "./card.ts";
import type { contract } from "./profile-own.contract.ts";

/** Version of the text `members.self.consent`. Change it with the text. */
const IDENTITY_CONSENT = "2026-11-29";

type Said = Pick<
  Input<typeof contract.updateProfile>,
  "gender" | "shown_in" | "identity" | "identity_shown" | "identity_consent"
>;
type Changes = Partial<Pick<ProfileRow, "gender" | "identity">>;

/**
 * Changes of gender and identity. The consent stands beside the identity and goes with it. Searches for both show only who
 * says an identity. Decision 141.
 */
export function genderChanges(said: Said, ctx: MemberContext): { changes: Changes; problems: FieldError[] } {
  const { profile } = ctx.viewer;
  const { settings } = ctx.domain;
  const changes: Changes = {};
  const problems: FieldError[] = [];
  const before = profile.identity;
  const code = said.identity === undefined ? (before?.code ?? null) : said.identity;
  if (said.identity === null) changes.identity = null;
  else if (code !== null && (said.identity !== undefined || said.identity_shown !== undefined)) {
    if (code !== before?.code && !moreGenders(settings).includes(code))
      problems.push({ field: "identity", code: "unknown_option" });
    const agreed = before?.agreed ?? (said.identity_consent ? agreedNow(ctx) : null);
    if (agreed) changes.identity = { code, shown: said.identity_shown ?? before?.shown ?? false, agreed };
    else problems.push({ field: "identity_consent", code: "consent_required" });
  }
  const wanted = said.shown_in ?? (staysInBoth(said, ctx) ? undefined : said.gender);
  if (wanted !== undefined) changes.gender = wanted;
  const gender = wanted ?? profile.gender;
  const mayBe: string[] = [
    profile.gender,
    ...(profile.gender === "both" && said.identity === null ? GENDERS : genderChoices(settings).gender),
    ...(code !== null && moreGenders(settings).length > 0 ? ["both"] : []),
  ];
  // Without an identity nobody stays in both searches.
  if (!mayBe.includes(gender) || (gender === "both" && code === null))
    problems.push({ field: said.shown_in === undefined ? "gender" : "shown_in", code: "unknown_option" });
  return { changes, problems };
}

/** A client that knows two genders sends back the one that it reads of its own member. */
function staysInBoth({ gender, identity }: Said, ctx: MemberContext): boolean {
  const { profile } = ctx.viewer;
  return profile.gender === "both" && identity === undefined && gender === genderOf(profile, ctx).gender;
}

function agreedNow({ language, now }: MemberContext): Identity["agreed"] {
  return { version: IDENTITY_CONSENT, language, at: now };
}
