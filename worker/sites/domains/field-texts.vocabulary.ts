import type { z } from "zod";

export type FieldText = string | readonly [text: string, example: unknown];

/** A property without a text fails to compile. */
export function withTexts<T extends z.core.$ZodLooseShape>(shape: T, texts: { [K in keyof T]: FieldText }): T {
  const entries = Object.entries(shape).map(([name, schema]) => {
    const said = texts[name] as FieldText;
    const [description, ...examples] = typeof said === "string" ? [said] : said;
    return [name, (schema as z.ZodType).meta({ description, ...(examples.length > 0 && { examples }) })];
  });
  return Object.fromEntries(entries) as T;
}
