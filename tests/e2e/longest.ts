import { type Key, translator } from "#locales/index.ts";
import { LANGUAGES, type Language } from "#locales/languages.ts";

/** A text that stands in a box of its own, by its key or in a form that follows from the language. */
type Text = Key | ((language: Language) => string);

/** Languages that have the longest of these texts, each alone or all together: where these fit, the others do. */
export async function longestIn(texts: readonly Text[]): Promise<Language[]> {
  const lengths = await Promise.all(
    LANGUAGES.map(async (language) => {
      const { forms } = await translator(language);
      const own = texts.map((text) => (typeof text === "function" ? [text(language)] : Object.values(forms(text))));
      return { language, own: own.map((all) => Math.max(...all.map(({ length }) => length))) };
    }),
  );
  const sum = (all: number[]) => all.reduce((one, other) => one + other, 0);
  const measures = [sum, ...texts.map((_, index) => (own: number[]) => own[index] ?? 0)];
  const longest = measures.flatMap((measure) => lengths.toSorted((a, b) => measure(b.own) - measure(a.own)).slice(0, 1));
  return [...new Set(longest.map(({ language }) => language))];
}
