import { assetAddress, MAIL_LOGO_HEIGHT, MAIL_LOGO_NAME } from "#worker/sites/domains/assets.vocabulary.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { Frame } from "./templates/letter.ts";

export function logoOf({ domain: { assets }, origin }: { domain: Pick<Domain, "assets">; origin: string }): Frame["logo"] {
  const { logo } = assets;
  if (!logo) return null;
  const width = Math.round((logo.width / logo.height) * MAIL_LOGO_HEIGHT);
  return { src: origin + assetAddress(logo, MAIL_LOGO_NAME), width, height: MAIL_LOGO_HEIGHT };
}
