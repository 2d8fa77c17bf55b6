/** Begins the text of a call's line. No member can write it: `cleanText` removes control characters. */
export const CALL_MARK = "\u0001";

export interface CallLineView {
  kind: "voice" | "video";
  outcome: "talked" | "missed" | "declined";
  seconds: number | null;
}

/** What the text of a call's line says; null for any other text. */
export function readCallLine(text: string): CallLineView | null {
  const words = text.startsWith(CALL_MARK) ? text.slice(CALL_MARK.length) : "";
  const [, kind, outcome, seconds] = /^(voice|video):(talked|missed|declined)(?::(\d+))?$/.exec(words) ?? [];
  if (!kind || !outcome) return null;
  return { kind, outcome, seconds: seconds === undefined ? null : Number(seconds) } as CallLineView;
}
