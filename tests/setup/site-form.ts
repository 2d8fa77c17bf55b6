import type { SiteField } from "#worker/backoffice/sites/site-fields.vocabulary.ts";

/** What a browser sends of a site's form that nobody touched. */
export function untouched(fields: readonly SiteField[]): Record<string, string> {
  return Object.assign({}, ...fields.map(sentOf));
}

function sentOf(field: SiteField): Record<string, string> {
  if (field.kind === "yes") return field.value ? { [field.name]: "on" } : {};
  if (field.kind === "choices")
    return Object.fromEntries(field.options.filter(({ chosen }) => chosen).map(({ value }) => [`${field.name}/${value}`, "on"]));
  // A browser sends the first option where none is chosen and none may lack.
  if (field.kind === "choice") return { [field.name]: field.value || (field.optional ? "" : (field.options[0] ?? "")) };
  if (field.kind === "group") return untouched(field.fields);
  if (field.kind === "list") return untouched(field.items.flatMap(({ fields }) => fields));
  return { [field.name]: field.value };
}
