import type { Stay } from "#db/schema/attributes.ts";

interface Place {
  country: string;
  region: string | null;
  city: string | null;
}

/** Where distances begin and end: the town of a trip while others see it, else the own town. Decision 143. */
export function placeNow({ country, region, city, stay }: Place & { stay: Stay | null }): Place {
  return stay ?? { country, region, city };
}
