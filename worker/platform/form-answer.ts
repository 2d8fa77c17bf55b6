import { z } from "zod";
import { ERROR_STATUS, type ErrorCode } from "./errors.ts";

/** Header with the state of an answered form. A refresh of the page returns it, so that the message stays. */
export const FORM_ANSWER = "form-answer";

/** In characters of the header: proxies refuse headers of 8 KB. */
const LONGEST = 6_000;

const CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

const formState = z.object({
  id: z.string(),
  /** Input by field; never a password. */
  values: z.record(z.string(), z.string()),
  fields: z.record(z.string(), z.string()),
  message: z.string().nullable(),
  code: z.enum(CODES).nullable(),
  /** Path of a page that says more about the refusal. */
  page: z.string().nullable(),
  done: z.boolean(),
  /** Id of the request that sent the form. A refresh shows the same answer. */
  request: z.string(),
});

export type FormState = z.infer<typeof formState>;

export const EMPTY_FORM: Omit<FormState, "id"> = {
  values: {},
  fields: {},
  message: null,
  code: null,
  page: null,
  done: false,
  request: "",
};

/** Values that a refused form shows again. */
export function withoutSecrets(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !/password|code|token|credential/.test(name)));
}

/** Null for a state that is too long for a header. */
export function encodeAnswer(state: FormState): string | null {
  const text = encodeURIComponent(JSON.stringify(state));
  return text.length <= LONGEST ? text : null;
}

/** Null without an answer, or for one that this build does not understand. */
export function decodeAnswer(text: string | null): FormState | null {
  if (text === null) return null;
  try {
    return formState.parse(JSON.parse(decodeURIComponent(text)));
  } catch {
    return null;
  }
}
