import type { ReactNode } from "react";

/** A word of one letter and another: "e-mail", the beginning of "E-Mail-Adresse". */
const SHORT = /(?<!\p{L})\p{L}-\p{L}+/u;

/** The words of a heading, in which "e-mail" is not torn apart at its hyphen. Not a character of them is another. */
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
