import type { FieldError } from "#worker/platform/errors.ts";
import { cleanLine } from "#worker/platform/text.ts";
import type { Region } from "./domains.contract.ts";

export function checkPlace(input: { region?: string | null; city?: string | null }, regions: Region[]) {
  const problems: FieldError[] = [];
  const [code, city] = [cleanLine(input.region ?? "") || null, cleanLine(input.city ?? "") || null];
  const region = regions.find((one) => one.code === code);
  if (code !== null && !region) problems.push({ field: "region", code: "unknown_option" });
  else if (city !== null && !region?.cities.includes(city)) problems.push({ field: "city", code: "unknown_option" });
  return { region: code, city, problems };
}
