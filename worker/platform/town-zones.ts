import { zoneOf } from "./zones.ts";

interface Town {
  country: string;
  region: string;
  city: string;
}

/** Regions whose clock is not the capital's. */
const REGIONS: Readonly<Record<string, readonly string[]>> = {
  "Atlantic/Canary": ["ES-CN"],
  "America/Chicago": [
    ...["US-AL", "US-AR", "US-IL", "US-IA", "US-KS", "US-LA", "US-MN", "US-MS", "US-MO", "US-NE", "US-ND"],
    ...["US-OK", "US-SD", "US-TN", "US-TX", "US-WI"],
  ],
  "America/Denver": ["US-CO", "US-ID", "US-MT", "US-NM", "US-UT", "US-WY"],
  "America/Phoenix": ["US-AZ"],
  "America/Los_Angeles": ["US-CA", "US-NV", "US-OR", "US-WA"],
  "America/Anchorage": ["US-AK"],
  "Pacific/Honolulu": ["US-HI"],
  "America/Edmonton": ["CA-AB", "CA-NT"],
  "America/Vancouver": ["CA-BC"],
  "America/Winnipeg": ["CA-MB"],
  "America/Halifax": ["CA-NB", "CA-NS", "CA-PE"],
  "America/St_Johns": ["CA-NL"],
  "America/Regina": ["CA-SK"],
  "America/Whitehorse": ["CA-YT"],
};

/** Towns whose clock is not their region's. */
const TOWNS: Readonly<Record<string, readonly string[]>> = {
  "America/Los_Angeles": ["US-ID Coeur d'Alene"],
  "America/Chicago": ["US-IN Evansville", "US-KY Bowling Green"],
  "America/New_York": ["US-TN Knoxville", "US-TN Chattanooga"],
  "America/Denver": ["US-TX El Paso", "US-SD Rapid City"],
  "America/Halifax": ["CA-NL Happy Valley-Goose Bay"],
  "America/Winnipeg": ["CA-NU Rankin Inlet", "CA-NU Arviat"],
};

/** IANA name of the zone of a town of the directory. */
export function townZone({ country, region, city }: Town): string {
  return nameIn(TOWNS, `${region} ${city}`) ?? nameIn(REGIONS, region) ?? zoneOf(country);
}

function nameIn(zones: Readonly<Record<string, readonly string[]>>, key: string): string | undefined {
  return Object.keys(zones).find((zone) => zones[zone]?.includes(key));
}
