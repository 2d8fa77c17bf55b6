import type { Key } from "#locales/index.ts";
import type { ProfileField } from "#worker/domains/settings.ts";
import { edge } from "#worker/edge/edge.ts";

/** What an attribute is called, in the visitor's language. */
export function fieldName(field: ProfileField): string {
  return edge().t(`members.profile.fields.${field}`);
}

/** The word for one code of an attribute. A code that an upstream knows and we do not stands for itself. */
export function codeName(field: ProfileField, code: string): string {
  const { t } = edge();
  const key = `members.attributes.${field}.${code}`;
  return t.has(key) ? t(key as Key) : code;
}
