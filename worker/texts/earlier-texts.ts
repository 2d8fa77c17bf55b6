import type { ProfileRow } from "#worker/members/card.ts";
import { sketchesOf } from "./copied-texts.ts";
import type { EarlierText, EarlierTextsStore } from "./earlier-texts.store.ts";

const AT_ONCE = 50;

/** Sketches of texts that were saved before there were sketches: a list that migration 0070 made, and that ends. */
export function createEarlierTexts(store: EarlierTextsStore) {
  return {
    async sweep(): Promise<void> {
      const texts = await store.next(AT_ONCE);
      if (texts.length > 0) await store.keep(texts.map((text) => ({ text, sketches: sketched(text) })));
    },
  };
}

function sketched({ about, prompts, name }: EarlierText) {
  return sketchesOf({ about, prompts: JSON.parse(prompts) as ProfileRow["prompts"] }, name);
}
