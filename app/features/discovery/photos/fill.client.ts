/** Puts values into a translated text. */
export function fill(text: string, values: Record<string, number | string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
}
