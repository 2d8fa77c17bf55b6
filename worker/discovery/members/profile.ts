import { type Attribute, eachAttribute, MEMBERS_ONLY } from "#db/schema/attribute-table.ts";
import { isClosed } from "#worker/people/identity/age-gate.ts";
import type { Context } from "#worker/people/identity/context.ts";
import type { PhotoRow } from "#worker/people/identity/viewer.ts";
import { isFree } from "#worker/sites/domains/fictional.vocabulary.ts";
import type { ProfileField } from "#worker/sites/domains/settings.vocabulary.ts";
import { shownAnswers } from "./answers.vocabulary.ts";
import { cardOf, type ProfileRow } from "./card.ts";
import { imageOf } from "./image.ts";
import { ownInterests, seenInterests } from "./interests.ts";
import type { Profile } from "./members.contract.ts";
import { visibleNotes } from "./profile-own.vocabulary.ts";
import { promptOf } from "./prompts.ts";

interface Options {
  /** Defaults to a comparison of ids; a login has no viewer yet. */
  owner?: boolean;
  unlocked?: boolean;
  /** The owner shows the viewer private photos. */
  granted?: boolean;
}

/** Owners see all photos. Visitors, and members who must prove their age first, see the first, free members `free_view_photos`. Premium and an unlock open all public ones, as does a desk those of fictional profiles. */
export function profileOf(row: ProfileRow, photos: readonly PhotoRow[], ctx: Context, options: Options = {}): Profile {
  const owner = options.owner ?? ctx.viewer?.id === row.id;
  const shownPhotos = ordered(photos, row.mainPhoto).filter(({ status }) =>
    owner ? status !== "rejected" : status === "active",
  );
  const { open = [], closed = [] } = Object.groupBy(shownPhotos, ({ visibility }) =>
    owner || visibility === "public" ? "open" : "closed",
  );
  const free = ctx.viewer !== null && isFree(row, ctx.domain.settings);
  const isOpen = (options.unlocked || free) && !isClosed(ctx.age, "contact");
  const limit = owner || isOpen ? open.length : photoLimit(ctx);
  const { private_photos } = ctx.domain.features;
  const granted = options.granted && private_photos && !isClosed(ctx.age, "contact") ? closed : [];
  const visible = [...open.slice(0, limit), ...granted];
  const images = visible.map((photo) => ({ id: photo.id, ...imageOf(photo, row.id, ctx) }));
  const shown = new Set<ProfileField>(ctx.domain.settings.visible_profile_fields);
  if (!ctx.viewer && !owner) for (const attribute of MEMBERS_ONLY) shown.delete(attribute);
  const said = <F extends Attribute>(field: F): ProfileRow[F] | null => (owner || shown.has(field) ? row[field] : null);
  const notes = visibleNotes(ctx.domain.settings);
  const card = cardOf(owner || row.status === "active" ? row : { ...row, stay: null }, ctx);
  const [first] = visible;
  return {
    ...card,
    main_image: card.main_image ?? (owner && first ? imageOf(first, row.id, ctx) : null),
    status: row.status,
    ...eachAttribute<Pick<ProfileRow, Attribute>>(said),
    height: owner || shown.has("height") ? row.height : null,
    languages: owner || shown.has("languages") ? row.languages : [],
    ...(owner ? { interests: ownInterests(row), both: [] } : seenInterests(row, ctx)),
    answers: ctx.viewer || owner ? shownAnswers(row.answers, ctx.domain.settings.questions) : [],
    about: notes.includes("about") ? row.about : "",
    prompts: notes.includes("prompts") ? row.prompts.map((prompt) => promptOf(prompt, row.id, ctx)) : [],
    photos: images,
    locked_photos: Math.max(open.length - limit, 0),
    private_photos: private_photos ? closed.length - granted.length : 0,
  };
}

function photoLimit(ctx: Context): number {
  if (!ctx.viewer || isClosed(ctx.age, "contact")) return 1;
  return ctx.viewer.account.paidUser ? Number.POSITIVE_INFINITY : ctx.domain.settings.free_view_photos;
}

export function ordered<P extends Pick<PhotoRow, "key" | "position">>(photos: readonly P[], main: string | null): P[] {
  return photos.toSorted((a, b) => Number(b.key === main) - Number(a.key === main) || a.position - b.position);
}
