import css from "./tint.module.css";

/** First grapheme: an emoji or accented letter counts as one. */
export function initialOf(name: string): string {
  return Array.from(name.normalize("NFC").trim())[0]?.toLocaleUpperCase() ?? "";
}

export function tintClass(name: string): string {
  return css[tintOf(name)] as string;
}

export function tintOf(name: string): "tint1" | "tint2" | "tint3" | "tint4" {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return (["tint1", "tint2", "tint3", "tint4"] as const)[sum % 4] ?? "tint1";
}
