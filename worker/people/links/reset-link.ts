import { MINUTE } from "#worker/platform/durations.ts";
import { LIFETIME } from "./vocabulary.ts";

export function resetLinkFields({ origin }: { origin: string }, link: string) {
  return { link: `${origin}/reset-password/do?token=${link}`, minutes: LIFETIME.reset / MINUTE };
}
