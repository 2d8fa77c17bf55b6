import { GENDERS, type Identity, SHOWN_IN, type ShownIn } from "#db/schema/attributes.ts";
import { needsPerson } from "#worker/discovery/texts/held-texts.ts";
import { findsContact } from "#worker/people/identity/contact.ts";
import type { Context, MemberContext } from "#worker/people/identity/context.ts";
import type { Input } from "#worker/platform/call.ts";
import type { FieldError } from "#worker/platform/errors.ts";
import { cleanLine, lengthProblem } from "#worker/platform/text.ts";
import { genderChoices, moreGenders } from "#worker/sites/domains/genders.vocabulary.ts";
import { ownGenderOf, type ProfileRow } from "./card.ts";
import type { contract, OwnIdentity } from "./profile-own.contract.ts";
import { IDENTITY_CONSENT, OWN_WORDS_LENGTH } from "./profile-own.vocabulary.ts";

type Said = Pick<
  Input<typeof contract.updateProfile>,
  "gender" | "shown_in" | "identity" | "identity_words" | "identity_shown" | "identity_consent"
>;
type Changes = Partial<Pick<ProfileRow, "gender" | "identity">>;
type Words = Pick<Identity, "words">;

const NO_WORDS: Words & { problems: FieldError[] } = { problems: [] };

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
  else if (code !== null && [said.identity, said.identity_words, said.identity_shown].some((part) => part !== undefined)) {
    if (code !== before?.code && !moreGenders(settings).includes(code))
      problems.push({ field: "identity", code: "unknown_option" });
    const own = code === "own" ? ownWords(said.identity_words ?? before?.words ?? "") : NO_WORDS;
    problems.push(...own.problems);
    const shown = said.identity_shown ?? before?.shown ?? false;
    const more = code !== before?.code || own.words !== before.words || (shown && !before.shown);
    const agreed = agreedTo(said.identity_consent, more, ctx);
    // The words are judged again with each change.
    if (agreed) changes.identity = { code, shown, ...(own.words !== undefined && { words: own.words }), agreed };
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

export function ownIdentity({ identity }: Pick<ProfileRow, "identity">): OwnIdentity | null {
  if (!identity) return null;
  const { code, shown, words = null, agreed } = identity;
  return { code, shown, words, consent_due: agreed.version !== IDENTITY_CONSENT };
}

/** As the form of the sign-up has it; an empty `identity` says none. */
export interface TypedIdentity {
  gender: string;
  shown_in?: string;
  identity?: string;
  identity_words?: string;
  identity_shown?: boolean;
  identity_consent?: boolean;
}

/** What a sign-up says beyond woman and man; null for who says no more. */
export function newIdentity(said: TypedIdentity, { settings, features }: Context["domain"]) {
  if (!said.identity) return null;
  const problems: FieldError[] = [];
  const code = moreGenders(settings).find((one) => one === said.identity);
  if (!code) problems.push({ field: "identity", code: "unknown_option" });
  const gender = SHOWN_IN.find((one) => one === said.shown_in);
  if (!gender) problems.push({ field: "shown_in", code: said.shown_in ? "unknown_option" : "required" });
  const own = code === "own" ? ownWords(said.identity_words ?? "") : NO_WORDS;
  problems.push(...own.problems);
  if (!said.identity_consent) problems.push({ field: "identity_consent", code: "consent_required" });
  const words: Words = own.words === undefined ? {} : { words: own.words };
  const typed = { code: code as Identity["code"], shown: said.identity_shown ?? false, ...words };
  // Nobody looks at words of an address that is not confirmed. They can be said later.
  if (own.problems.length === 0 && needsPerson(typed, features.staff))
    problems.push({ field: "identity_words", code: "contact_details" });
  const made = (ctx: Context): { gender: ShownIn; identity: Identity } => {
    return { gender: gender as ShownIn, identity: { ...typed, agreed: agreedNow(ctx) } };
  };
  return { problems, made };
}

/** Null without the consent that it needs. One to an earlier text is enough to say less. */
function agreedTo(consents: boolean | undefined, more: boolean, ctx: MemberContext): Identity["agreed"] | null {
  const before = ctx.viewer.profile.identity?.agreed;
  if (consents === false) return null;
  if (before && (before.version === IDENTITY_CONSENT || !(more || consents))) return before;
  return consents ? agreedNow(ctx) : null;
}

function ownWords(typed: string): typeof NO_WORDS {
  const words = cleanLine(typed);
  const field = "identity_words";
  const wrong = lengthProblem(field, words, { min: 1, max: OWN_WORDS_LENGTH });
  if (wrong) return { words, problems: [wrong] };
  return { words, problems: findsContact(words) ? [{ field, code: "contact_details" }] : [] };
}

/** A client that knows two genders sends back the one that it reads of its own member. */
function staysInBoth({ gender, identity }: Said, ctx: MemberContext): boolean {
  const { profile } = ctx.viewer;
  return profile.gender === "both" && identity === undefined && gender === ownGenderOf(profile, ctx).gender;
}

function agreedNow({ language, now }: Context): Identity["agreed"] {
  return { version: IDENTITY_CONSENT, language, at: now };
}
