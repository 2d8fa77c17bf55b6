import { type DomainFile, writtenSchema } from "#worker/sites/domains/domain-file.ts";

type Part = Record<string, unknown>;

/** The file as an operator writes it: without the schema's defaults. */
export function withoutDefaults(whole: DomainFile): Part {
  const { assets: _, ...file } = whole;
  const { settings, ...rest } = file;
  const all = parsed(file);
  const needed = (part: Part, inPlace: (part: Part) => unknown): Part =>
    Object.fromEntries(
      Object.entries(part).filter(([name]) => {
        const { [name]: _, ...others } = part;
        return parsed(inPlace(others)) !== all;
      }),
    );
  return {
    ...needed(rest, (part) => ({ ...part, settings })),
    settings: needed(settings, (part) => ({ ...rest, settings: part })),
  };
}

/** In the schema's order of names; null if it does not fit. */
function parsed(file: unknown): string | null {
  const { data } = writtenSchema.safeParse(file);
  return data === undefined ? null : JSON.stringify(data);
}
