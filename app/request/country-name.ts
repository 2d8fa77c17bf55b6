import { regionName } from "#worker/platform/region-name.ts";
import { edge } from "#worker/server/edge/edge.ts";

export function countryName(code: string): string {
  return regionName(edge().language, code);
}
