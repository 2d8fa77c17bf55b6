import type { z } from "zod";

/** What an editor of a domain file reads about a property, and a valid value for it. */
export type Said = string | readonly [text: string, example: unknown];

/** The properties of an object with what is said of each. A property that nothing is said of does not compile. */
export function described<T extends z.core.$ZodLooseShape>(shape: T, texts: { [K in keyof T]: Said }): T {
  const entries = Object.entries(shape).map(([name, schema]) => {
    const said = texts[name] as Said;
    const [description, ...examples] = typeof said === "string" ? [said] : said;
    return [name, (schema as z.ZodType).meta({ description, ...(examples.length > 0 && { examples }) })];
  });
  return Object.fromEntries(entries) as T;
}
