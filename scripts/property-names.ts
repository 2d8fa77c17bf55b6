const NAME = /(?<![\w-])--[a-zA-Z][\w-]*/g;
const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Short names for the custom properties of a sheet, in their order. What code names, or begins to name, keeps its name. */
export function shortPropertyNames(sheet: string, code: Iterable<string>): (rules: string) => string {
  const kept = new Set([...code].flatMap((text) => text.match(NAME) ?? []));
  const begun = [...kept].filter((name) => name.endsWith("-"));
  const names = new Map<string, string>();
  let number = 0;
  for (const [name] of sheet.matchAll(NAME)) {
    if (names.has(name)) continue;
    if (kept.has(name) || begun.some((start) => name.startsWith(start))) names.set(name, name);
    else {
      let short = shortName(number++);
      while (kept.has(short)) short = shortName(number++);
      names.set(name, short);
    }
  }
  return (rules) => rules.replaceAll(NAME, (name) => names.get(name) ?? name);
}

function shortName(number: number): string {
  const rest = Math.floor(number / LETTERS.length);
  return `${rest > 0 ? shortName(rest - 1) : "--"}${LETTERS[number % LETTERS.length]}`;
}
