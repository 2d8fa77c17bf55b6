import {
  PROFILE_FIELDS,
  PROFILE_NOTES,
  type ProfileField,
  type ProfileNote,
  type Settings,
} from "#worker/sites/domains/settings.vocabulary.ts";

export const ABOUT_LENGTH = 1000;
/** Of what a member says of their gender. */
export const OWN_WORDS_LENGTH = 40;
/** Version of the text `members.self.consent`. Change it with the text. */
export const IDENTITY_CONSENT = "2026-11-29";
export const MOST_INTERESTS = 10;
export const MOST_LANGUAGES = 8;

/** Value of the box of this consent: the text and the language that its reader had. */
export function identityConsent(language: string): string {
  return `${IDENTITY_CONSENT} ${language}`;
}

export function formFields({ visible_profile_fields, search_fields }: Settings): ProfileField[] {
  return PROFILE_FIELDS.filter((field) => visible_profile_fields.includes(field) || search_fields.includes(field));
}

export function visibleNotes({ visible_profile_notes }: Settings): ProfileNote[] {
  return PROFILE_NOTES.filter((note) => visible_profile_notes.includes(note));
}
