interface Common {
  /** JSON pointer into the domain file; also the name in the form. */
  name: string;
  label: string;
  hint: string;
}

/** A field of a site's form, as the page draws it. Generated from the schema of the domain files. */
export type SiteField =
  | (Common & {
      kind: "text" | "long" | "number" | "lines";
      value: string;
      /** Ghost text: a valid value. */
      example: string;
    })
  | (Common & { kind: "yes"; value: boolean })
  | (Common & { kind: "choice"; value: string; options: string[]; optional: boolean })
  | (Common & { kind: "choices"; options: { value: string; chosen: boolean }[] })
  | (Common & { kind: "group"; fields: SiteField[] })
  | (Common & { kind: "list"; items: SiteItem[] });

interface SiteItem {
  /** Empty for the one that can be added. */
  title: string;
  /** Name of the checkbox that removes it; null for the one that can be added. */
  remove: string | null;
  fields: SiteField[];
}

/** Last part of a name: the added item, its key in a record, and the checkbox that removes an item. */
export const ADDED = "+";
export const KEY = "@";
export const REMOVED = "-";

/** A step of a JSON pointer: RFC 6901. */
export function escapedStep(step: string): string {
  return step.replaceAll("~", "~0").replaceAll("/", "~1");
}
