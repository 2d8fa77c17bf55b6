import { Alert } from "#app/ui/alert.tsx";
import type { FormState } from "#worker/platform/form-answer.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { NotConfirmed } from "./not-confirmed.tsx";

export interface RefusalProps {
  form: FormState;
  beside?: readonly string[];
}

/** The form's error; nothing if a field already shows one. */
export function Refusal({ form: { message, fields, code, page, done }, beside = [] }: RefusalProps) {
  if (!message || done || beside.some((field) => fields[field])) return null;
  if (code === "not_confirmed") return <NotConfirmed tone="error" />;
  return (
    <Alert title={message} tone="error">
      {page && <a href={page}>{edge().t("decisions.whole")}</a>}
    </Alert>
  );
}
