import type { Context } from "#worker/context.ts";
import type { ProfileField } from "#worker/domains/settings.vocabulary.ts";
import type { PhotoRow } from "#worker/identity/viewer.ts";
import { cardOf, type ProfileRow } from "./card.ts";
import type { Image, Profile } from "./members.contract.ts";

interface Options {
  /** Defaults to a comparison of ids; a login has no viewer yet. */
  owner?: boolean;
  /** The viewer has paid for all public photos. */
  unlocked?: boolean;
}

/** Owners see all photos. Visitors see the first, free members `free_view_photos`. Premium and an unlock open all public ones. */
export function profileOf(row: ProfileRow, photos: PhotoRow[], ctx: Context, options: Options = {}): Profile {
  const owner = options.owner ?? ctx.viewer?.id === row.id;
  const visible = ordered(photos, row.mainPhoto).filter((photo) =>
    owner ? photo.status !== "rejected" : photo.status === "active" && photo.visibility === "public",
  );
  const limit = owner || options.unlocked ? visible.length : photoLimit(ctx);
  const images = visible.slice(0, limit).map((photo): Image => ({ ...ctx.image(photo.key, row.id), status: imageStatus(photo) }));
  const shown = new Set<ProfileField>(ctx.domain.settings.visible_profile_fields);
  // Orientation is special-category data (GDPR, Article 9): the consent covers members only.
  if (!ctx.viewer && !owner) shown.delete("sexuality");
  const said = <F extends ProfileField>(field: F): ProfileRow[F] | null => (owner || shown.has(field) ? row[field] : null);
  const card = cardOf(row, ctx);
  return {
    ...card,
    main_image: card.main_image ?? (owner ? (images[0] ?? null) : null),
    status: row.status,
    sexuality: said("sexuality"),
    hair: said("hair"),
    eyes: said("eyes"),
    body: said("body"),
    relationship: said("relationship"),
    tattoos: said("tattoos"),
    reason: said("reason"),
    interests: said("interests") ?? [],
    about: row.about,
    photos: images,
    locked_photos: visible.length - images.length,
  };
}

function photoLimit(ctx: Context): number {
  if (!ctx.viewer) return 1;
  return ctx.viewer.account.paidUser ? Number.POSITIVE_INFINITY : ctx.domain.settings.free_view_photos;
}

/** The main photo first, then by position. */
export function ordered<P extends Pick<PhotoRow, "key" | "position">>(photos: P[], main: string | null): P[] {
  return photos.toSorted((a, b) => Number(b.key === main) - Number(a.key === main) || a.position - b.position);
}

function imageStatus(photo: PhotoRow): Image["status"] {
  return photo.status === "active" ? "active" : "inspection";
}
