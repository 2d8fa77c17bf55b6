export interface TimeLeftWords {
  /** Each holds # for the number. */
  left: Readonly<Record<Unit, string>>;
  late: Readonly<Record<Unit, string>>;
}

type Unit = "minutes" | "hours" | "days";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** In ms: what is due by then is marked. */
const SOON = 2 * HOUR;

/** Time to `due` (ISO 8601) in its largest unit; from two days on in days. */
export function timeLeft(due: string, now: number, words: TimeLeftWords): { text: string; tone: "late" | "soon" | "later" } {
  const ms = Date.parse(due) - now;
  const away = Math.abs(ms);
  const [unit, length] =
    away < HOUR ? (["minutes", MINUTE] as const) : away < 2 * DAY ? (["hours", HOUR] as const) : (["days", DAY] as const);
  const number = Math.max(1, Math.floor(away / length));
  const text = (ms > 0 ? words.left : words.late)[unit].replace("#", String(number));
  return { text, tone: ms <= 0 ? "late" : ms <= SOON ? "soon" : "later" };
}
