import { Alert } from "#app/ui/alert.tsx";
import type { FormState } from "#worker/lib/form-answer.ts";
import { NotConfirmed } from "./not-confirmed.tsx";

export interface RefusalProps {
  form: FormState;
  beside?: readonly string[];
}

/** The form's error; nothing if a field already shows one. */
export function Refusal({ form: { message, fields, code, done }, beside = [] }: RefusalProps) {
  if (!message || done || beside.some((field) => fields[field])) return null;
  return code === "not_confirmed" ? <NotConfirmed tone="error" /> : <Alert title={message} tone="error" />;
}
