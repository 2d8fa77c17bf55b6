import type { z } from "zod";

/**
 * Reads a stored domain. A newer build may have written it: before a rollback, or in a deployment whose upload is still to come.
 * Names and codes that this build does not know are left out. All else is as strict as for a file.
 *
 * @throws ZodError
 */
export function parseStored<Schema extends z.ZodType>(schema: Schema, json: string): z.output<Schema> {
  const stored: unknown = JSON.parse(json);
  const { data, error } = schema.safeParse(stored);
  if (!error) return data as z.output<Schema>;
  // From the last to the first, so that the positions of list items stay right.
  for (const issue of error.issues.toReversed()) leaveOut(stored, issue);
  return schema.parse(stored);
}

/** A single value stays refused: its default could open what it closes. */
function leaveOut(stored: unknown, issue: z.core.$ZodIssue): void {
  const at = (path: PropertyKey[]) => path.reduce((value, key) => (value as Record<PropertyKey, unknown>)[key], stored);
  if (issue.code === "unrecognized_keys") {
    const record = at(issue.path) as Record<string, unknown>;
    for (const key of issue.keys) delete record[key];
  }
  const list = at(issue.path.slice(0, -1));
  if (issue.code === "invalid_value" && Array.isArray(list)) list.splice(issue.path.at(-1) as number, 1);
}
