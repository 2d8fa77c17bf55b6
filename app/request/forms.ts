import { sitePath } from "#app/ui/site-path.ts";
import { AppError, type ErrorCode } from "#worker/platform/errors.ts";
import { EMPTY_FORM, type FormState, withoutSecrets } from "#worker/platform/form-answer.ts";
import { refusalWords } from "#worker/platform/refusal.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { answerOf } from "./or-throw.ts";

const LEADS_AWAY: ReadonlySet<ErrorCode> = new Set(["authentication_required", "consent_required", "age_proof_required"]);

/** String fields of a form, without React's own fields and without files. */
export function fieldsOf(data: FormData): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of data) if (typeof value === "string" && !name.startsWith("$")) fields[name] = value;
  return fields;
}

/**
 * A refusal renders the page again with messages and values, except passwords and codes. Redirects of `work` pass through.
 * `shows` names a code of one use, which is shown again.
 */
export async function submitForm(id: string, data: FormData, work: () => Promise<string | void>, shows?: string): Promise<void> {
  const context = edge();
  const posted = fieldsOf(data);
  const values = { ...withoutSecrets(posted), ...(shows && { [shows]: posted[shows] ?? "" }) };
  const state: FormState = { ...EMPTY_FORM, id, values, fields: {}, request: context.requestId };
  context.form = state;
  try {
    state.message = (await work()) ?? null;
    state.done = true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The session ended, or a consent or a proof of age became due after the page was loaded.
    if (LEADS_AWAY.has(error.code)) throw answerOf(error);
    state.code = error.code;
    state.message = refusalWords(error, context.t);
    state.page = sitePath(error.params.page);
    for (const field of error.fields) state.fields[field.field] = context.t(`errors.field.${field.code}`, field.params);
    context.status = error.status;
  }
}

/** Awaits a call that ends or removes something. `not_found` counts as success: another tab or a double press was first. */
export async function unlessGone(call: Promise<unknown>): Promise<"done" | "gone"> {
  try {
    await call;
    return "done";
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return "gone";
    throw error;
  }
}

/** State of one form; empty unless this request posted it, with these values. */
export function formState(id: string, posted: Readonly<Record<string, string>> = {}): FormState {
  const state = edge().form;
  const isPosted = state?.id === id && Object.entries(posted).every(([name, value]) => state.values[name] === value);
  return isPosted ? state : { ...EMPTY_FORM, id };
}
