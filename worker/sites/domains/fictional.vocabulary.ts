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

/** What a member does for this profile costs nothing, and its public photos are open to who may see photos. */
export function isFree({ fictional }: { fictional: boolean }, settings: DeskSettings): boolean {
  return fictional && hasDesk(settings);
}

/** Credits that something for this profile costs. All prices of what one member does for another are asked here. */
export function priceFor(profile: { fictional: boolean }, settings: DeskSettings, price: number): number {
  return isFree(profile, settings) ? 0 : price;
}
