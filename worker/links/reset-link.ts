import { MINUTE } from "../lib/limits.ts";
import { LIFETIME } from "./vocabulary.ts";

/** The fields of a mail that carries a reset link. */
export function resetLinkFields({ origin }: { origin: string }, link: string) {
  return { link: `${origin}/reset-password/do?token=${link}`, minutes: LIFETIME.reset / MINUTE };
}
