import type { Proof } from "#db/schema/attributes.ts";

/** R2 keys of the pictures that a proof holds. */
export function picturesOf({ photo, profile }: Proof): string[] {
  return photo ? [photo.key] : (profile?.photos ?? []);
}
