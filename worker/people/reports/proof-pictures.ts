import type { Proof } from "#db/schema/attributes.ts";

/** R2 keys of the pictures that a proof holds. */
export function picturesOf({ photo, profile, call }: Proof): string[] {
  return photo ? [photo.key] : (profile?.photos ?? call?.pictures ?? []);
}

/** The pictures, and behind them the recording. */
export function filesOf(proof: Proof): string[] {
  return [...picturesOf(proof), ...(proof.voice ? [proof.voice.key] : [])];
}
