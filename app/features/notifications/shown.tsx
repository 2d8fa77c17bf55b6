import { z } from "zod";

const NAME = "shown";
const valuesSchema = z.record(z.string(), z.string());

/** What the fields of this form show, for `isChanged`: of a check box whether it is ticked. Stands in the form. */
export function Shown({ values }: { values: Readonly<Record<string, string | boolean>> }) {
  const sent = Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? value : value ? "on" : ""]);
  return <input name={NAME} type="hidden" value={JSON.stringify(Object.fromEntries(sent))} />;
}

/**
 * Whether a field was changed in this form. What was not is left as it is by now: another tab, a phone or a mail's link may
 * have changed it since the page was opened, and must not be undone by a press that was about something else.
 */
export function isChanged(data: FormData, field: string): boolean {
  return shownIn(data)[field] !== String(data.get(field) ?? "");
}

function shownIn(data: FormData): Record<string, string> {
  try {
    return valuesSchema.parse(JSON.parse(String(data.get(NAME))));
  } catch {
    // A form that says nothing of it means all of its fields.
    return {};
  }
}
