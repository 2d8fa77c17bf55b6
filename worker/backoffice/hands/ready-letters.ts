import { translator } from "#locales/index.ts";
import { LANGUAGES } from "#locales/languages.ts";
import { READY_LETTERS } from "./hands.vocabulary.ts";

/** In the member's language; in English for one that the product lacks. */
export async function readyLetters(language: string): Promise<{ id: string; text: string }[]> {
  const t = await translator(LANGUAGES.find((one) => one === language) ?? "en");
  return READY_LETTERS.map((id) => ({ id, text: t(`mail.letters.staff.ready.${id}`) }));
}
