import type { Translate } from "#locales/index.ts";
import type { Settings } from "./settings.vocabulary.ts";

/** What the site calls one fictional profile. */
export function fictionalName({ fictional_singular }: Settings, t: Translate): string {
  return fictional_singular ?? t("members.fictional");
}

type DeskSettings = Pick<Settings, "fictional_profiles" | "fictional_desk">;

/** Staff answer for the fictional profiles of this site, and nothing that is sent to one costs anything. Decision 134. */
export function hasDesk({ fictional_profiles, fictional_desk }: DeskSettings): boolean {
  return fictional_profiles && fictional_desk;
}

/** Credits that something for this profile costs. All prices of what one member does for another are asked here. */
export function priceFor({ fictional }: { fictional: boolean }, settings: DeskSettings, price: number): number {
  return fictional && hasDesk(settings) ? 0 : price;
}
