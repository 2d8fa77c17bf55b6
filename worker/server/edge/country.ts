import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";

/** ISO 3166-1 alpha-2 from Cloudflare, else the domain's `geoip_country`. XX (unknown) and T1 (Tor) are not countries. */
export function countryOf(request: Request, settings: Settings): string {
  const said = (request.cf?.country as string | undefined) ?? request.headers.get("cf-ipcountry") ?? "";
  return /^[A-Z]{2}$/.test(said) && said !== "XX" ? said : settings.geoip_country;
}
