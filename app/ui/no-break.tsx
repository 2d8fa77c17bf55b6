import type { ReactNode } from "react";

/** A single letter, a hyphen and a word, e.g. "e-mail" or the start of "E-Mail-Adresse". */
const SHORT = /(?<!\p{L})\p{L}-\p{L}+/u;

/** A short phrase that no line may break, for example a number and its unit. */
export const unbroken = (phrase: string): string => phrase.replaceAll(" ", "\u00a0");

/** Keeps "e-mail" in a heading on one line, without other characters. */
export function noBreak(words: ReactNode): ReactNode {
  const found = typeof words === "string" ? SHORT.exec(words) : null;
  if (!found) return words;
  const { 0: word, index, input } = found;
  return (
    <>
      {input.slice(0, index)}
      <span className="kept">{word}</span>
      {noBreak(input.slice(index + word.length))}
    </>
  );
}
