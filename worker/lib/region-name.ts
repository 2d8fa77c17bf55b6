const formats = new Map<string, Intl.DisplayNames>();

/** Name of a country; its code where the language has none. */
export function regionName(language: string, code: string): string {
  const format = formats.get(language) ?? new Intl.DisplayNames(language, { type: "region" });
  formats.set(language, format);
  return format.of(code) ?? code;
}
