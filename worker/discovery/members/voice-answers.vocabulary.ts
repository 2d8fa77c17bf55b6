import type { Features } from "#worker/sites/domains/features.vocabulary.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import { visibleNotes } from "./profile-own.vocabulary.ts";

/** Where nobody inspects, nobody speaks to all. */
export function speaks({ features, settings }: { features: Features; settings: Settings }): boolean {
  return features.voice && features.staff && visibleNotes(settings).includes("prompts");
}
