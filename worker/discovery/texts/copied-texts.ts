import type { ProfileRow } from "#worker/discovery/members/card.ts";
import { SAME_FREE } from "#worker/discovery/signals/signals.vocabulary.ts";
import { isSameText, keysOf, sketchOf } from "#worker/discovery/signals/text-sketch.ts";

export interface TextSketch {
  /** `about`, or the question of an answer. */
  part: string;
  sketch: string;
  keys: number[];
}

/** A text of another member of the pool that shares a key with the text of `part`. */
export interface Alike {
  part: string;
  memberId: string;
  sketch: string;
}

export function sketchesOf({ about, prompts = [] }: Partial<Pick<ProfileRow, "about" | "prompts">>, name: string): TextSketch[] {
  const texts = prompts.map(({ question, answer }): [string, string] => [question, answer]);
  if (about !== undefined) texts.push(["about", about]);
  return texts.flatMap(([part, text]) => {
    const keys = keysOf(text, name);
    return keys ? [{ part, sketch: sketchOf(text, name), keys }] : [];
  });
}

/** More members than `SAME_FREE` have nearly this text, the writer among them. */
export function isCopied(part: string, text: string, name: string, alike: readonly Alike[]): boolean {
  const sketch = sketchOf(text, name);
  const others = alike.filter((one) => one.part === part && isSameText(one.sketch, sketch));
  return new Set(others.map(({ memberId }) => memberId)).size >= SAME_FREE;
}
