import { type Dismissible, dismissedCookie } from "#worker/server/edge/dismissals.ts";
import { edge } from "#worker/server/edge/edge.ts";

export function keepDismissed(notice: Dismissible): void {
  const { answer, dismissals, now, secure } = edge();
  answer.append("set-cookie", dismissedCookie({ ...dismissals, [notice]: now() }, now(), secure));
}
