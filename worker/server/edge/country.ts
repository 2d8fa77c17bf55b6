import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";

/** ISO 3166-1 alpha-2 from Cloudflare, else the domain's `geoip_country`. XX (unknown) and T1 (Tor) are not countries. */
export function countryOf(request: Request, settings: Settings): string {
  const said = (request.cf?.country as string | undefined) ?? request.headers.get("cf-ipcountry") ?? "";
  return /^[A-Z]{2}$/.test(said) && said !== "XX" ? said : settings.geoip_country;
}

/** ISO 3166-2 of a visitor in the United States, from Cloudflare. */
export function regionOf(request: Request, country: string): string | null {
  const said = (request.cf?.regionCode as string | undefined) ?? "";
  return country === "US" && /^[A-Z]{2}$/.test(said) ? `US-${said}` : null;
}
