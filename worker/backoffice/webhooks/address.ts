import { isOutside } from "#worker/platform/outside.ts";
import { MOST_URL } from "./webhooks.vocabulary.ts";

/** Of `npm start`: a receiver that one writes on the same machine. */
const OF_THIS_MACHINE = /^http:\/\/localhost:\d{2,5}$/;

export function isOfThisMachine({ origin }: URL): boolean {
  return OF_THIS_MACHINE.test(origin);
}

/** Null for what is no public https address. `local`: of a build that is never deployed. */
export function webhookAddress(text: string, local: boolean): string | null {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (!url || url.href.length > MOST_URL) return null;
  url.hash = "";
  return isOutside(url) || (local && isOfThisMachine(url)) ? url.href : null;
}
