import type { Translate } from "#locales/index.ts";
import type { Settings } from "./settings.vocabulary.ts";

/** What the site calls one fictional profile. */
export function fictionalName({ fictional_singular }: Settings, t: Translate): string {
  return fictional_singular ?? t("members.fictional");
}
