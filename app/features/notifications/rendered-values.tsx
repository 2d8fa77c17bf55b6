const NAME = "shown";

/** Hidden input with the rendered values, for `isChanged`. A check box counts as its ticked state. */
export function RenderedValues({ values }: { values: Readonly<Record<string, string | boolean>> }) {
  const sent = Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? value : value ? "on" : ""]);
  return <input name={NAME} type="hidden" value={JSON.stringify(Object.fromEntries(sent))} />;
}

/** Unchanged fields keep their stored value: another tab or a mail's link may have changed it. */
export function isChanged(data: FormData, field: string): boolean {
  return shownIn(data)[field] !== String(data.get(field) ?? "");
}

function shownIn(data: FormData): Record<string, string> {
  try {
    const entries = Object.entries<unknown>(JSON.parse(String(data.get(NAME))));
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  } catch {
    return {}; // without the hidden input, every field counts as changed
  }
}
