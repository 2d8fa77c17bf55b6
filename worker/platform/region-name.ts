const formats = new Map<string, Intl.DisplayNames>();
const names = new Map<string, string>();

/** Name of a country; its code where the language has none. */
export function regionName(language: string, code: string): string {
  const key = `${language} ${code}`;
  const known = names.get(key);
  if (known !== undefined) return known;
  const format = formats.get(language) ?? new Intl.DisplayNames(language, { type: "region" });
  formats.set(language, format);
  const name = format.of(code) ?? code;
  names.set(key, name);
  return name;
}
