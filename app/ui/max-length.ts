/** As `UNITS_PER_CHARACTER` of worker/platform/text.ts. */
const UNITS = 16;

/**
 * Value of the attribute `maxlength`, which counts UTF-16 units: a browser cuts a family emoji at 11. The server counts characters
 * and refuses what is longer.
 */
export function maxUnits(characters: number | undefined): number | undefined {
  return characters === undefined ? undefined : characters * UNITS;
}
