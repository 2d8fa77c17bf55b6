import type { Proof, StoredPrompt } from "#db/schema/attributes.ts";

/** Of a proof, or of refused answers, what names files. */
export type Filed = Pick<Proof, "photo" | "profile" | "prompt" | "voice" | "call"> & { answers?: StoredPrompt[] };

/** R2 keys of the pictures that a proof holds. */
export function picturesOf({ photo, profile, call }: Filed): string[] {
  return [...(photo ? [photo.key] : (profile?.photos ?? [])), ...(call?.pictures ?? [])];
}

/** Recordings of a message or of answers, with their lengths in ms. */
export function recordingsOf({ voice, prompt, profile, answers }: Filed): { key: string; duration: number }[] {
  const spoken = [...(prompt ? [prompt] : []), ...(profile?.prompts ?? []), ...(answers ?? [])];
  return [voice, ...spoken.map((one) => one.voice)].flatMap((one) => (one ? { key: one.key, duration: one.duration } : []));
}

/** The pictures, and behind them the recordings. */
export function filesOf(filed: Filed): string[] {
  return [...picturesOf(filed), ...recordingsOf(filed).map(({ key }) => key)];
}
