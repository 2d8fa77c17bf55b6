import { SHORTEST, TALLEST } from "#db/schema/spoken.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Countries (ISO 3166-1) where people say their height in feet and inches. */
const FEET = new Set(["US", "GB", "CA", "IE", "IN"]);
const CM_OF_INCH = 2.54;
/** Heights that the form and the search list, in inches and cm. A member beyond them also finds the own height in the list. */
const OFFERED = { inches: [55, 83], cm: [140, 210] } as const;

function saysFeet(): boolean {
  return FEET.has(edge().country);
}

/** As the reader's country says it. */
export function heightText(cm: number): string {
  if (saysFeet()) {
    const inches = Math.round(cm / CM_OF_INCH);
    return `${Math.floor(inches / 12)}′ ${inches % 12}″`;
  }
  return new Intl.NumberFormat(edge().language, { style: "unit", unit: "centimeter" }).format(cm);
}

/** In cm. `every`: in cm, or in inches where the country has them. `also` stands in the list in any case. */
export function heightChoices(every: { cm: number; inches: number }, also: number | null | undefined) {
  const unit = saysFeet() ? "inches" : "cm";
  const [from, to] = OFFERED[unit];
  const count = Math.floor((to - from) / every[unit]) + 1;
  const sizes = Array.from({ length: count }, (_, i) => from + i * every[unit]);
  const all = sizes.map((size) => (unit === "cm" ? size : Math.round(size * CM_OF_INCH)));
  if (also && also >= SHORTEST && also <= TALLEST && !all.includes(also)) all.push(also);
  return all.sort((a, b) => a - b).map((cm) => ({ value: `${cm}`, label: heightText(cm) }));
}
