import { PROFILE_FIELDS, type ProfileField, type Settings } from "#worker/domains/settings.vocabulary.ts";

export const ABOUT_LENGTH = 1000;
export const MOST_INTERESTS = 10;

/** Fields that the domain shows or searches by. */
export function fieldsAsked({ visible_profile_fields, search_fields }: Settings): ProfileField[] {
  return PROFILE_FIELDS.filter((field) => visible_profile_fields.includes(field) || search_fields.includes(field));
}
