import { expect } from "vitest";
import { isTyped, type PageForm, type Sender, typeOf } from "#tests/contract/forms.ts";
import type { Answer } from "#tests/contract/http.ts";
import type { Element } from "#tests/setup/html.ts";

/** By field: what is typed or chosen, or a file; null unchecks. */
export type Typed = Record<string, string | File | null>;

/** Fails unless the form has a visible, enabled control for each name, which takes the value or offers it as an option. */
export function expectFillable(form: PageForm, typed: Typed, isSeen: (one: Element) => boolean): void {
  for (const [name, value] of Object.entries(typed)) {
    const named = form.controls.filter((one) => one.get("name") === name && isSeen(one) && !isOff(one));
    expect(
      named.some((one) => takes(one, value)),
      `a field ${name} for ${value} on ${form.page}`,
    ).toBe(true);
  }
}

function isOff(control: Element): boolean {
  return control.has("readonly") || control.closest((one) => one.has("disabled")) !== null;
}

function takes(control: Element, value: string | File | null): boolean {
  const type = typeOf(control);
  if (type === "checkbox") return value === null || value === (control.get("value") ?? "on");
  if (typeof value !== "string") return value !== null && type === "file";
  if (type === "radio") return value === (control.get("value") ?? "on");
  if (type !== "select") return isTyped(control) || type === "date" || type === "datetime-local";
  const options = control.find(({ tag }) => tag === "option").filter((one) => !isOff(one));
  return options.some((one) => (one.get("value") ?? one.text) === value);
}

/** Where a form without side effects leads. */
export function addressOf(form: PageForm, typed: Typed): string {
  return `${form.address.split("?")[0]}?${textsOf(form, typed)}`;
}

/** As a browser without scripts: in parts where the form says so, which the forms of the staff do not. */
export function send(sender: Sender, form: PageForm, typed: Typed, origin: string): Promise<Answer> {
  const from = { origin, referer: origin + form.page };
  if (form.element.has("enctype")) return form.submit(sender, typed, from);
  const headers = { ...from, "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
  return sender.request("POST", form.address, textsOf(form, typed).toString(), headers);
}

function textsOf(form: PageForm, typed: Typed): URLSearchParams {
  const entries = new URLSearchParams();
  for (const [name, value] of form.entries(typed)) if (typeof value === "string") entries.append(name, value);
  return entries;
}
