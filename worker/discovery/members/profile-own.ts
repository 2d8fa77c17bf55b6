import { cellOf } from "#db/cells.ts";
import { BY_CONSENT } from "#db/schema/attribute-table.ts";
import type { StoredPrompt } from "#db/schema/attributes.ts";
import { announced, type Live } from "#worker/delivery/live/live.ts";
import { ownPhotosOf } from "#worker/discovery/photos/photos.ts";
import { sketchesOf } from "#worker/discovery/texts/copied-texts.ts";
import {
  type HeldText,
  judgeOf,
  type NewHeldText,
  saysNew,
  withOwnTexts,
  withoutHeld,
} from "#worker/discovery/texts/held-texts.ts";
import { findsContact } from "#worker/people/identity/contact.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { PhotoRow } from "#worker/people/identity/viewer.ts";
import { isReason } from "#worker/people/reports/decisions.vocabulary.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { formatDay, readerOf } from "#worker/platform/dates.ts";
import { AppError, type FieldError, invalid } from "#worker/platform/errors.ts";
import type { Limits } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { takePrefetched } from "#worker/platform/prefetch.ts";
import { cleanText, textLength } from "#worker/platform/text.ts";
import { readersZone } from "#worker/platform/zones.ts";
import { checkPlace } from "#worker/sites/domains/check-place.ts";
import type { Region } from "#worker/sites/domains/domains.contract.ts";
import { genderChoices } from "#worker/sites/domains/genders.vocabulary.ts";
import { showsIntimate } from "#worker/sites/domains/intimate.vocabulary.ts";
import type { Questions } from "#worker/sites/domains/questions.vocabulary.ts";
import type { ProfileField, Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import { checkAnswers } from "./answers.ts";
import { shownAnswers } from "./answers.vocabulary.ts";
import { ownGenderOf, type ProfileRow } from "./card.ts";
import { genderChanges, ownIdentity } from "./identity.ts";
import { changesLeft, ownInterests, storedInterests } from "./interests.ts";
import { nearestTown } from "./nearest-town.ts";
import { profileOf } from "./profile.ts";
import { type contract, PROFILE_PARTS, type ProfilePart } from "./profile-own.contract.ts";
import type { OwnProfileStore, ProfileChanges } from "./profile-own.store.ts";
import { ABOUT_LENGTH, formFields, MOST_INTERESTS, MOST_LANGUAGES, visibleNotes } from "./profile-own.vocabulary.ts";
import { checkPrompts, shownWords, withVoices } from "./prompts.ts";
import { promptsOf } from "./prompts.vocabulary.ts";
import { selfChangesLeft, selfChangesOf, withoutSelf } from "./self-changes.ts";

interface Deps {
  store: OwnProfileStore;
  live: Live;
  limits: Limits;
  regionsOf(country: string): Region[];
}

export function createOwnProfile({ store, live, limits, regionsOf }: Deps) {
  const regionsHere = (ctx: MemberContext) =>
    ctx.domain.settings.region_data === "yes" ? regionsOf(ctx.viewer.profile.country) : [];

  function own(ctx: MemberContext, texts: HeldText[], seen = ctx.viewer.profile): Output<typeof contract.profile> {
    const { photos } = ctx.viewer;
    const profile = withOwnTexts(seen, texts);
    const { settings } = ctx.domain;
    const parts: ProfilePart[] = ["photo", ...formFields(settings), ...visibleNotes(settings)];
    if (regionsHere(ctx).length > 0) parts.push("region");
    return {
      profile: { ...profileOf(profile, photos, ctx), ...ownGenderOf(profile, ctx) },
      completeness: completenessOf(profile, photos, parts, settings.questions),
      prompt_questions: visibleNotes(settings).includes("prompts") ? [...promptsOf(settings.niche)] : [],
      looking_for: profile.lookingFor,
      shown_in: profile.gender,
      own_identity: ownIdentity(profile),
      self_changes: changesOut(selfChangesLeft(profile, ctx.now)),
      beliefs_consent: ctx.viewer.preferences.beliefs,
      intimate_changes: showsIntimate(settings) ? null : changesOut(changesLeft(profile, ctx.now)),
      held: texts.map(({ field, value, status, heldAt, reason }) => ({
        ...{ field, status, reason: isReason(reason) ? reason : null, sent_at: new Date(heldAt).toISOString() },
        ...{ about: "", prompts: [], identity_words: "", ...shownWords({ field, value }, ctx) },
      })),
      ...ownPhotosOf({ ...ctx.viewer, profile }, ctx),
    };
  }

  /** Only new texts count against the limit of held texts. @throws invalid */
  async function countHeldTexts({ viewer, now }: MemberContext, wanted: readonly NewHeldText[], known: readonly HeldText[]) {
    const added = wanted.filter(({ field, value }) => !known.some((one) => one.field === field && one.value === value));
    if (added.length === 0) return;
    const { allowed } = await limits.hit(...limitOf("heldTexts", { member: viewer.id }), now);
    if (!allowed)
      throw invalid(
        ...added.map(({ field }): FieldError => ({ field: field === "identity" ? "identity_words" : field, code: "text_limit" })),
      );
  }

  return {
    profile: async (ctx: MemberContext) => own(ctx, await store.heldTexts(ctx.viewer.id, takePrefetched(ctx, "profile", {}))),

    /** The query that `profile` reads. */
    prefetchProfile: (memberId: string): object[] => [store.heldQuery(memberId)],

    /** @throws not_found */
    geocode({ domain }: MemberContext, { lat, lon }: Input<typeof contract.geocode>): Output<typeof contract.geocode> {
      const town = nearestTown({ lat, lon }, domain.settings.countries);
      if (!town) throw new AppError("not_found");
      return town;
    },

    /** A missing field keeps its value. Idempotent. With any error nothing is stored. @throws invalid conflict */
    updateProfile: async (ctx: MemberContext, input: Input<typeof contract.updateProfile>) =>
      write(ctx, changesOf(input, ctx, regionsHere(ctx)), withVoices),

    /** `change` gets the answers as their member sees them. @throws invalid conflict, and what `change` throws */
    async changeAnswers(ctx: MemberContext, change: (own: StoredPrompt[]) => Promise<StoredPrompt[]>) {
      const { prompts } = withOwnTexts(ctx.viewer.profile, await store.heldTexts(ctx.viewer.id));
      return write(ctx, { prompts: await change(prompts) }, (changed) => changed);
    },
  };

  /** `spoken` adds the recordings that the member has made. */
  async function write(
    ctx: MemberContext,
    wanted: ProfileChanges,
    spoken: (written: StoredPrompt[], own: StoredPrompt[]) => StoredPrompt[],
  ): Promise<Output<typeof contract.updateProfile>> {
    const { viewer } = ctx;
    const { profile } = viewer;
    const holds = ctx.domain.features.staff && !profile.fictional;
    const sketches = holds ? sketchesOf(wanted, profile.name) : [];
    // Answers may be those that others see, and have a recording that waits.
    const asks = holds && (wanted.prompts !== undefined || saysNew(wanted, profile));
    const before = asks ? await store.textsBefore(profile, sketches) : { held: [], alike: [] };
    const prompts = wanted.prompts && spoken(wanted.prompts, withOwnTexts(profile, before.held).prompts);
    const judge = holds ? judgeOf(sketches, before.alike, profile.name) : null;
    const { changes: said, texts } = withoutHeld({ ...wanted, ...(prompts && { prompts }) }, profile, judge);
    await countHeldTexts(ctx, texts.held, before.held);
    const changes = changed(profile, said);
    if (Object.keys(changes).length + texts.fields.length === 0) return own(ctx, await store.heldTexts(viewer.id));
    const { self, rest } = withoutSelf(changes);
    const work = async () => {
      if (self && !(await store.keepSelf(profile, self))) throw new AppError("conflict");
      return store.save(profile, rest, { ...texts, sketches }, ctx.now);
    };
    if (changes.intimate && !(await store.keepTicks(profile, changes.intimate))) throw new AppError("conflict");
    const held = await announced(live, [viewer.id], work);
    await live.tell(viewer.id, { events: [], changed: ["user"] });
    return own(ctx, held, { ...profile, ...changes });
  }
}

function changesOut({ left, againAt }: { left: number; againAt: number | null }) {
  return { left, again_at: againAt === null ? null : new Date(againAt).toISOString() };
}

/** What a part does for being found and answered. All other parts together weigh `REST`. */
const WEIGHTS: Partial<Record<ProfilePart, number>> = { photo: 40, prompts: 30, region: 10, about: 10 };
const REST = 10;
/** Answers to prompts that make the part complete; the first counts half. */
const PROMPTS = 2;

/** In whole percent of the weights of what the domain asks for. Rejected photos do not count. */
function completenessOf(
  row: ProfileRow,
  photos: readonly Pick<PhotoRow, "status">[],
  parts: ProfilePart[],
  questions: Questions,
): Output<typeof contract.profile>["completeness"] {
  const hasPhoto = photos.some(({ status }) => status !== "rejected");
  const given = (part: ProfilePart) => {
    if (part === "photo") return hasPhoto ? 1 : 0;
    if (part === "height") return row.height === null ? 0 : 1;
    const length = (part === "interests" ? ownInterests(row) : row[part])?.length ?? 0;
    return part === "prompts" ? Math.min(length / PROMPTS, 1) : Math.min(length, 1);
  };
  const answered = shownAnswers(row.answers, questions);
  const unanswered = questions.filter(({ id }) => !answered.some(({ question }) => question === id));
  const asked = PROFILE_PARTS.filter((part) => parts.includes(part));
  const others = asked.filter((part) => WEIGHTS[part] === undefined).length + questions.length;
  const weightOf = (part: ProfilePart) => WEIGHTS[part] ?? REST / others;
  const sum = (weights: number[]) => weights.reduce((all, one) => all + one, 0);
  const total = sum(asked.map(weightOf)) + (questions.length * REST) / (others || 1);
  const done =
    sum(asked.map((part) => weightOf(part) * given(part))) + ((questions.length - unanswered.length) * REST) / (others || 1);
  const missing = [...asked.filter((part) => given(part) < 1), ...unanswered.map(({ id }) => `question:${id}` as const)];
  return { percent: missing.length === 0 ? 100 : Math.min(99, Math.round((100 * done) / total)), missing };
}

function changesOf(input: Input<typeof contract.updateProfile>, ctx: MemberContext, regions: Region[]): ProfileChanges {
  const { profile } = ctx.viewer;
  const {
    gender,
    shown_in,
    identity,
    identity_words,
    identity_shown,
    identity_consent,
    looking_for,
    region,
    city,
    about,
    interests,
    answers,
    prompts,
    ...facts
  } = input;
  const own = genderChanges({ gender, shown_in, identity, identity_words, identity_shown, identity_consent }, ctx);
  const changes: ProfileChanges = { ...own.changes };
  if (looking_for !== undefined) changes.lookingFor = looking_for;
  const problems: FieldError[] = [...own.problems];
  // An earlier choice stays: the pool may have domains for others.
  const offered = genderChoices(ctx.domain.settings);
  if (looking_for !== undefined && ![profile.lookingFor, ...offered.looking_for].includes(looking_for))
    problems.push({ field: "looking_for", code: "unknown_option" });

  if (region !== undefined || city !== undefined) {
    const wanted = region === undefined ? profile.region : region;
    // A town belongs to its region: a new region clears it.
    const town = city === undefined && wanted === profile.region ? profile.city : city;
    const place = checkPlace({ region: wanted, city: town }, regions);
    problems.push(...place.problems);
    const cell = cellOf({ country: profile.country, region: place.region, city: place.city });
    Object.assign(changes, { region: place.region, city: place.city, cell });
  }
  const fields = formFields(ctx.domain.settings);
  for (const [field, value] of Object.entries(facts)) {
    if (value === undefined) continue;
    if (!fields.includes(field as ProfileField)) problems.push({ field, code: "unknown_field" });
    else if (value !== null && isByConsent(field) && !ctx.viewer.preferences.beliefs)
      problems.push({ field, code: "consent_required" });
    else Object.assign(changes, { [field]: Array.isArray(value) ? [...new Set(value)] : value });
  }
  const self = selfChangesOf(profile, changes, ctx.now);
  const params = { date: dayFor(ctx, selfChangesLeft(profile, ctx.now).againAt) };
  problems.push(...self.refused.map((field): FieldError => ({ field, code: "self_limit", params })));
  if (self.selfChanges) changes.selfChanges = self.selfChanges;
  if ((changes.languages?.length ?? 0) > MOST_LANGUAGES)
    problems.push({ field: "languages", code: "too_many", params: { max: MOST_LANGUAGES } });
  if (interests !== undefined) {
    if (!fields.includes("interests")) problems.push({ field: "interests", code: "unknown_field" });
    const wanted = [...new Set(interests)];
    const { limited, ...stored } = storedInterests(wanted, profile, ctx.domain.settings, ctx.now);
    Object.assign(changes, stored);
    problems.push(...interestProblems(wanted, ownInterests(profile), ctx.domain.settings));
    if (limited)
      problems.push({
        field: "interests",
        code: "intimate_limit",
        params: { date: dayFor(ctx, changesLeft(profile, ctx.now).againAt) },
      });
  }
  if (answers !== undefined) {
    const checked = checkAnswers(answers, profile.answers, ctx.domain.settings.questions);
    changes.answers = checked.answers;
    problems.push(...checked.problems);
  }
  const notes = visibleNotes(ctx.domain.settings);
  for (const note of ["about", "prompts"] as const)
    if (input[note] !== undefined && !notes.includes(note)) problems.push({ field: note, code: "unknown_field" });
  if (about !== undefined) {
    changes.about = cleanText(about);
    problems.push(...aboutProblems(changes.about));
  }
  if (prompts !== undefined) {
    const checked = checkPrompts(prompts, profile.prompts, ctx.domain.settings.niche);
    changes.prompts = checked.prompts;
    problems.push(...checked.problems);
  }
  if (problems.length > 0) throw invalid(...problems);
  return changes;
}

function isByConsent(field: string): boolean {
  return BY_CONSENT.some((one) => one === field);
}

function dayFor({ now, language, country, domain }: MemberContext, at: number | null): string {
  const reader = readerOf(language, country, readersZone(null, country, domain.settings.geoip_country));
  return formatDay(at ?? now, reader);
}

/** A member may keep an interest that the domain dropped. */
function interestProblems(wanted: ProfileRow["interests"], held: ProfileRow["interests"], { interests }: Settings): FieldError[] {
  if (wanted.length > MOST_INTERESTS) return [{ field: "interests", code: "too_many", params: { max: MOST_INTERESTS } }];
  const known = wanted.every((code) => interests.includes(code) || held.includes(code));
  return known ? [] : [{ field: "interests", code: "unknown_option" }];
}

function aboutProblems(about: string): FieldError[] {
  if (textLength(about) > ABOUT_LENGTH) return [{ field: "about", code: "too_long", params: { max: ABOUT_LENGTH } }];
  return findsContact(about) ? [{ field: "about", code: "contact_details" }] : [];
}

function changed(row: ProfileRow, changes: ProfileChanges): ProfileChanges {
  const entries = Object.entries(changes).filter(
    ([field, value]) => JSON.stringify(row[field as keyof ProfileChanges]) !== JSON.stringify(value),
  );
  return Object.fromEntries(entries);
}
