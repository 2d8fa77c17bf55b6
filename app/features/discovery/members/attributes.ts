import { SPOKEN, type Spoken } from "#db/schema/spoken.ts";
import type { Key } from "#locales/index.ts";
import { edge } from "#worker/server/edge/edge.ts";
import type { ProfileField } from "#worker/sites/domains/settings.vocabulary.ts";

export function fieldName(field: ProfileField): string {
  return edge().t(`members.profile.fields.${field}`);
}

/** Label of an attribute code. A code that only the upstream defines is shown as it is. */
export function codeName(field: ProfileField, code: string): string {
  const { t } = edge();
  if (field === "languages") return languageName(code);
  const key = `members.attributes.${field}.${code}`;
  return t.has(key) ? t(key as Key) : code;
}

/** In the reader's language, with a capital letter: it stands alone. */
function languageName(code: string): string {
  const { language } = edge();
  const name = new Intl.DisplayNames([language], { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

export function spokenByName(): Spoken[] {
  const byName = new Intl.Collator(edge().language);
  return SPOKEN.toSorted((a, b) => byName.compare(languageName(a), languageName(b)));
}
