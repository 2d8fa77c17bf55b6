import { createContext } from "react";

export interface FirstLine {
  /** Without scripts: the chat with the line in its field. */
  href: string;
  text: string;
  /** Null for a line that is sent as an ordinary message. */
  icebreaker: { code: string; price: number; differs: boolean; cost: string } | null;
}

/** Puts a line into the field. */
export const FillField = createContext<(line: string) => void>(() => {});

/** The text after a line was chosen: another line is replaced, own words stay before it. */
export function withLine(typed: string, line: string, lines: readonly FirstLine[]): string {
  const own = typed.trim();
  return own === "" || lines.some(({ text }) => text === own) ? line : `${own} ${line}`;
}

/** What an unchanged icebreaker costs in place of a message; null for any other text. */
export function icebreakerIn(text: string, lines: readonly FirstLine[]): FirstLine["icebreaker"] {
  const words = text.trim();
  return lines.find((line) => line.text === words)?.icebreaker ?? null;
}
