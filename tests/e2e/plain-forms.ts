import type { PageForm, Sender } from "#tests/contract/forms.ts";
import type { Answer } from "#tests/contract/http.ts";

/** By field: what is typed or chosen, or a file; null unchecks. */
export type Typed = Record<string, string | File | null>;

/** Where a form without side effects leads. */
export function addressOf(form: PageForm, typed: Typed): string {
  return `${form.element.get("action") || form.page.split("?")[0]}?${entriesOf(form, typed)}`;
}

/** As a browser without scripts: in parts where the form says so, which the forms of the staff do not. */
export function send(sender: Sender, form: PageForm, typed: Typed, origin: string): Promise<Answer> {
  const from = { origin, referer: origin + form.page };
  if (form.element.has("enctype")) return form.submit(sender, typed, from);
  const headers = { ...from, "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
  return sender.request("POST", form.element.get("action") || form.page, entriesOf(form, typed).toString(), headers);
}

function entriesOf(form: PageForm, typed: Typed): URLSearchParams {
  const entries = new URLSearchParams(form.values.filter(([name]) => !(name in typed)));
  for (const [name, value] of Object.entries(typed)) if (typeof value === "string") entries.append(name, value);
  return entries;
}
