import type { Proof, StoredPrompt } from "#db/schema/attributes.ts";

/** Of a proof, or of refused answers, what names files. */
export type Filed = Pick<Proof, "photo" | "profile" | "prompt" | "voice" | "call"> & { answers?: StoredPrompt[] };

/** R2 keys of the photos that a proof holds. */
export function photosOf({ photo, profile }: Filed): string[] {
  return photo ? [photo.key] : (profile?.photos ?? []);
}

/** R2 keys of what the reporter saw in a call. */
export function callPicturesOf({ call }: Filed): string[] {
  return call?.pictures ?? [];
}

/** Recordings of a message or of answers, with their lengths in ms. */
export function recordingsOf({ voice, prompt, profile, answers }: Filed): { key: string; duration: number }[] {
  const spoken = [...(prompt ? [prompt] : []), ...(profile?.prompts ?? []), ...(answers ?? [])];
  return [voice, ...spoken.map((one) => one.voice)].flatMap((one) => (one ? { key: one.key, duration: one.duration } : []));
}

/** The photos, the pictures of a call behind them, then the recordings. */
export function filesOf(filed: Filed): string[] {
  return [...photosOf(filed), ...callPicturesOf(filed), ...recordingsOf(filed).map(({ key }) => key)];
}
