import { checksum } from "#worker/platform/checksum.ts";
import type { FormState } from "#worker/platform/form-answer.ts";

const NAME = "rendered";
/** In characters; a checksum stands for a longer value. */
const LONGEST = 40;

interface Props {
  /** A refused form keeps the values that it was first rendered from. */
  form: FormState;
  /** A part of a form that has several. */
  part?: string;
  values: Readonly<Record<string, string | boolean>>;
}

/** Hidden input with the stored values of fields, for `changesIn`. A check box counts as its ticked state. */
export function RenderedValues({ form, part = "", values }: Props) {
  const name = NAME + part;
  const marks = Object.entries(values).map(([field, value]) => [field, markOf(textOf(value))]);
  const before = form.code === null ? undefined : form.values[name];
  return <input name={name} type="hidden" value={before ?? JSON.stringify(Object.fromEntries(marks))} />;
}

/** Unchanged fields keep their stored value: another tab or a mail's link may have changed it. */
export function isChanged(data: FormData, field: string): boolean {
  return renderedIn(data)[field] !== markOf(String(data.get(field) ?? ""));
}

/** Changed fields with what was posted; of a box that is no longer ticked, the empty text. */
export function changesIn(data: FormData): Map<string, string> {
  const fields = new Set([...Object.keys(renderedIn(data)), ...data.keys()]);
  const changed = [...fields].filter((field) => !field.startsWith(NAME) && isChanged(data, field));
  return new Map(changed.map((field) => [field, String(data.get(field) ?? "")]));
}

/** What a form was rendered from. Without the hidden input every field counts as changed. */
export function renderedIn(data: FormData): Record<string, string> {
  const rendered: Record<string, string> = {};
  for (const [name, text] of data)
    if (name.startsWith(NAME) && typeof text === "string")
      for (const [field, mark] of Object.entries(parsed(text))) if (typeof mark === "string") rendered[field] = mark;
  return rendered;
}

function parsed(text: string): object {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

function textOf(value: string | boolean): string {
  return typeof value === "string" ? value : value ? "on" : "";
}

/** Browsers post line ends as CRLF. */
function markOf(text: string): string {
  const plain = text.replace(/\r\n?/g, "\n");
  return plain.length <= LONGEST ? plain : `#${checksum(plain)}`;
}
