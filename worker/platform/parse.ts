import type { z } from "zod";
import { AppError, type FieldCode, type FieldError } from "./errors.ts";

/** @throws invalid */
export function parseInput<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const result = check(schema, input);
  if (result.success) return result.data;
  throw refusalOf(result.error);
}

/** `refusalOf` needs the reported input to recognize a missing value. */
export function check<T extends z.ZodType>(schema: T, input: unknown) {
  return schema.safeParse(input, { reportInput: true });
}

/** Bounds the response: a client may send thousands of unknown fields. */
const MAX_FIELDS = 50;
const MAX_NAME = 100;

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
  // A union's first branch only accepts an empty field; the last one has the meaning.
  if (issue.code === "invalid_union") {
    const branch = issue.errors.at(-1);
    // No branch has this discriminator.
    if (!branch) return [{ field, code: "unknown_option" }];
    return branch.flatMap((inner) => fieldErrors({ ...inner, path: [...issue.path, ...inner.path] } as Issue));
  }
  const entry: FieldError = { field, code: codeOf(issue) };
  if (issue.code === "too_big") entry.params = { max: Number(issue.maximum) };
  if (issue.code === "too_small" && entry.code !== "required") entry.params = { min: Number(issue.minimum) };
  return [entry];
}

function codeOf(issue: Issue): FieldCode {
  const missing = (issue.code === "invalid_type" || issue.code === "invalid_value") && issue.input === undefined;
  // An empty file field arrives as an empty text.
  const noFile = issue.code === "invalid_type" && issue.expected === "file" && issue.input === "";
  // A field left empty is no text that is too short or has the wrong form.
  const blank = issue.input === "" && (issue.code === "too_small" || issue.code === "invalid_format");
  if (missing || noFile || blank) return "required";
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
