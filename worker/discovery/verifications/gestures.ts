import { GESTURES, type Gesture } from "#db/schema/attributes.ts";

export type GestureAfter = ReturnType<typeof createGestures>;

/** The gesture after a photo; the same for each caller, so that nobody reloads until one fits an old photo. */
export function createGestures(keyedHash: (text: string) => Promise<string>) {
  return async function gestureAfter(memberId: string, latest: { id: string; gesture: Gesture } | null): Promise<Gesture> {
    const print = await keyedHash(`gesture ${memberId} ${latest?.id ?? ""}`);
    const choices = GESTURES.filter((gesture) => gesture !== latest?.gesture);
    const at = Number.parseInt(Buffer.from(print, "base64url").toString("hex").slice(0, 8), 16) % choices.length;
    return choices[at] as Gesture;
  };
}
