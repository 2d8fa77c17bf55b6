import { ErrorSummary } from "#app/ui/error-summary.tsx";
import type { FormState } from "#worker/platform/form-answer.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { Refusal } from "./refusal.tsx";

export interface ProblemsProps {
  form: FormState;
  labels: Readonly<Record<string, string>>;
}

/** Error summary: links to invalid fields, else the form's error. */
export function Problems({ form, labels }: ProblemsProps) {
  const order = Object.keys(labels);
  const errors = Object.entries(form.fields)
    .map(([name, message]) => ({ field: controlOf(name), message }))
    .sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field))
    .map((error) => ({ ...error, label: labels[error.field] }));
  if (errors.length === 0) return <Refusal form={form} />;
  return <ErrorSummary errors={errors} title={edge().t("signup.problems", { count: errors.length })} />;
}

/** The control of a field: region and town share one, and so do all interests. */
export function controlOf(field: string): string {
  if (field === "region" || field === "city") return "place";
  const prompt = /^prompts\.(\d+)\.(question|answer)$/.exec(field);
  if (prompt) return `${prompt[2] === "question" ? "prompt" : "answer"}_${prompt[1]}`;
  const question = /^answers\.(\w+)$/.exec(field);
  if (question) return `question_${question[1]}`;
  return field.replace(/^interests\..*/, "interests");
}
