import type { Key, Translate } from "#locales/index.ts";
import type { ProfileField } from "#worker/sites/domains/settings.vocabulary.ts";

interface Said {
  gender: string;
  attributes: Readonly<Record<string, string>>;
  interests: readonly string[];
}

/** Labels and values of a profile's fields, as members read them. */
export function profileWords({ gender, attributes, interests }: Said, t: Translate): [name: string, value: string][] {
  const word = (field: string, code: string) => {
    const key = `members.attributes.${field}.${code}`;
    return t.has(key) ? t(key as Key) : code;
  };
  const name = (field: ProfileField | "gender") => t(`members.profile.fields.${field}`);
  return [
    ...(gender === "both" ? [] : [[name("gender"), word("gender", gender)] as [string, string]]),
    ...Object.entries(attributes).map(([field, code]): [string, string] => [name(field as ProfileField), word(field, code)]),
    ...(interests.length > 0
      ? [[name("interests"), interests.map((code) => word("interests", code)).join(", ")] as [string, string]]
      : []),
  ];
}
