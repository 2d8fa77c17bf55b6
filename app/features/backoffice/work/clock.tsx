import { WORDS } from "#app/features/backoffice/staff/words.ts";
import { Clock, type Count } from "./clock.shared.tsx";

export function QueueClock({ count }: { count: Count }) {
  return <Clock count={count} words={WORDS.clock} />;
}
