import type { Element } from "#tests/setup/html.ts";
import { type PageForm, pageOf } from "./forms.ts";

export function sameForm(forms: PageForm[], form: PageForm): PageForm | undefined {
  const names = form.typed.map((one) => one.get("name")).join();
  return forms.find((other) => other.typed.map((one) => one.get("name")).join() === names);
}

export function problemsOf(form: PageForm, status: number, html: string): string[] {
  if (status < 400 || status >= 500) return [`answers ${status}`];
  const { root, forms } = pageOf(form.page, html);
  const back = sameForm(forms, form);
  if (!back) return [`is gone from the page (${status})`];
  const problems: string[] = [];
  const invalid = back.controls.filter((one) => one.get("aria-invalid") === "true");
  const errors = root.find((one) => /-error$/.test(one.get("id") ?? ""));
  const described = new Set(
    root.find((one) => one.has("aria-describedby")).flatMap((one) => (one.get("aria-describedby") ?? "").split(" ")),
  );
  for (const error of errors)
    if (!described.has(error.get("id") ?? "") || error.text === "") problems.push(`${error.get("id")} describes nothing`);
  for (const one of invalid) {
    const group = one.closest(({ tag }) => tag === "fieldset");
    const ids = `${one.get("aria-describedby") ?? ""} ${group?.get("aria-describedby") ?? ""}`;
    if (!errors.some((error) => ids.includes(error.get("id") ?? " ")))
      problems.push(`${one.get("name")} does not say what is wrong`);
  }
  const alerts = root.find((one) => /^(alert|status)$/.test(one.get("role") ?? "") && one.text !== "");
  for (const link of alerts.flatMap((alert) => alert.find((one) => /^#field-/.test(one.get("href") ?? "")))) {
    const [field] = root.find((one) => `#${one.get("id")}` === link.get("href"));
    const [label] = link.find(({ tag }) => tag === "strong");
    if (!field || !label?.text || !calledOf(root, field).startsWith(label.text)) problems.push(`"${link.text}" names no field`);
  }
  const said = alerts.filter((one) => one.get("role") === "alert" || one.has("autofocus"));
  if (said.length === 0 && invalid.length === 0 && errors.length === 0) problems.push("nothing is said");
  const first = root.find((one) => one.has("autofocus"))[0];
  if (!first) problems.push("nothing is read out");
  else if (!alerts.includes(first) && first.get("aria-invalid") !== "true" && first.tag !== "fieldset")
    problems.push(`the focus is on ${first.tag} ${first.get("name")}`);
  return problems;
}

/** Label or legend of a field. */
function calledOf(root: Element, field: Element): string {
  return field.tag === "fieldset" ? (field.find(({ tag }) => tag === "legend")[0]?.text ?? "") : labelOf(root, field);
}

export function labelOf(root: Element, control: Element): string {
  const id = control.get("id");
  const around = control.closest(({ tag }) => tag === "label")?.text;
  const by = root.find(({ tag, attributes }) => tag === "label" && id !== undefined && attributes.get("for") === id)[0]?.text;
  return control.get("aria-label") ?? by ?? around ?? "";
}
