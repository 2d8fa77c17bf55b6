import type { Member } from "#worker/people/identity/viewer.ts";
import { DAY, utcDay } from "#worker/platform/durations.ts";
import type { AnswerTimesStore, Exchange } from "./answer-times.store.ts";

/** In ms: answers that count. */
export const ANSWERS_OF = 30 * DAY;
const FEWEST = 5;
/** In days: shown for so long after a visit, and prolonged from the second day on. */
const SHOWN_FOR = 3;

type Shown = Pick<Member["profile"], "answersFrom" | "answersUntil">;

type Checked = Pick<Member, "id"> & {
  profile: Shown & Pick<Member["profile"], "fictional">;
  preferences: Pick<Member["preferences"], "showAnswers">;
};

interface Deps {
  store: AnswerTimesStore;
}

export type AnswerTimes = ReturnType<typeof createAnswerTimes>;

export function createAnswerTimes({ store }: Deps) {
  return {
    /** Once a day and session. Writes nothing while the figure stays as it is. */
    async check({ id, profile, preferences }: Checked, now: number): Promise<void> {
      if (profile.fictional || !preferences.showAnswers) return;
      const usual = usualAnswerTime(await store.exchanges(id, now - ANSWERS_OF), now);
      const next = shownFrom(profile, usual !== null && usual <= DAY, utcDay(now));
      if (next) await store.show(id, next);
    },
  };
}

/** Median over conversations of their median (ms). Null below five conversations. */
export function usualAnswerTime(exchanges: readonly Exchange[], now: number): number | null {
  const times = exchanges.map((exchange) => answerTimes(exchange, now)).filter(({ length }) => length > 0);
  return times.length < FEWEST ? null : median(times.map(median));
}

/** From the other's first unanswered message to the answer, in ms. Nobody answers late who has had less than a day. */
function answerTimes({ messages, whole, waits }: Exchange, now: number): number[] {
  const times: number[] = [];
  let asked: number | null = null;
  let isKnown = whole;
  for (const { own, at } of messages) {
    if (!own) asked ??= at;
    else {
      if (asked !== null && isKnown && at > now - ANSWERS_OF) times.push(at - asked);
      asked = null;
      isKnown = true;
    }
  }
  return asked !== null && waits && now - asked > DAY ? [...times, now - asked] : times;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

/** Takes effect on the next day (UTC), never today. Null without a change. */
export function shownFrom({ answersFrom, answersUntil }: Shown, isQuick: boolean, today: number): Shown | null {
  const isShown = answersFrom <= today && today < answersUntil;
  if (!isQuick)
    return answersUntil > today + 1 ? { answersFrom: Math.min(answersFrom, today + 1), answersUntil: today + 1 } : null;
  if (answersUntil >= today + SHOWN_FOR) return null;
  return { answersFrom: isShown ? answersFrom : today + 1, answersUntil: today + 1 + SHOWN_FOR };
}
