import { NotConfirmed } from "#app/features/signup/not-confirmed.tsx";
import { Alert } from "#app/ui/alert.tsx";
import type { FormState } from "#worker/edge/edge.ts";

export interface RefusalProps {
  form: FormState;
  /** The fields that say themselves what is wrong with them. */
  beside?: readonly string[];
}

/** Why a form as a whole was refused, and where that is mended; nothing where it was not, or where its fields say it. */
export function Refusal({ form: { message, fields, code, done }, beside = [] }: RefusalProps) {
  if (!message || done || beside.some((field) => fields[field])) return null;
  return code === "not_confirmed" ? <NotConfirmed tone="error" /> : <Alert title={message} tone="error" />;
}
