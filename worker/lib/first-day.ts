/** A written date with the first of a month as French has it ("1er février"), which Intl does not write; others as they are. */
export function withFirstDay(written: string, language: string): string {
  return language.startsWith("fr") ? written.replace(/(?<!\d)1(?=[\s\u00a0]\p{L}{3})/u, "1er") : written;
}
