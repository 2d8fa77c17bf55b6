import type { Key } from "#locales/index.ts";
import { edge } from "#worker/server/edge/edge.ts";
import type { ProfileField } from "#worker/sites/domains/settings.vocabulary.ts";

export function fieldName(field: ProfileField): string {
  return edge().t(`members.profile.fields.${field}`);
}

/** Label of an attribute code. A code that only the upstream defines is shown as it is. */
export function codeName(field: ProfileField, code: string): string {
  const { t } = edge();
  const key = `members.attributes.${field}.${code}`;
  return t.has(key) ? t(key as Key) : code;
}
