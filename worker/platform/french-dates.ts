/** French writes the first of a month as "1er février"; Intl does not. */
export function withFrenchFirst(written: string, language: string): string {
  return language.startsWith("fr") ? written.replace(/(?<!\d)1(?=[\s\u00a0]\p{L}{3})/u, "1er") : written;
}
