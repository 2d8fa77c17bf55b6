import type { z } from "zod";
import { AppError, type FieldCode, type FieldError } from "./errors.ts";

/**
 * The parsed value of an input, which is what goes on.
 * @throws AppError `invalid` with one entry a field.
 */
export function parseInput<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = check(schema, input);
  if (result.success) return result.data;
  throw refusalOf(result.error);
}

/** Parses with what `refusalOf` needs to tell a missing value from a wrong one. */
export function check<T extends z.ZodType>(schema: T, input: unknown) {
  return schema.safeParse(input, { reportInput: true });
}

/** No input has so many fields; a sender may name thousands, and each would come back with a text. */
const MAX_FIELDS = 50;
/** Characters of a name that is quoted. */
const MAX_NAME = 100;

/** What a schema found wrong as one refusal: the first finding of each of at most 50 fields. */
export function refusalOf(error: z.core.$ZodError): AppError {
  const fields = new Map<string, FieldError>();
  for (const issue of error.issues) {
    for (const found of fieldErrors(issue)) {
      if (fields.size < MAX_FIELDS && !fields.has(found.field)) fields.set(found.field, found);
    }
  }
  return new AppError("invalid", { fields: [...fields.values()] });
}

type Issue = z.core.$ZodIssue;

function fieldErrors(issue: Issue): FieldError[] {
  const field = issue.path.join(".");
  if (issue.code === "unrecognized_keys")
    return issue.keys
      .slice(0, MAX_FIELDS)
      .map((key) => ({ field: [...issue.path, key.slice(0, MAX_NAME)].join("."), code: "unknown_field" }));
  // The last branch of a union is the one with a meaning; the first only accepts an empty field.
  if (issue.code === "invalid_union") {
    const branch = issue.errors.at(-1) ?? [];
    return branch.flatMap((inner) => fieldErrors({ ...inner, path: [...issue.path, ...inner.path] } as Issue));
  }
  const entry: FieldError = { field, code: codeOf(issue) };
  if (issue.code === "too_big") entry.params = { max: Number(issue.maximum) };
  if (issue.code === "too_small") entry.params = { min: Number(issue.minimum) };
  return [entry];
}

function codeOf(issue: Issue): FieldCode {
  const missing = (issue.code === "invalid_type" || issue.code === "invalid_value") && issue.input === undefined;
  // A file field that nobody filled in arrives as an empty text.
  const noFile = issue.code === "invalid_type" && issue.expected === "file" && issue.input === "";
  if (missing || noFile) return "required";
  switch (issue.code) {
    case "too_big":
      return issue.origin === "string" ? "too_long" : "out_of_range";
    case "too_small":
      return issue.origin === "string" ? "too_short" : "out_of_range";
    case "invalid_value":
      return "unknown_option";
    default:
      return "invalid_format";
  }
}
